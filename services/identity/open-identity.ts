import type { Configuration } from '../../schemas/configuration.ts';
import { messageOf } from '../../schemas/errors.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { ownAccount } from '../audit/own-account.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { makeFolder } from '../stores/data-folder.ts';
import { makeFirstAdministrator } from './first-administrator.ts';
import type { IdentityDependencies } from './identity-dependencies.ts';
import { keyFileOf, keyOfFile } from './keys/key-file.ts';
import { SigningKeys } from './keys/signing-keys.ts';
import { makeOwnClients } from './own-clients.ts';
import { Attempts } from './passwords/attempts.ts';
import { PasswordCheck } from './passwords/password-check.ts';
import { DEFAULT_REALM, makeRealm } from './state/realms.ts';
import { forgetRevocations } from './state/revocations.ts';
import { forgetSessions } from './state/sessions.ts';
import { TokenIssuer } from './tokens/token-issuer.ts';

/** What has expired is forgotten so often [ms]. */
const CLEANING_MS = 600_000;

/** What the identity service is opened with. */
export interface IdentityOptions {
  readonly configuration: Pick<
    Configuration,
    'data' | 'keyFile' | 'signingAlgorithm' | 'accessTokenMs' | 'refreshTokenMs' | 'auth' | 'authIssuer'
  >;
  readonly catalogue: Catalogue;
  /** Where is recorded who did what. */
  readonly audit: AuditLog;
  /** Where clients reach it; asked when it has begun to listen. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
  /** Cost of the hashes of passwords where it is not the usual one, see `hashPassword`. */
  readonly passwordLogN?: number;
}

/**
 * Opens the identity service over a catalogue: its key file, its first realm with the clients of Halcyon's own services.
 *
 * @throws HalcyonError `invalid_configuration` where the key file is another than that of the keys in the catalogue,
 * `cannot_write`
 */
export async function openIdentity(options: IdentityOptions): Promise<IdentityDependencies> {
  const { configuration, catalogue, audit, publicUrl, now, logger } = options;
  const fileKey = await keyOf(configuration);
  await makeRealm(catalogue, DEFAULT_REALM);
  await catalogue.transaction((statements) => makeOwnClients(statements, DEFAULT_REALM, fileKey));
  const lifetimes = {
    access: Math.floor(configuration.accessTokenMs / 1000),
    refresh: Math.floor(configuration.refreshTokenMs / 1000),
  };
  const algorithm = configuration.signingAlgorithm;
  const keys = new SigningKeys({ catalogue, fileKey, algorithm, longestLife: lifetimes.access, now });
  // A wrong key file is told at the start, not to the first who logs in.
  await keys.signer(DEFAULT_REALM);
  const issuerOf = (realm: string) => `${publicUrl()}/oauth/realms/${realm}`;
  return {
    catalogue,
    fileKey,
    keys,
    issuer: new TokenIssuer({ keys, issuerOf, lifetimes, now }),
    issuerOf,
    lifetimes,
    passwords: new PasswordCheck(options.passwordLogN),
    attempts: new Attempts(),
    audit,
    clientAttempts: new Attempts({ acrossSenders: false }),
    now,
    logRefusal: (line) => logger.warn(line),
  };
}

/** Shows the password of the first administrator, once, where access control needs one and nobody is known yet. */
export async function sayFirstAdministrator({
  configuration,
  catalogue,
  audit,
  logger,
}: Pick<IdentityOptions, 'configuration' | 'catalogue' | 'audit' | 'logger'>): Promise<void> {
  if (configuration.auth === 'off' || configuration.authIssuer !== '') return;
  const first = await makeFirstAdministrator(catalogue, DEFAULT_REALM);
  if (first === null) return;
  await audit.record({
    action: 'user.add',
    result: 'done',
    who: ownAccount(),
    from: 'local',
    about: { kind: 'user', id: `${DEFAULT_REALM}/${first.username}` },
    detail: 'the first administrator',
  });
  logger.info(`First administrator: user '${first.username}' with the password ${first.password}`);
  logger.info(
    `It is shown once, and gives no token before it is changed: log in at /map, or halcyon identity user password ${first.username}`,
  );
}

/** Forgets sessions and revocations that concern nobody any more, now and then. Returns how to end it. */
export function keepClean({ catalogue, lifetimes, now, logRefusal }: IdentityDependencies): () => void {
  const clean = async () => {
    await forgetSessions(catalogue, lifetimes, now());
    await forgetRevocations(catalogue, now());
  };
  const timer = setInterval(() => {
    clean().catch((error) => logRefusal(`expired sessions could not be forgotten: ${messageOf(error)}`));
  }, CLEANING_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function keyOf({ data, keyFile }: Pick<Configuration, 'data' | 'keyFile'>): Promise<Buffer> {
  if (keyFile === null) await makeFolder(data);
  return keyOfFile(keyFileOf({ data, keyFile }));
}
