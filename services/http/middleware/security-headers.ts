import type { Middleware } from 'koa';

/**
 * Headers that every answer carries: no guessing of media types, no framing, no referrer, nothing kept by caches (all
 * answers are of the moment), no reading by other sites without CORS. Pages name what they load in a policy of their own.
 */
export function securityHeaders(): Middleware {
  return async (context, next) => {
    context.set({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    });
    await next();
  };
}
