import type { Context, Middleware } from 'koa';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Part } from '../../../schemas/parts.ts';
import { bearerToken } from '../../access/bearer-token.ts';
import { type Caller, callerOf } from '../../access/caller.ts';
import { OAuthError } from '../../access/oauth-error.ts';
import type { OwnService } from '../../access/own-services.ts';
import { isAllowed, type Role, rolesEnoughFor } from '../../access/roles.ts';
import type { TokenVerifier } from '../../access/token-verifier.ts';

/** The service that a part of the system is, by the name that is the audience of tokens for it. */
const SERVICE_OF: Readonly<Partial<Record<Part, OwnService>>> = {
  datasets: 'dmm',
  patterns: 'aps',
  detection: 'detect',
  // Observations and stations come in by the interface of the detection, whoever takes them.
  feed: 'detect',
  // Users and clients are administered with the token that the pages have.
  identity: 'detect',
};

/** What access control rests on; `verifier` null: it is off. */
export interface AccessDependencies {
  readonly verifier: TokenVerifier | null;
  /** Beginning of names of roles that is left out; '' for none. */
  readonly rolePrefix: string;
}

/** By which an application is entered: the network, or the socket of whoever owns the data folder. */
export type Door = 'public' | 'local';

export const NO_ACCESS_CONTROL: AccessDependencies = { verifier: null, rolePrefix: '' };

/**
 * Lets in who has a good token for the service with one of the roles; everybody where access control is off, or where an
 * endpoint is open. Refusals follow RFC 6750, section 3.
 *
 * @param part the part of the system that is called; null where the endpoint is every process's
 * @param roles the least roles that are enough; null where everybody may
 * @param door by the local one, who shows no token may do everything; who shows one acts as whom it is for
 */
export function accessControl(
  part: Part | null,
  roles: readonly Role[] | null,
  access: AccessDependencies,
  door: Door = 'public',
): Middleware {
  const { verifier, rolePrefix } = access;
  const service = part === null ? undefined : SERVICE_OF[part];
  if (verifier === null || roles === null) return (_context, next) => next();
  // What needs a role is never left open for want of a service.
  if (service === undefined) throw new Error(`the part ${part} is no service that a token could be for`);
  return async (context, next) => {
    const token = bearerToken(context.get('Authorization'));
    if (token === null && door === 'local') return next();
    // Who has shown nothing is told what to show, and of no mistake (section 3.1).
    if (token === null) {
      challenge(context, '');
      throw new HalcyonError('unauthorized', `this needs an access token for the service ${service}`);
    }
    const caller = callerOf(token, await verified(context, verifier, token, service), service, rolePrefix, roles);
    // Also for who hears of a refusal.
    context.state['caller'] = caller;
    if (!isAllowed(caller.roles, roles)) {
      const needed = rolesEnoughFor(roles).join(', ');
      challenge(context, `, error="insufficient_scope", error_description="one of the roles ${needed} is needed"`);
      throw new HalcyonError('forbidden', `this needs one of the roles ${needed}`);
    }
    return next();
  };
}

/** Who calls; null where access control is off or the endpoint is open. */
export function callerIn(context: Context): Caller | null {
  return (context.state['caller'] as Caller | undefined) ?? null;
}

async function verified(context: Context, verifier: TokenVerifier, token: string, service: OwnService) {
  try {
    return await verifier.verify(token, service);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    challenge(context, `, error="invalid_token", error_description="${error.message}"`);
    throw new HalcyonError('unauthorized', error.message, { cause: error });
  }
}

function challenge(context: Context, more: string): void {
  context.set('WWW-Authenticate', `Bearer realm="halcyon"${more}`);
}
