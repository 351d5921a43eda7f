import Router from '@koa/router';
import Koa from 'koa';
import { messageOf } from '../../schemas/errors.ts';
import type { NetworkScope } from '../../schemas/network-scope.ts';
import { servesMore } from '../../schemas/parts.ts';
import { Quotas, quotasOf } from '../access/quotas.ts';
import { DATASET_ERRORS } from '../datasets/dataset-errors.ts';
import { DEFAULT_LIMITS } from '../http/http-limits.ts';
import { accessControl, type Door } from '../http/middleware/access-control.ts';
import { accessLog } from '../http/middleware/access-log.ts';
import { atOnce } from '../http/middleware/at-once.ts';
import { compressed } from '../http/middleware/compressed.ts';
import { conditional } from '../http/middleware/conditional.ts';
import { crossOrigin } from '../http/middleware/cross-origin.ts';
import { errorAnswers } from '../http/middleware/error-answers.ts';
import { loopbackGuard } from '../http/middleware/loopback-guard.ts';
import { requestId } from '../http/middleware/request-id.ts';
import { requestDuration, requestSpan } from '../http/middleware/request-telemetry.ts';
import { securityHeaders } from '../http/middleware/security-headers.ts';
import { timeLimit } from '../http/middleware/time-limit.ts';
import { unmatchedPath } from '../http/middleware/unmatched-path.ts';
import { refusalsRecorded } from '../http/route/audited-answer.ts';
import { serveEndpoint } from '../http/route/endpoint-route.ts';
import { addAdministrationRoutes } from '../identity/administration/administration-routes.ts';
import { addIdentityRoutes } from '../identity/routes/identity-routes.ts';
import { addWebRoutes } from '../web/web-routes.ts';
import { addCopyRoute } from './copy-route.ts';
import type { HttpDependencies } from './http-dependencies.ts';
import { partsOfNetworks } from './parts-of-networks.ts';
import { endpointsOf } from './registry.ts';

/** Failures of a connection that went away while it was answered. */
const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * The HTTP services as a Koa application: every endpoint of this process's parts behind the shared middlewares. By the
 * `local` door come the commands of whoever owns the data folder: they need no token, and may administer. With a token they act
 * as whom it is for.
 *
 * @throws HalcyonError `invalid_configuration` where HALCYON_CORS_ORIGINS holds what is no origin
 */
export function createApplication(parts: HttpDependencies, door: Door = 'public'): Koa {
  const limits = { ...DEFAULT_LIMITS, ...parts.limits };
  const quotas = new Quotas(quotasOf(parts.configuration), parts.now);
  const serving = {
    partsWithin: (scope: NetworkScope) => partsOfNetworks(parts, scope),
    audit: parts.audit,
    limits,
    quotas,
    unknownParameters: parts.configuration.unknownParameters,
  };
  const router = new Router({ sensitive: true });
  for (const endpoint of endpointsOf(parts.parts)) {
    router.register(
      // With a slash at its end it is the same.
      endpoint.path.replace(/(?<=.)\/$/, ''),
      [endpoint.method],
      [
        accessControl(endpoint.part, endpoint.roles, parts.access, door),
        // Whoever waits for an answer that is being made for all takes nothing.
        ...(endpoint.shared === null ? [atOnce(endpoint.atOnce)] : []),
        timeLimit(limits[endpoint.timeLimit]),
        ...(endpoint.formats.length === 0 ? [] : [compressed(), conditional()]),
        serveEndpoint(endpoint, serving),
      ],
      { name: endpoint.name },
    );
  }
  if (parts.identity !== undefined) {
    if (door === 'local')
      addAdministrationRoutes(router, { ...parts.identity, networks: () => parts.people.networks() });
    else addIdentityRoutes(router, parts.identity);
  }
  if (door === 'local' && parts.copyCatalogue !== undefined) addCopyRoute(router, parts.copyCatalogue);
  if (parts.parts.has('web')) addWebRoutes(router, parts.configuration);
  const application = new Koa();
  application.use(requestId());
  if (parts.logAccess !== undefined) application.use(accessLog(parts.logAccess));
  application.use(requestSpan());
  application.use(requestDuration());
  application.use(securityHeaders(parts.configuration));
  application.use(errorAnswers(parts.logFailure, [DATASET_ERRORS]));
  application.use(refusalsRecorded(parts.audit, endpointsOf(parts.parts)));
  // One proxy in front, whose word on the client is the last of the header; what came before it anybody may have written.
  application.proxy = parts.configuration.trustProxy;
  application.maxIpsCount = 1;
  // With access control a page of another site has no token; and of a process that only says how it is, a cluster's
  // metrics are read by whatever name it has there.
  if (door === 'public' && parts.configuration.auth === 'off' && servesMore(parts.parts)) {
    application.use(loopbackGuard(parts.configuration));
  }
  application.use(crossOrigin(parts.configuration));
  application.use(router.routes());
  application.use(unmatchedPath());
  application.on('error', (error: NodeJS.ErrnoException) => {
    if (!CONNECTION_LOST.has(error.code ?? '')) parts.logFailure(`an answer failed: ${messageOf(error)}`, error);
  });
  return application;
}
