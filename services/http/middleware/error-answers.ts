import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { type ErrorCode, HalcyonError, messageOf, type Problem } from '../../../schemas/errors.ts';
import { ClientGone } from '../body-reader.ts';
import { noteLeft } from './request-telemetry.ts';

/**
 * What clients are told of servers that this process rests on. The words of such an error name the server, for the operator:
 * they go to the log, and `halcyon doctor` says more.
 */
const OF_SERVERS: Partial<Record<ErrorCode, string>> = {
  store_unavailable: 'A store of this service does not answer as it should; try again.',
  store_locked: 'The store of this service is held by another process; try again.',
  store_unreadable: 'A store of this service cannot do what was asked; its log has the cause.',
  log_unavailable: 'The event log of this service does not answer as it should; try again.',
};

/** Takes what went wrong and its private cause, for the log. */
export type LogFailure = (line: string, cause: unknown) => void;

/** The form of the errors of an API that has one of its own. */
export interface ErrorForm {
  /** True for the paths of the API. */
  readonly holdsAt: (path: string) => boolean;
  /** An error of a status, with its words for the client. */
  readonly body: (status: number, message: string) => object;
}

/**
 * Turns everything thrown into one of the forms of an error: `{"detail": "<text>", "code"}`, that of an API for its
 * paths, or the document's HTTPValidationError for 422. What is no HalcyonError is answered 500 without a word of its cause, which goes to the log
 * under the number that the client is told.
 *
 * @param forms those of APIs that have their own
 */
export function errorAnswers(logFailure: LogFailure, forms: readonly ErrorForm[] = []): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      // A client that aborted an upload is no fault of ours, and nobody is there to read an answer.
      if (error instanceof ClientGone || (context.req.destroyed && !context.req.complete)) {
        noteLeft(context);
        context.respond = false;
        context.res.destroy();
        return;
      }
      answerError(context, error, logFailure, forms);
    }
  };
}

function answerError(context: Context, error: unknown, logFailure: LogFailure, forms: readonly ErrorForm[]): void {
  context.type = 'application/json';
  context.set('Cache-Control', 'no-store');
  const code = error instanceof HalcyonError ? error.code : 'internal';
  context.set('Link', `<${errorPath(code)}>; rel="help"`);
  if (error instanceof HalcyonError && error.status === 422) {
    context.status = 422;
    context.body = { detail: problemsOf(error, context.method) };
    return;
  }
  if (error instanceof HalcyonError && error.status !== 500) {
    context.status = error.status;
    context.body = bodyOf(context, OF_SERVERS[error.code] ?? error.message, error.code, forms);
    if (error.retryAfter !== null) context.set('Retry-After', String(error.retryAfter));
    // A disk that is watched is told of once; one that turns out to be full has a cause.
    if (error.code === 'insufficient_storage' && error.cause !== undefined) {
      logFailure(`${context.method} ${context.path}: ${error.message}`, error.cause);
    }
    if (error.status === 503) {
      context.set('Retry-After', '5');
      if (error.code !== 'overloaded') logFailure(`${context.method} ${context.path}: ${error.message}`, error.cause);
    }
    return;
  }
  const number = randomUUID().slice(0, 8);
  logFailure(`${context.method} ${context.path} failed (${number}): ${messageOf(error)}`, error);
  context.status = 500;
  context.body = bodyOf(context, `Internal server error; the log holds its cause under ${number}`, 'internal', forms);
}

function bodyOf(context: Context, message: string, code: ErrorCode, forms: readonly ErrorForm[]): object {
  const own = forms.find(({ holdsAt }) => holdsAt(context.path));
  return own?.body(context.status, message) ?? { detail: message, code };
}

/** Path of the page of an error: where the header `Link` of an answer leads. */
function errorPath(code: ErrorCode): string {
  return `/docs/errors/${code}`;
}

/** FastAPI puts the place of a value first; a refusal from further inside may not know it. */
function problemsOf(error: HalcyonError, method: string): readonly Problem[] {
  if (error.problems.length > 0) return error.problems;
  const place = method === 'GET' || method === 'HEAD' ? 'query' : 'body';
  return [{ loc: [place], msg: error.message, type: 'value_error' }];
}
