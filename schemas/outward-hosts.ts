import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are never called, whatever is listed: link-local ones (RFC 3927, RFC 4291), where clouds answer with the
 * credentials of the machine, and what else they answer at.
 */
const NEVER = new BlockList();
NEVER.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER.addSubnet('fe80::', 10, 'ipv6');
NEVER.addAddress('fd00:ec2::254', 'ipv6');
NEVER.addAddress('100.100.100.200', 'ipv4');
NEVER.addAddress('168.63.129.16', 'ipv4');

/** Addresses of this machine itself, and those that are nobody's. */
const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8, 'ipv4');
OWN.addSubnet('0.0.0.0', 8, 'ipv4');
OWN.addAddress('::1', 'ipv6');
OWN.addAddress('::', 'ipv6');

/** Addresses of private networks (RFC 1918, RFC 4193, RFC 6598). */
const NEAR = new BlockList();
NEAR.addSubnet('10.0.0.0', 8, 'ipv4');
NEAR.addSubnet('172.16.0.0', 12, 'ipv4');
NEAR.addSubnet('192.168.0.0', 16, 'ipv4');
NEAR.addSubnet('100.64.0.0', 10, 'ipv4');
NEAR.addSubnet('fc00::', 7, 'ipv6');

/** What may be called without being listed, where nothing is listed. */
export interface Outward {
  /** Addresses of this machine. */
  readonly own: boolean;
  /** Addresses of private networks. */
  readonly near: boolean;
  /** Where hosts are listed, for messages. */
  readonly list: string;
}

/** Which hosts may be called where others say which: by webhooks, by the links of notifications. */
export class OutwardHosts {
  readonly #listed: readonly string[];
  readonly #outward: Outward;

  /** @param listed names or addresses, `*.` in front for all below a name; none: every host may be called */
  constructor(listed: readonly string[], outward: Outward) {
    this.#listed = listed;
    this.#outward = outward;
  }

  /** What is wrong with calling a URL, as far as it can be seen from itself; null where nothing is. */
  refusal(url: URL): string | null {
    const name = bareName(url);
    if (this.#listed.length > 0 && !this.#isListed(name)) return `${name} is not in ${this.#outward.list}`;
    return isIP(name) === 0 ? null : this.refusalOf(name, url);
  }

  /** What is wrong with calling an address that the host of a URL stands for; null where nothing is. */
  refusalOf(address: string, url: URL): string | null {
    const plain = withoutMapping(address);
    const family = isIP(plain) === 4 ? 'ipv4' : 'ipv6';
    if (NEVER.check(plain, family)) return `${plain} is an address of the machine's network that is never called`;
    const { own, near, list } = this.#outward;
    const isOwn = OWN.check(plain, family);
    if ((isOwn ? own : near || !NEAR.check(plain, family)) || this.#isListed(bareName(url))) return null;
    const whose = isOwn ? 'this machine' : 'a private network';
    return `${plain} is an address of ${whose}; list ${bareName(url)} in ${list} to allow it`;
  }

  #isListed(name: string): boolean {
    return this.#listed.some((one) => (one.startsWith('*.') ? name.endsWith(one.slice(1)) : one === name));
  }
}

/** Host of a URL in lower case, an IPv6 address without brackets; a point at its end says nothing. */
function bareName({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** An IPv4 address that is written as an IPv6 one (RFC 4291 section 2.5.5.2, RFC 6052), by itself. */
function withoutMapping(address: string): string {
  const last = /^(?:::ffff:|64:ff9b::)(.+)$/i.exec(address)?.[1];
  if (last === undefined) return address;
  if (isIP(last) === 4) return last;
  const groups = last.split(':').map((group) => Number.parseInt(group, 16));
  if (groups.length > 2 || groups.some(Number.isNaN)) return address;
  const [high, low] = groups.length === 2 ? groups : [0, groups[0]];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
