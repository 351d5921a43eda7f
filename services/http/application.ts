import Router from '@koa/router';
import Koa from 'koa';
import { messageOf } from '../../schemas/errors.ts';
import { addIdentityRoutes } from '../identity/identity-routes.ts';
import { serveEndpoint } from './endpoint-route.ts';
import { endpointsOf, servesMore } from './endpoints/registry.ts';
import { DEFAULT_LIMITS, type HttpParts } from './http-parts.ts';
import { atOnce } from './middleware/at-once.ts';
import { crossOrigin } from './middleware/cross-origin.ts';
import { errorAnswers } from './middleware/error-answers.ts';
import { loopbackGuard } from './middleware/loopback-guard.ts';
import { requestDuration } from './middleware/request-duration.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { timeLimit } from './middleware/time-limit.ts';
import { unmatchedPath } from './middleware/unmatched-path.ts';

/** Failures of a connection that went away while it was answered. */
const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * The HTTP services as a Koa application: every endpoint of this process's parts behind the shared middlewares.
 *
 * @throws HalcyonError `invalid_configuration` where HALCYON_CORS_ORIGINS holds what is no origin
 */
export function createApplication(parts: HttpParts): Koa {
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const router = new Router({ sensitive: true });
  for (const endpoint of endpointsOf(parts.parts)) {
    router.register(
      endpoint.path,
      [endpoint.method],
      [atOnce(endpoint.atOnce), timeLimit(limits[endpoint.timeLimit]), serveEndpoint(endpoint, parts, limits)],
      { name: endpoint.name },
    );
  }
  if (parts.identity !== undefined) addIdentityRoutes(router, parts.identity);
  const application = new Koa();
  application.use(requestDuration());
  application.use(securityHeaders());
  application.use(errorAnswers(parts.logFailure));
  // Of a process that only says how it is, a cluster's metrics are read by whatever name it has there.
  if (servesMore(parts.parts)) application.use(loopbackGuard(parts.configuration));
  application.use(crossOrigin(parts.configuration));
  application.use(router.routes());
  application.use(unmatchedPath());
  application.on('error', (error: NodeJS.ErrnoException) => {
    if (!CONNECTION_LOST.has(error.code ?? '')) parts.logFailure(`an answer failed: ${messageOf(error)}`, error);
  });
  return application;
}
