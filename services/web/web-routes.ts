import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { CONFIGURED_ELEMENTS } from '../../schemas/elements/configured-elements.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { type Encoding, readWebFiles, type WebFile } from './web-files.ts';
import { type WebConfiguration, webPolicy, webSettings } from './web-settings.ts';

/** A year: as long as caches are meant to keep anything (RFC 9111 names no bound). */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** The page and what is told of the settings are asked for anew each time; unchanged they are not sent again. */
const ASK_AGAIN = 'no-cache';
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

/**
 * Adds the pages for people to a router: `/map`, every page below it (each is the same file; the address tells it what to
 * show), and its assets.
 *
 * @param folder of the build, absolute path
 */
export function addWebRoutes(
  router: Router,
  configuration: WebConfiguration,
  folder = packageFile('dist', 'web'),
): void {
  // Read at the first request: a start does not wait for it, and a process without visitors has no use for it.
  let read: ReadonlyMap<string, WebFile> | null = null;
  const file = (name: string): WebFile | undefined => {
    read ??= readWebFiles(folder);
    if (read.size === 0) {
      read = null;
      throw new HalcyonError('not_found', 'the pages are not built: npm run build');
    }
    return read.get(name);
  };
  const policy = webPolicy(configuration);
  const settings = JSON.stringify(webSettings(configuration));

  router.get('web-settings', '/map/settings.json', (context) => {
    context.set('Cache-Control', ASK_AGAIN);
    context.type = 'application/json';
    context.body = settings;
  });
  const elements = `globalThis.halcyonElements=${JSON.stringify(CONFIGURED_ELEMENTS.elements)};\n`;
  router.get('web-elements', '/map/elements.js', (context) => {
    context.set('Cache-Control', ASK_AGAIN);
    context.type = 'text/javascript';
    context.body = elements;
  });
  router.get('web-asset', '/map/assets/:name', (context) => {
    const found = file(`assets/${parameter(context, 'name')}`);
    if (found === undefined) throw new HalcyonError('not_found', 'there is no such file; /map has the page');
    send(context, found);
  });
  router.get('web-icon', '/map/icon.svg', (context) => {
    const found = file('icon.svg');
    if (found === undefined) throw new HalcyonError('not_found', 'there is no such file; /map has the page');
    send(context, found);
  });
  for (const path of ['/map', '/map/{*page}']) {
    router.get(path, (context) => {
      const page = file('index.html');
      if (page === undefined) throw new HalcyonError('not_found', 'the pages are not built: npm run build');
      context.set('Content-Security-Policy', policy);
      send(context, page);
    });
  }
}

function parameter(context: Context, name: string): string {
  return (context as Partial<RouterContext>).params?.[name] ?? '';
}

/** Sends a file in the smallest form that the browser can unpack; nothing where it has it already. */
function send(context: Context, file: WebFile): void {
  const ready = ENCODINGS.filter((encoding) => file.bytes[encoding] !== undefined);
  const encoding = ready.find((one) => context.acceptsEncodings(one) !== false) ?? 'identity';
  context.vary('Accept-Encoding');
  context.set({ 'Cache-Control': file.immutable ? FOR_EVER : ASK_AGAIN, ETag: file.etag });
  const known = context.get('If-None-Match').split(/\s*,\s*/);
  if (known.includes(file.etag) || known.includes(`W/${file.etag}`)) {
    context.status = 304;
    return;
  }
  if (encoding !== 'identity') context.set('Content-Encoding', encoding);
  context.type = file.type;
  context.body = file.bytes[encoding] ?? file.bytes.identity;
}
