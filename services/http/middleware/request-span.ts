import type { RouterContext } from '@koa/router';
import { context as active, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { answeredStatus, saysOfFailure } from './answered-status.ts';
import { REQUEST_ID } from './request-id.ts';

/** What is asked every few seconds by those who watch a process: nobody wants a trace of it. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Makes a span of each request, as the semantic conventions of OpenTelemetry for HTTP servers have it, within the trace that
 * its headers name; what it leads to goes on in it. Does nothing where nothing is traced.
 */
export function requestSpan(): Middleware {
  return async (context, next) => {
    if (UNTRACED.has(context.path)) return next();
    const { method } = context;
    const within = propagation.extract(ROOT_CONTEXT, context.headers);
    const attributes = {
      'http.request.method': method,
      'url.path': context.path,
      'url.scheme': context.protocol,
      [`http.response.header.${REQUEST_ID.toLowerCase()}`]: [String(context.response.get(REQUEST_ID))],
    };
    const span = trace.getTracer('halcyon').startSpan(method, { kind: SpanKind.SERVER, attributes }, within);
    try {
      await active.with(trace.setSpan(within, span), next);
    } finally {
      const { _matchedRoute: route } = context as Partial<RouterContext>;
      if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      span.setAttribute('http.response.status_code', answeredStatus(context));
      if (saysOfFailure(context.status)) {
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', String(context.status));
      }
      span.end();
    }
  };
}
