import ipaddr from 'ipaddr.js';

/** Leading bits of an address that networks of three widths share: a provider's, a site's, one sender's. */
const WIDTHS = { ipv4: [16, 24, 32], ipv6: [32, 48, 64] } as const;

/**
 * The networks that an address is in, the widest first; the last is what one sender has by himself. Whoever has an IPv6
 * address has all of its /64 (RFC 6177). What is no address is a network of its own.
 */
export function networksOf(address: string): readonly [provider: string, site: string, own: string] {
  if (!ipaddr.isValid(address)) return [address, address, address];
  const parsed = ipaddr.process(address);
  const kind = parsed.kind();
  const [provider, site, own] = WIDTHS[kind].map((bits) => {
    const bytes = parsed.toByteArray().map((byte, place) => (place < bits / 8 ? byte : 0));
    return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
  });
  return [provider, site, own];
}
