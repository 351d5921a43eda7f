import type { Middleware } from 'koa';
import type { Configuration } from '../../../schemas/configuration.ts';

/** A year, as browsers' lists ask for; hosts below this one are not ours to speak for (RFC 6797). */
const HTTPS_ONLY = 'max-age=31536000';

/**
 * Headers that every answer carries: no guessing of media types, no framing, no referrer, nothing kept by caches (all
 * answers are of the moment), no reading by other sites without CORS. Pages name what they load in a policy of their own.
 * Where the services are reached by https, browsers are told to ask by nothing else.
 */
export function securityHeaders({ publicUrl, tlsCert }: Pick<Configuration, 'publicUrl' | 'tlsCert'>): Middleware {
  const isHttps = tlsCert !== '' || publicUrl.startsWith('https:');
  return async (context, next) => {
    context.set({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      ...(isHttps && { 'Strict-Transport-Security': HTTPS_ONLY }),
    });
    await next();
  };
}
