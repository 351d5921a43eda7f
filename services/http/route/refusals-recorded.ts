import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Endpoint } from '../endpoint.ts';
import { recordRefusal } from './audited-answer.ts';

/** Has every request recorded that is refused because of who sent it (401, 403), before that is answered. */
export function refusalsRecorded(log: AuditLog, endpoints: readonly Endpoint[]): Middleware {
  const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  return async (context: Context, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof HalcyonError && (error.status === 401 || error.status === 403)) {
        const { _matchedRouteName: name } = context as Partial<RouterContext>;
        await recordRefusal(context, error, byName.get(String(name)), log);
      }
      throw error;
    }
  };
}
