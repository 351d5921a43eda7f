import type { Context } from 'koa';
import { OAuthError } from '../../access/oauth-error.ts';
import { refusalOf, senderOf } from '../../http/route/audited-answer.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import type { IdentityAnswer, IdentityCall, IdentityEndpoint } from '../identity-endpoint.ts';

/**
 * Answers a call and records what became of it before anybody hears of it: of endpoints that change nothing only who was
 * refused.
 *
 * @throws what the endpoint throws
 */
export async function recorded(
  context: Context,
  endpoint: IdentityEndpoint,
  call: IdentityCall,
  dependencies: IdentityDependencies,
): Promise<IdentityAnswer> {
  const action = endpoint.audit?.(call.form) ?? null;
  const { from, requestId } = senderOf(context);
  const about = { kind: 'realm', id: call.realm };
  try {
    const answer = await endpoint.answer(call, dependencies);
    if (action !== null)
      await dependencies.audit.record({ action, result: 'done', who: call.behind, from, about, requestId });
    return answer;
  } catch (error) {
    const isRefused = error instanceof OAuthError && (error.status === 401 || error.status === 403);
    if (action !== null || isRefused) {
      const outcome =
        error instanceof OAuthError && error.status < 500
          ? ({ result: 'refused', reason: error.why } as const)
          : refusalOf(error);
      await dependencies.audit.record({
        action: action ?? 'access',
        who: call.behind,
        from,
        about,
        requestId,
        ...outcome,
      });
    }
    throw error;
  }
}
