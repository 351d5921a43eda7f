import type { Context, Next } from 'koa';

/** Keeps what is answered out of every cache (RFC 6749, section 5.1). */
export async function notStored(context: Context, next: Next): Promise<void> {
  context.set('Cache-Control', 'no-store');
  context.set('Pragma', 'no-cache');
  await next();
}
