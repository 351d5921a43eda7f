import type { Context, Middleware } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';
import { ClientGone } from '../body-reader.ts';

/** The signal of a request that went through `timeLimit`: aborted when the client has gone or the time is up. */
export function signalOf(context: Context): AbortSignal {
  return context.state['signal'] as AbortSignal;
}

/** Answers 503 `overloaded` when an answer takes longer than `milliseconds`, and lets the work know that it may stop. */
export function timeLimit(milliseconds: number): Middleware {
  return async (context, next) => {
    const stop = new AbortController();
    context.state['signal'] = stop.signal;
    const ended = new Promise<never>((_resolve, reject) => {
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
    });
    const timer = setTimeout(() => {
      const message = `no answer within ${milliseconds / 1000} s; ask for less, or try again later`;
      stop.abort(new HalcyonError('overloaded', message));
    }, milliseconds);
    const onClose = () => {
      if (!context.res.writableFinished) stop.abort(new ClientGone());
    };
    context.res.once('close', onClose);
    try {
      await Promise.race([next(), ended]);
    } finally {
      clearTimeout(timer);
      context.res.off('close', onClose);
    }
  };
}
