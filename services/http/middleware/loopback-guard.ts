import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { Configuration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { isAddress, isLoopbackName, readHost } from '../listening/loopback-names.ts';
import { listensOnLoopback } from '../listening/safe-listening.ts';
import { originsOf } from './cross-origin.ts';

/**
 * Without access control any web page in a browser on this machine is a client. So a request must be addressed to this
 * service by a name that no foreign name server can hold (no DNS rebinding), must not come from another site's page (no
 * cross-site post), and must not have come through a proxy, which would make everybody look local.
 *
 * Where the operator let it listen elsewhere (`--insecure`), literal addresses and the public URL's name are good as well,
 * and forwarded headers are ignored rather than refused.
 *
 * @throws HalcyonError `forbidden_origin` from the middleware
 */
export function loopbackGuard(configuration: Pick<Configuration, 'host' | 'publicUrl' | 'corsOrigins'>): Middleware {
  const onLoopback = listensOnLoopback(configuration);
  const { publicUrl } = configuration;
  const publicName = publicUrl === '' ? null : new URL(publicUrl).hostname;
  const publicOrigin = publicUrl === '' ? null : new URL(publicUrl).origin;
  const allowed = originsOf(configuration);
  const isOurName = (name: string) => isLoopbackName(name) || name === publicName || (!onLoopback && isAddress(name));

  return async (context, next) => {
    const { req } = context;
    if (onLoopback) refuseForwarded(req);
    const host = hostOf(req);
    if (host === null || !isOurName(host.name)) {
      throw forbidden(
        `the Host header '${shownHeader(req.headers.host)}' is not a name of this service; ` +
          'use localhost, or set HALCYON_PUBLIC_URL to the name it is reached by',
      );
    }
    const { origin } = req.headers;
    if (origin !== undefined) {
      const ours = origin === `http://${host.host}` || origin === `https://${host.host}` || origin === publicOrigin;
      if (!ours && !allowed.has(origin)) {
        throw forbidden(
          `pages of the origin '${shownHeader(origin)}' may not call this service; HALCYON_CORS_ORIGINS lists those that may`,
        );
      }
    } else if (isFromAnotherSite(req)) {
      throw forbidden('requests from pages of other sites are refused; HALCYON_CORS_ORIGINS lists those that may call');
    }
    await next();
  };
}

function refuseForwarded(request: IncomingMessage): void {
  const name = Object.keys(request.headers).find(
    (header) => header === 'forwarded' || header === 'x-real-ip' || header.startsWith('x-forwarded-'),
  );
  if (name === undefined) return;
  throw forbidden(
    `the request carries '${name}': it came through a proxy, and without access control only direct requests are served`,
  );
}

/** Who the request is addressed to; an absolute request target counts as well as the Host header. null: unclear. */
function hostOf(request: IncomingMessage): ReturnType<typeof readHost> {
  // Node keeps the first of several; a proxy in between might have judged by another.
  const given = request.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
  const header = request.headers.host;
  if (header === undefined || given !== 1) return null;
  const host = readHost(header);
  const target = request.url ?? '/';
  if (target.startsWith('/') || target === '*') return host;
  return URL.canParse(target) && new URL(target).host === host?.host ? host : null;
}

/** Browsers say where a request comes from; following a link to here is no attack, anything else is. */
function isFromAnotherSite(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return false;
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  return !(
    isReading &&
    request.headers['sec-fetch-mode'] === 'navigate' &&
    request.headers['sec-fetch-dest'] === 'document'
  );
}

function shownHeader(text: string | undefined): string {
  const plain = (text ?? '').replace(/[^\x20-\x7e]/g, '?');
  return plain.length > 100 ? `${plain.slice(0, 97)}...` : plain;
}

function forbidden(message: string): HalcyonError {
  return new HalcyonError('forbidden_origin', message);
}
