import { randomUUID } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { type ErrorCode, HalcyonError, messageOf, type Problem } from '../../../schemas/errors.ts';
import type { HttpParts } from '../../api/http-parts.ts';
import { errorPath } from '../../api/pages/error-page.ts';
import { datasetErrorBody, isDatasetPath } from '../../datasets/dataset-errors.ts';
import { ClientGone } from '../body-reader.ts';
import { noteLeft } from './answered-status.ts';

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

/**
 * Turns everything thrown into one of the forms of an error: `{"detail": "<text>", "code"}`, that of the dataset API for its
 * paths, or the document's HTTPValidationError for 422. What is no HalcyonError is answered 500 without a word of its cause, which goes to the log
 * under the number that the client is told.
 */
export function errorAnswers(logFailure: HttpParts['logFailure']): Middleware {
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
      answerError(context, error, logFailure);
    }
  };
}

function answerError(context: Context, error: unknown, logFailure: HttpParts['logFailure']): void {
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
    context.body = bodyOf(context, OF_SERVERS[error.code] ?? error.message, error.code);
    if (error.retryAfter !== null) context.set('Retry-After', String(error.retryAfter));
    if (error.status === 503) {
      context.set('Retry-After', '5');
      if (error.code !== 'overloaded') logFailure(`${context.method} ${context.path}: ${error.message}`, error.cause);
    }
    return;
  }
  const number = randomUUID().slice(0, 8);
  logFailure(`${context.method} ${context.path} failed (${number}): ${messageOf(error)}`, error);
  context.status = 500;
  context.body = bodyOf(context, `Internal server error; the log holds its cause under ${number}`, 'internal');
}

function bodyOf(context: Context, message: string, code: ErrorCode): object {
  return isDatasetPath(context.path) ? datasetErrorBody(context.status, message) : { detail: message, code };
}

/** FastAPI puts the place of a value first; a refusal from further inside may not know it. */
function problemsOf(error: HalcyonError, method: string): readonly Problem[] {
  if (error.problems.length > 0) return error.problems;
  const place = method === 'GET' || method === 'HEAD' ? 'query' : 'body';
  return [{ loc: [place], msg: error.message, type: 'value_error' }];
}
