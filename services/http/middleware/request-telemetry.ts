import type { RouterContext } from '@koa/router';
import { context as active, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Middleware } from 'koa';
import { measure } from '../../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../../schemas/telemetry/metric-table.ts';
import { REQUEST_ID } from './request-id.ts';

/** What is counted where the client left before it was answered, as nginx counts it: no answer was given. */
const CLIENT_LEFT = 499;
const left = new WeakSet<Context>();
/** What is asked every few seconds by those who watch a process: nobody wants a trace of it. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Notes that nobody is there any more to read an answer. */
export function noteLeft(context: Context): void {
  left.add(context);
}

/** Status that a request was answered with, for metrics, traces and the access log. */
export function answeredStatus(context: Context): number {
  return left.has(context) ? CLIENT_LEFT : context.status;
}

/** True for an answer that says that the server failed: 501 says that what was asked is not supported (RFC 9110, 15.6.2). */
export function saysOfFailure(status: number): boolean {
  return status >= 500 && status !== 501;
}

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
