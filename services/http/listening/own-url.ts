import { isIPv6 } from 'node:net';
import type { Configuration } from '../../../schemas/configuration.ts';

/** Where a system with these settings listens, as programs on its machine reach it. */
export function ownUrl({ host, port, tlsCert }: Pick<Configuration, 'host' | 'port' | 'tlsCert'>): string {
  // One that listens on every address is reached by that of this machine.
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${tlsCert === '' ? 'http' : 'https'}://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}
