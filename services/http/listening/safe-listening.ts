import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { isLoopbackName } from './loopback-names.ts';

type Where = Pick<Configuration, 'host' | 'publicUrl' | 'auth'>;

/** True where only this machine can reach the services: host and public URL are both loopback. */
export function listensOnLoopback(configuration: Pick<Configuration, 'host' | 'publicUrl'>): boolean {
  const { host, publicUrl } = configuration;
  return isLoopbackName(host) && (publicUrl === '' || isLoopbackName(new URL(publicUrl).hostname));
}

/**
 * Refuses to listen where anybody could write: without access control only on loopback, or where `--insecure` was said.
 *
 * @throws HalcyonError `invalid_configuration`
 */
export function assertSafeListening(configuration: Where, { insecure }: { readonly insecure: boolean }): void {
  if (configuration.auth === 'required' || insecure || listensOnLoopback(configuration)) return;
  const { host, publicUrl } = configuration;
  const what = isLoopbackName(host) ? `HALCYON_PUBLIC_URL is '${publicUrl}'` : `HALCYON_HOST is '${host}'`;
  throw new HalcyonError(
    'invalid_configuration',
    `${what}: without access control anybody who reaches it could write; set HALCYON_AUTH=required, listen on 127.0.0.1, or say --insecure`,
  );
}
