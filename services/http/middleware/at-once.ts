import type { Middleware } from 'koa';
import { SharedPlaces } from '../../access/shared-places.ts';
import { whoAsks } from './who-asks.ts';

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
