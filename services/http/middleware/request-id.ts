import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { inRequest } from '../../telemetry/current-request.ts';

/** Header of a request's id, in requests and answers. */
export const REQUEST_ID = 'X-Request-Id';

/** What an id may be that others gave: it goes into logs and headers as it is. */
const SANE = /^[\w.:@/+=-]{1,128}$/;

/** Gives each request an id: the one that it came with where that is sane, else a new one. The answer carries it. */
export function requestId(): Middleware {
  return async (context, next) => {
    const given = context.get(REQUEST_ID);
    const id = SANE.test(given) ? given : randomUUID();
    context.set(REQUEST_ID, id);
    await inRequest(id, next);
  };
}
