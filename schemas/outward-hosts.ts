import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** Whose an address is. `never`: neither a host of the internet nor one that may be allowed by a list. */
type Whose = 'own' | 'near' | 'public' | 'never';

/** Where clouds answer with the credentials of the machine, beside link-local addresses; some lie in private networks. */
const OF_CLOUDS = ['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16'].map((one) => ipaddr.parse(one));

/** What the ranges of ipaddr.js mean here; all others (multicast, reserved, tunnels, tests) are never called. */
const WHOSE: Readonly<Record<string, Whose>> = {
  unspecified: 'own',
  loopback: 'own',
  private: 'near',
  carrierGradeNat: 'near',
  uniqueLocal: 'near',
  deprecatedSiteLocal: 'near',
  unicast: 'public',
};

/** IPv4 addresses in IPv6 by the form that RFC 4291 gave up: nobody is found there. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');
/** Translation between IPv4 and IPv6 (RFC 6052): what networks without IPv4 reach all others by. */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** What may be called without being listed, where nothing is listed. */
export interface Outward {
  /** Addresses of this machine. */
  readonly own: boolean;
  /** Addresses of private networks. */
  readonly near: boolean;
  /** Where hosts are listed, for messages. */
  readonly list: string;
}

/**
 * Which hosts may be called where others say which: by webhooks, links of notifications, redirects of a feed, the place
 * of an issuer's keys. Servers that the operator names in the environment (stores, brokers, mail server, collector,
 * the feed and the issuer themselves) are not asked about: they usually are on this machine or in its network.
 */
export class OutwardHosts {
  readonly #listed: readonly string[];
  readonly #outward: Outward;

  /**
   * @param listed names or addresses, `*.` in front for all below a name, `*` for all public ones; none: as `outward` says
   */
  constructor(listed: readonly string[], outward: Outward) {
    this.#listed = listed;
    this.#outward = outward;
  }

  /** What is wrong with calling a URL, as far as it can be seen from itself; null where nothing is. */
  refusal(url: URL): string | null {
    const name = bareName(url);
    if (this.#listed.length > 0 && !this.#listed.includes('*') && !this.#isListed(name)) {
      return `${name} is not in ${this.#outward.list}`;
    }
    return isIP(name) === 0 ? null : this.refusalOf(name, url);
  }

  /** What is wrong with calling an address that the host of a URL stands for; null where nothing is. */
  refusalOf(address: string, url: URL): string | null {
    const whose = whoseIs(address);
    if (whose === 'never')
      return `${address} is an address of the machine's network, or of nobody, that is never called`;
    const { own, near, list } = this.#outward;
    const open = whose === 'public' || (whose === 'own' ? own : near);
    if (open || this.#isListed(bareName(url))) return null;
    const owner = whose === 'own' ? 'this machine' : 'a private network';
    return `${address} is an address of ${owner}; list ${bareName(url)} in ${list} to allow it`;
  }

  #isListed(name: string): boolean {
    return this.#listed.some((one) => (one.startsWith('*.') ? name.endsWith(one.slice(1)) : one === name));
  }
}

/** Host of a URL in lower case, an IPv6 address without brackets; a point at its end says nothing. */
export function bareName({ hostname }: URL): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function whoseIs(text: string): Whose {
  if (isIP(text) === 0) return 'never';
  // In the one form that a URL has: ipaddr.js takes ::127.0.0.1 for ::ffff:127.0.0.1. A zone says nothing here.
  const [plain = ''] = text.split('%');
  const address = withoutIpv4(
    ipaddr.parse(bareName(new URL(isIP(plain) === 6 ? `http://[${plain}]` : `http://${plain}`))),
  );
  if (address === null || OF_CLOUDS.some((one) => one.toNormalizedString() === address.toNormalizedString())) {
    return 'never';
  }
  return WHOSE[address.range()] ?? 'never';
}

/** An IPv4 address that is written as an IPv6 one, by itself; null where it is written as none should be. */
function withoutIpv4(address: Address): Address | null {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (address.match(TRANSLATED)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  const isSpecial = ['unspecified', 'loopback'].includes(address.range());
  return address.match(IPV4_COMPATIBLE) && !isSpecial ? null : address;
}
