import type { Middleware } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';

/** At most `most` requests of one endpoint under way, so that bodies and detections cannot exhaust the machine. */
export function atOnce(most: number): Middleware {
  let underWay = 0;
  return async (_context, next) => {
    if (underWay >= most) {
      throw new HalcyonError('overloaded', `${most} such requests are under way already; try again in a moment`);
    }
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}
