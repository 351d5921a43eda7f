import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';

/** What no endpoint has taken: 404, 405 with the methods that there are, or an answer to OPTIONS. */
export function unmatchedPath(): Middleware {
  return (context) => {
    const layers = (context as Partial<RouterContext>).matched ?? [];
    // What has an address of its own is not also one of many under a parameter.
    const own = layers.filter(({ path }) => !String(path).includes(':'));
    const methods = [...new Set((own.length > 0 ? own : layers).flatMap((layer) => layer.methods))];
    if (methods.length === 0) {
      throw new HalcyonError('not_found', 'there is nothing at this path; /docs lists what there is');
    }
    context.set('Allow', [...methods, 'OPTIONS'].sort().join(', '));
    if (context.method !== 'OPTIONS') {
      throw new HalcyonError('method_not_allowed', `this path takes ${methods.join(', ')}`);
    }
    context.status = 204;
  };
}
