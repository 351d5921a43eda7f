import type { Middleware } from 'koa';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';

/**
 * Origins of HALCYON_CORS_ORIGINS.
 *
 * @throws HalcyonError `invalid_configuration` for one that is no origin (`https://example.org`, without a path); `*` is none
 */
export function originsOf(configuration: Pick<Configuration, 'corsOrigins'>): ReadonlySet<string> {
  const origins = configuration.corsOrigins
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new HalcyonError(
      'invalid_configuration',
      `HALCYON_CORS_ORIGINS holds '${origin}', should be origins such as https://example.org, without a path`,
    );
  }
  return new Set(origins);
}

/** CORS (Fetch standard) for the listed origins only; others get no header, so that their pages cannot read answers. */
export function crossOrigin(configuration: Pick<Configuration, 'corsOrigins'>): Middleware {
  const origins = originsOf(configuration);
  return async (context, next) => {
    if (origins.size > 0) context.vary('Origin');
    const origin = context.get('Origin');
    if (!origins.has(origin)) {
      await next();
      return;
    }
    context.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers':
        'Accept-Ranges, Content-Range, Deprecation, ETag, Link, Retry-After, Warning, WWW-Authenticate',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (context.method === 'OPTIONS' && context.get('Access-Control-Request-Method') !== '') {
      context.set({
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': 'Content-Type, Authorization, If-None-Match, If-Range, Last-Event-ID, Range',
        'Access-Control-Max-Age': '600',
      });
      context.status = 204;
      return;
    }
    await next();
  };
}
