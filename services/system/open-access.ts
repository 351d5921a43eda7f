import type { Configuration } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import { type Part, servesMore } from '../../schemas/parts.ts';
import { externalIssuer } from '../access/external-issuer.ts';
import type { TokenVerifier } from '../access/token-verifier.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { IdentityDependencies } from '../identity/identity-dependencies.ts';
import { PublishedKeys } from '../identity/keys/published-keys.ts';
import { keepClean, openIdentity, sayFirstAdministrator } from '../identity/open-identity.ts';
import { ownIssuer } from '../identity/own-issuer.ts';
import { DEFAULT_REALM } from '../identity/state/realms.ts';
import type { Catalogue } from '../stores/catalogue.ts';

export interface AccessOptions {
  readonly configuration: Configuration;
  /** Parts of the system that run in this process. */
  readonly parts: ReadonlySet<Part>;
  /** null where this process needs none. */
  readonly catalogue: Catalogue | null;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  /** Where clients reach the services; asked when they have begun to listen. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** Identity and access control of a process. */
export interface OpenedAccess {
  /** The identity service; null where this process has none. */
  readonly identity: IdentityDependencies | null;
  /** null: access control is off, or there is nothing that it would guard. */
  readonly verifier: TokenVerifier | null;
  /** Says how access control is, in words; rejects where nobody could be let in. null where there is no verifier. */
  readonly check: (() => Promise<string>) | null;
  /** Names the first administrator. To be called when nothing else can keep the system from starting: it is said once. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the identity service where this process has it, and what checks tokens where access control is on.
 *
 * @throws HalcyonError `invalid_configuration`, and what the catalogue throws
 */
export async function openAccess(options: AccessOptions): Promise<OpenedAccess> {
  const { configuration, parts, catalogue, audit, now, logger } = options;
  const { auth, authIssuer } = configuration;
  const guards = auth === 'required' && servesMore(parts);
  if (catalogue === null) {
    const verifier = guards ? externalIssuer(configuration, now) : null;
    const check = verifier === null ? null : () => verifier.check();
    return { identity: null, verifier, check, begin: async () => undefined, close: async () => undefined };
  }
  const identity = parts.has('identity') ? await openIdentity({ ...options, catalogue }) : null;
  const verifier = !guards
    ? null
    : authIssuer !== ''
      ? externalIssuer(configuration, now)
      : await ownIssuer({
          catalogue,
          keys: new PublishedKeys(catalogue, now),
          realm: DEFAULT_REALM,
          issuer: () => `${options.publicUrl()}/oauth/realms/${DEFAULT_REALM}`,
          now,
        });
  let begun = false;
  const endCleaning = identity === null ? () => undefined : keepClean(identity);
  return {
    identity,
    verifier,
    check:
      verifier === null
        ? null
        : async () => {
            // Whoever waits until it is ready finds the line with the password in what was said by then.
            if (!begun) throw new Error('the first administrator is not named yet');
            return verifier.check();
          },
    begin: async () => {
      if (identity !== null) await sayFirstAdministrator({ configuration, catalogue, audit, logger });
      begun = true;
    },
    close: async () => {
      endCleaning();
      verifier?.close();
      await identity?.passwords.close();
    },
  };
}
