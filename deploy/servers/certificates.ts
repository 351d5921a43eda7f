import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files of an authority of our own and of what it has signed (PEM). */
export interface Certificates {
  /** Certificate of the authority: who trusts it trusts the others. */
  readonly authority: string;
  /** The server's key followed by its certificate, for 127.0.0.1 and localhost. */
  readonly serverBundle: string;
  /** A client's certificate and its key. */
  readonly client: string;
  readonly clientKey: string;
}

const DAYS = '30';
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Why no certificates can be made here, with what would be needed; null where they can. */
export function opensslMissing(): string | null {
  const found = spawnSync('openssl', ['version'], { stdio: 'ignore' });
  return found.error === undefined ? null : 'openssl is not on this machine: apt-get install openssl';
}

/**
 * Makes an authority, a server's certificate for loopback and a client's.
 *
 * @param folder for the files; made where it is not there
 * @param client name of the client
 */
export async function makeCertificates(folder: string, client: string): Promise<Certificates> {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  const made = async (name: string, subject: string, more: readonly string[]): Promise<void> => {
    const out = ['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`)];
    const subjectOf = ['-days', DAYS, '-subj', `/O=Halcyon/CN=${subject}`];
    await promisify(execFile)('openssl', ['req', '-x509', ...NEW_KEY, ...out, ...subjectOf, ...more]);
  };
  await made('authority', 'authority', ['-addext', 'keyUsage=critical,keyCertSign,cRLSign']);
  const signed = ['-CA', file('authority.pem'), '-CAkey', file('authority.key')];
  const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE'];
  await made('server', '127.0.0.1', [...signed, ...leaf, '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']);
  await made('client', client, [...signed, ...leaf]);
  const bundle = file('server-bundle.pem');
  writeFileSync(bundle, readFileSync(file('server.key'), 'utf8') + readFileSync(file('server.pem'), 'utf8'), {
    mode: 0o600,
  });
  return {
    authority: file('authority.pem'),
    serverBundle: bundle,
    client: file('client.pem'),
    clientKey: file('client.key'),
  };
}
