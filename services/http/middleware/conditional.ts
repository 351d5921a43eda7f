import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';

/**
 * Gives every answer that is not a stream an ETag of its content, and answers 304 to who has it already (`If-None-Match`,
 * RFC 9110, section 13.1.2); what it is made of differs by `Accept`. A client may keep it, if it asks each time. The tag is weak: compressed or not, it says the same.
 */
export function conditional(): Middleware {
  return async (context, next) => {
    context.vary('Accept');
    await next();
    const body: unknown = context.body;
    if (context.status !== 200 || !(typeof body === 'string' || Buffer.isBuffer(body))) return;
    const tag = tagOf(body);
    context.set({ ETag: `W/${tag}`, 'Cache-Control': 'private, no-cache' });
    if (!has(context, tag)) return;
    context.status = 304;
    context.body = null;
  };
}

/** The tag of a body, without its `W/`. */
export function tagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** True where a client has an answer already, by its `If-None-Match`. @param tag without its `W/` */
export function has(context: Context, tag: string): boolean {
  const had = context
    .get('If-None-Match')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''));
  return had.includes(tag) || had.includes('*');
}
