import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';
import { rolesEnoughFor } from '../../access/roles.ts';
import { type AuditEvent, type AuditLog, NOBODY_KNOWN, type Who } from '../../audit/audit-log.ts';
import { outcomeOf } from '../../audit/outcome.ts';
import { ownAccount } from '../../audit/own-account.ts';
import { ClientGone } from '../body-reader.ts';
import type { Answer, Call, Endpoint } from '../endpoint.ts';
import { callerIn } from '../middleware/access-control.ts';
import { REQUEST_ID } from '../middleware/request-id.ts';

/** Marks a request whose refusal is recorded already. */
const RECORDED = 'audited';

/**
 * Answers a call and records what became of it before anybody hears of it.
 *
 * @throws what the answer throws
 */
export async function auditedAnswer(
  context: Context,
  endpoint: Endpoint,
  call: Call<unknown, unknown, unknown>,
  log: AuditLog,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const { audit } = endpoint;
  if (audit === null) return answer();
  const event = { action: audit.action, ...senderOf(context), role: roleUsed(context, endpoint) };
  let answered: Answer;
  try {
    answered = await answer();
  } catch (error) {
    context.state[RECORDED] = true;
    await log.record({ ...event, ...audit.of?.(call, undefined), ...refusalOf(error) });
    throw error;
  }
  await log.record({ ...event, ...audit.of?.(call, answered.body), result: 'done' });
  return answered;
}

/**
 * Records a request that was refused because of who sent it, whatever it asked for.
 *
 * @param endpoint the one that was asked; undefined where there is none
 */
async function recordRefusal(
  context: Context,
  error: HalcyonError,
  endpoint: Endpoint | undefined,
  log: AuditLog,
): Promise<void> {
  if (context.state[RECORDED] === true) return;
  // The path as it is documented: the one that was sent is somebody's text, and may hold anything.
  const { _matchedRoute: route } = context as Partial<RouterContext>;
  const about = typeof route === 'string' ? { kind: 'endpoint', id: `${context.method} ${route}` } : null;
  const action = endpoint?.audit?.action ?? 'access';
  await log.record({ action, ...senderOf(context), about, ...refusalOf(error) });
}

/** Who sends a request, and from where. On the socket for commands it is whoever owns the data folder, unless a token says who. */
export function senderOf(context: Context): { readonly who: Who; readonly from: string; readonly requestId: string } {
  const requestId = String(context.response.get(REQUEST_ID));
  const address = context.ip.replace(/^::ffff:/, '');
  if (address === '')
    return { who: callerIn(context) === null ? ownAccount() : whoIn(context), from: 'local', requestId };
  return { who: whoIn(context), from: address, requestId };
}

function whoIn(context: Context): Who {
  const caller = callerIn(context);
  if (caller === null) return NOBODY_KNOWN;
  return { id: caller.id, username: caller.username, client: caller.client };
}

function roleUsed(context: Context, { roles }: Endpoint): string | null {
  const caller = callerIn(context);
  if (caller === null || roles === null) return null;
  return [...roles, ...rolesEnoughFor(roles)].find((role) => caller.roles.has(role)) ?? null;
}

/** What became of a request that was not done. */
export function refusalOf(error: unknown): Pick<AuditEvent, 'result' | 'reason'> {
  return error instanceof ClientGone ? { result: 'failed', reason: 'client_gone' } : outcomeOf(error);
}

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
