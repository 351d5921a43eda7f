import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';
import { externalIssuer } from '../../access/external-issuer.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'access control';
const KEY = 'key file';
const KEY_BYTES = 32;

/** Who is trusted to issue tokens, and the key that the signing keys are encrypted with. */
export const identity: Check = {
  what: WHAT,
  look: async ({ configuration, now }) => {
    const { auth, authIssuer } = configuration;
    const found: Finding[] = [];
    if (auth === 'off') found.push(ok(WHAT, 'off: everybody on this machine may do everything'));
    else if (authIssuer === '') found.push(ok(WHAT, 'on, by the identity service of this installation'));
    if (authIssuer !== '') return [...found, await issuer(configuration, now)];
    return [...found, ...(await keyFile(configuration))];
  },
};

async function issuer(configuration: Configuration, now: () => number): Promise<Finding> {
  const url = configuration.authIssuer;
  const verifier = externalIssuer(configuration, now);
  try {
    await verifier.check();
    return ok(WHAT, `${url} has its keys where its discovery document says`);
  } catch (error) {
    const remedy = 'HALCYON_AUTH_ISSUER should be the issuer as it names itself in .well-known/openid-configuration';
    return wrong(WHAT, `${url} cannot be used: ${messageOf(error)}`, remedy);
  } finally {
    verifier.close();
  }
}

async function keyFile({ keyFile: named, data }: Configuration): Promise<Finding[]> {
  const path = named ?? join(data, 'identity.key');
  const right = `it should hold ${KEY_BYTES} bytes in base64, as a first start makes it; restore it from a copy, since nothing else reads the signing keys`;
  try {
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
    if (key.length !== KEY_BYTES) return [wrong(KEY, `${path} holds no key`, right)];
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return [ok(KEY, path)];
    const shown = (mode & 0o777).toString(8);
    return [warning(KEY, `${path} may be read by others (mode ${shown})`, `chmod 600 ${path}`)];
  } catch (error) {
    if (error instanceof HalcyonError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return named === null ? [] : [ok(KEY, `${path} is not there yet; the first start makes it`)];
    }
    return [wrong(KEY, `${path} cannot be read: ${pathReason(error)}`, 'let the user of the processes read it')];
  }
}
