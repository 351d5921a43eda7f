import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { bareName } from '../../../schemas/outward-hosts.ts';
import { tlsOf } from '../../http/listening/tls-files.ts';
import { type Finding, ok, warning, wrong } from '../installation/finding.ts';
import type { Check } from '../installation/installation.ts';

const WHAT = 'certificate';
const DAY_MS = 86_400_000;
/** A certificate that ends sooner is told [ms]: time enough to have another made. */
const SOON_MS = 21 * DAY_MS;

/** The certificates of the services and of the client of the brokers: readable, in time, of the right name. */
export const tlsFiles: Check = {
  what: WHAT,
  look: async ({ configuration, now }) => {
    const found: Finding[] = [];
    try {
      if ((await tlsOf(configuration)) !== null) {
        found.push(...(await lookAt('HALCYON_TLS_CERT', configuration.tlsCert, now(), namesOf(configuration))));
      }
    } catch (error) {
      if (!(error instanceof HalcyonError)) throw error;
      found.push(wrong(WHAT, error.message, ''));
    }
    const { kafkaCa, kafkaCert } = configuration;
    if (kafkaCa !== '') found.push(...(await lookAt('HALCYON_KAFKA_CA', kafkaCa, now(), [])));
    if (kafkaCert !== '') found.push(...(await lookAt('HALCYON_KAFKA_CERT', kafkaCert, now(), [])));
    return found;
  },
};

/** Host names by which clients reach the services. */
function namesOf({ publicUrl }: Configuration): string[] {
  return publicUrl === '' ? [] : [bareName(new URL(publicUrl))];
}

/** @param names that the certificate should be of */
async function lookAt(setting: string, path: string, now: number, names: readonly string[]): Promise<Finding[]> {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(await readFile(path));
  } catch (error) {
    const should = `${setting} should name a readable file with a certificate (PEM)`;
    return [wrong(WHAT, `${path} is no certificate that can be read: ${messageOf(error)}`, should)];
  }
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const renew = `put a newer one at ${path} and start the processes again`;
  if (now > to) return [wrong(WHAT, `${setting} ended on ${day(to)}`, renew)];
  if (now < from)
    return [wrong(WHAT, `${setting} begins on ${day(from)} only`, "see that this machine's clock is right")];
  const found: Finding[] = [];
  for (const name of names) {
    const matches = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
    if (matches !== undefined) continue;
    const should = `it should be of the name in HALCYON_PUBLIC_URL`;
    found.push(
      wrong(WHAT, `${setting} is not of ${name}: ${certificate.subjectAltName ?? 'it names no host'}`, should),
    );
  }
  const left = Math.floor((to - now) / DAY_MS);
  const until = `${setting} is good until ${day(to)}`;
  found.push(to - now < SOON_MS ? warning(WHAT, `${until}, ${left} days from now`, renew) : ok(WHAT, until));
  return found;
}
