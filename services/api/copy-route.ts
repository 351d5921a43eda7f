import type { Readable } from 'node:stream';
import type Router from '@koa/router';
import type { Context } from 'koa';

/** Where a back-up reads the catalogue of a running system, on the socket for commands alone. */
export const COPY_PATH = '/backup/catalogue';

/** Adds the copy of the catalogue to a router that only the owner of the data folder reaches. */
export function addCopyRoute(router: Router, copyCatalogue: () => Readable): void {
  router.get(COPY_PATH, (context: Context) => {
    context.type = 'application/x-ndjson';
    context.body = copyCatalogue();
  });
}
