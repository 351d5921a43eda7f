import { METHODS } from 'node:http';
import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { measure } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';

const KNOWN: ReadonlySet<string> = new Set(METHODS);

/** Measures how long answers take, by endpoint, method and status; bodies that are still being sent are not waited for. */
export function requestDuration(): Middleware {
  return async (context, next) => {
    const began = performance.now();
    try {
      await next();
    } finally {
      const { _matchedRoute: route } = context as Partial<RouterContext>;
      measure(METRICS.requestDuration, (performance.now() - began) / 1000, {
        // Anything may stand in a request line; what is no method gets no label of its own.
        'http.request.method': KNOWN.has(context.method) ? context.method : '_OTHER',
        'http.route': typeof route === 'string' ? route : '',
        'http.response.status_code': context.status,
      });
    }
  };
}
