import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { pathReason } from '../../../schemas/path-reason.ts';

/** Certificate and key of the services, PEM. */
export interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * Reads the certificate and the key that HALCYON_TLS_CERT and HALCYON_TLS_KEY name; null where they name none.
 *
 * @throws HalcyonError `invalid_configuration` where one is missing, cannot be read, or they do not belong together
 */
export async function tlsOf({ tlsCert, tlsKey }: Pick<Configuration, 'tlsCert' | 'tlsKey'>): Promise<Tls | null> {
  if (tlsCert === '' && tlsKey === '') return null;
  if (tlsCert === '' || tlsKey === '') {
    const [given, missing] =
      tlsKey === '' ? ['HALCYON_TLS_CERT', 'HALCYON_TLS_KEY'] : ['HALCYON_TLS_KEY', 'HALCYON_TLS_CERT'];
    throw new HalcyonError('invalid_configuration', `${given} is given without ${missing}: https needs both`);
  }
  const tls = { cert: await fileOf('HALCYON_TLS_CERT', tlsCert), key: await fileOf('HALCYON_TLS_KEY', tlsKey) };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const message = `HALCYON_TLS_CERT ${tlsCert} and HALCYON_TLS_KEY ${tlsKey} should be a certificate and its key (PEM): ${messageOf(cause)}`;
    throw new HalcyonError('invalid_configuration', message, { cause });
  }
  return tls;
}

async function fileOf(name: string, path: string): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw new HalcyonError('invalid_configuration', `${name} ${path} cannot be read: ${pathReason(cause)}`, { cause });
  });
}
