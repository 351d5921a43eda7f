import type { z } from 'zod';
import type { AuditEvent } from '../../audit/audit-log.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import type { KnownNetworks } from './unknown-network.ts';

/** What operations of an administrator rest on. */
export interface AdministrationDependencies
  extends Pick<IdentityDependencies, 'catalogue' | 'keys' | 'fileKey' | 'lifetimes' | 'passwords' | 'audit' | 'now'> {
  /** Not there where commands work on the catalogue alone: the networks are in the store of the time series. */
  readonly networks?: KnownNetworks;
}

/** What the audit log says of an operation; no text of it is a secret. */
export type AuditedOperation = Pick<AuditEvent, 'action' | 'about' | 'detail'>;

/** One thing that an administrator can do; every file of this folder that is named for one exports one. */
export interface Operation<R = unknown> {
  /** Unique: `user-add`. */
  readonly name: string;
  readonly request: z.ZodType<R>;
  /** What is recorded of it; null where it changes nothing. */
  readonly audit: ((request: R) => AuditedOperation) | null;
  /**
   * Does it, all or nothing.
   *
   * @throws HalcyonError `invalid_parameter`, `not_found`, and what the catalogue throws
   */
  run(request: R, dependencies: AdministrationDependencies): Promise<OperationAnswer>;
}

/** Lines for the administrator of what was done; records of a list, which are JSON objects. */
export type OperationAnswer = readonly string[] | readonly object[];

/** Gives an operation its uniform type; the type of its request is that of its schema. */
export function operation<S extends z.ZodType>(definition: {
  readonly name: string;
  readonly request: S;
  readonly audit: ((request: z.output<S>) => AuditedOperation) | null;
  run(request: z.output<S>, dependencies: AdministrationDependencies): Promise<OperationAnswer>;
}): Operation {
  const { name, request, audit, run } = definition;
  return {
    name,
    request,
    audit: audit === null ? null : (asked) => audit(asked as z.output<S>),
    run: (asked, dependencies) => run(asked as z.output<S>, dependencies),
  };
}
