import { isIP } from 'node:net';

/** True for `localhost` and the literal loopback addresses 127.0.0.0/8 and ::1, as a host name of a URL or a setting. */
export function isLoopbackName(name: string): boolean {
  const bare = unbracketed(name).toLowerCase();
  if (bare === 'localhost' || bare === '::1') return true;
  return isIP(bare) === 4 && bare.startsWith('127.');
}

/** True for a literal address: no name that a foreign name server could point at this machine. */
export function isAddress(name: string): boolean {
  return isIP(unbracketed(name)) !== 0;
}

function unbracketed(name: string): string {
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

/** Host name and the name with its port of a Host header (`localhost:8080`, `[::1]`); null where it is none. */
export function readHost(header: string): { readonly name: string; readonly host: string } | null {
  // A URL parser would also take user names, paths and characters that a Host header may not have.
  if (!/^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/.test(header)) return null;
  if (!URL.canParse(`http://${header}`)) return null;
  const { hostname, host } = new URL(`http://${header}`);
  return { name: hostname, host };
}
