import ipaddr from 'ipaddr.js';
import type { Context, Middleware } from 'koa';
import { networksOf } from '../../access/address-networks.ts';
import { SharedPlaces } from '../../access/shared-places.ts';
import { callerIn } from './access-control.ts';

/** At most `most` requests of one endpoint under way, so that bodies and detections cannot exhaust the machine; nobody has all. */
export function atOnce(most: number): Middleware {
  const places = new SharedPlaces(most, 'such requests are under way');
  return async (context, next) => {
    const leave = places.take(whoAsks(context));
    try {
      await next();
    } finally {
      leave();
    }
  };
}

/**
 * Who is held apart from others where places are shared: the subject of the token, else the network of the address. null for
 * programs of this machine without a token: all of them come from the same address, a proxy among them.
 */
export function whoAsks(context: Context): string | null {
  const caller = callerIn(context);
  if (caller !== null) return `subject ${caller.id}`;
  const { ip } = context;
  if (!ipaddr.isValid(ip) || ipaddr.process(ip).range() === 'loopback') return null;
  const [, , own] = networksOf(ip);
  return `address ${own}`;
}
