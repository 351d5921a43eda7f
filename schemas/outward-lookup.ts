import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { OutwardHosts } from './outward-hosts.ts';

/**
 * Looks the name of a URL up and hands out only what may be called, so that no name server can say something else between
 * the check and the call.
 */
export function checkedLookup(hosts: OutwardHosts, url: URL): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, [], 0);
      const refusals = addresses.map(({ address }) => hosts.refusalOf(address, url));
      const allowed = addresses.filter((_, at) => refusals[at] === null);
      if (allowed.length === 0) return callback(new Error(refusals[0] ?? `${name} has no address`), [], 0);
      if (options.all === true) callback(null, allowed);
      else callback(null, allowed[0].address, allowed[0].family);
    });
  };
}
