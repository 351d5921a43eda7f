import type { AuditLog } from '../audit/audit-log.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import type { Attempts } from './passwords/attempts.ts';
import type { PasswordCheck } from './passwords/password-check.ts';
import type { Lifetimes } from './state/sessions.ts';
import type { TokenIssuer } from './tokens/token-issuer.ts';

/** What the identity service rests on. */
export interface IdentityDependencies {
  readonly catalogue: Catalogue;
  /** The key of the key file, 32 bytes. */
  readonly fileKey: Buffer;
  readonly keys: SigningKeys;
  readonly issuer: TokenIssuer;
  /** Issuer of a realm: a URL. */
  readonly issuerOf: (realm: string) => string;
  readonly lifetimes: Lifetimes;
  readonly passwords: PasswordCheck;
  readonly attempts: Attempts;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  /** Attempts of clients to prove themselves. */
  readonly clientAttempts: Attempts;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Takes why something was refused, for the log; no secret. */
  readonly logRefusal: (line: string) => void;
}
