import type { AuditAction, AuditResult } from '../../schemas/audit.ts';

/** Who did something, as far as that is known. */
export interface Who {
  /** Subject of their token; `os:` and a number for an account of this machine. */
  readonly id: string | null;
  readonly username: string | null;
  /** Client that their token was issued to. */
  readonly client: string | null;
}

export const NOBODY_KNOWN: Who = { id: null, username: null, client: null };

/** What it was done to: `{ kind: 'silence', id: '4a3c…' }`. */
interface About {
  readonly kind: string;
  readonly id: string;
}

/** Something that is to be recorded. No text of it may be a password, a token or a secret. */
export interface AuditEvent {
  readonly action: AuditAction;
  readonly result: AuditResult;
  /** Code of why it was not done. */
  readonly reason?: string | null;
  readonly who?: Who;
  /** The role that allowed it. */
  readonly role?: string | null;
  /** Network address, or `local`. */
  readonly from?: string | null;
  readonly about?: About | null;
  readonly network?: string | null;
  readonly detail?: string | null;
  readonly requestId?: string | null;
}

/** Where is recorded who did what. */
export interface AuditLog {
  /**
   * Records something before it is answered. What happens often, or is refused, is recorded when it begins and then counted,
   * a minute in one record.
   *
   * @returns once it is on disk, or its failure to get there has been said; of what was refused, at once. Never rejects
   */
  record(event: AuditEvent): Promise<void>;
}

/** Records nothing: of processes that nobody can ask anything. */
export const NO_AUDIT_LOG: AuditLog = { record: async () => undefined };
