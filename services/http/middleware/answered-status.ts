import type { Context } from 'koa';

/** What is counted where the client left before it was answered, as nginx counts it: no answer was given. */
const CLIENT_LEFT = 499;
const left = new WeakSet<Context>();

/** Notes that nobody is there any more to read an answer. */
export function noteLeft(context: Context): void {
  left.add(context);
}

/** Status that a request was answered with, for metrics, traces and the access log. */
export function answeredStatus(context: Context): number {
  return left.has(context) ? CLIENT_LEFT : context.status;
}

/** True for an answer that says that the server failed: 501 says that what was asked is not supported (RFC 9110, 15.6.2). */
export function saysOfFailure(status: number): boolean {
  return status >= 500 && status !== 501;
}
