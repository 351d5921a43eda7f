import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { measure } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import { answeredStatus, saysOfFailure } from './answered-status.ts';

/** Measures how long answers take, by endpoint, method and status; bodies that are still being sent are not waited for. */
export function requestDuration(): Middleware {
  return async (context, next) => {
    const began = performance.now();
    try {
      await next();
    } finally {
      const status = answeredStatus(context);
      const { _matchedRoute: route } = context as Partial<RouterContext>;
      measure(METRICS.requestDuration, (performance.now() - began) / 1000, {
        // Node's parser lets through no method that it does not know.
        'http.request.method': context.method,
        'url.scheme': context.protocol,
        'http.route': typeof route === 'string' ? route : '',
        'http.response.status_code': status,
        'error.type': saysOfFailure(status) ? String(status) : '',
      });
    }
  };
}
