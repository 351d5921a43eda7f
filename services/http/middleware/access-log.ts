import type { Middleware } from 'koa';
import type { AnsweredRequest } from '../../telemetry/answered-request.ts';
import { inRequest } from '../../telemetry/current-request.ts';
import { REQUEST_ID } from './request-id.ts';
import { answeredStatus } from './request-telemetry.ts';

/** Tells of each request once its answer is out, or broken off. */
export function accessLog(log: (answered: AnsweredRequest) => void): Middleware {
  return async (context, next) => {
    const began = performance.now();
    const { method, path, ip: client } = context;
    const id = String(context.response.get(REQUEST_ID));
    context.res.once('close', () => {
      const milliseconds = Math.round(performance.now() - began);
      void inRequest(id, async () => log({ method, path, status: answeredStatus(context), milliseconds, client }));
    });
    await next();
  };
}
