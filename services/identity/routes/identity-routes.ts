import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { IDENTITY_ENDPOINTS } from '../endpoints/registry.ts';
import type { IdentityDependencies } from '../identity-dependencies.ts';
import type { Behind, IdentityEndpoint } from '../identity-endpoint.ts';
import { KnownRealms } from '../state/realms.ts';
import { formParameters } from './form-parameters.ts';
import { notStored } from './not-stored.ts';
import { oauthErrors } from './oauth-errors.ts';
import { recorded } from './recorded-call.ts';

/** Names of realms; anything else is no realm and is not looked up. */
const REALM = /^[A-Za-z0-9_-]{1,64}$/;

/** Adds the endpoints of all realms to a router. */
export function addIdentityRoutes(router: Router, dependencies: IdentityDependencies): void {
  const realms = new KnownRealms(dependencies.catalogue);
  for (const endpoint of IDENTITY_ENDPOINTS) {
    router.register(
      `/oauth/realms/:realm${endpoint.path}`,
      [...endpoint.methods],
      [notStored, oauthErrors(dependencies.logRefusal), serve(endpoint, dependencies, realms)],
      { name: `identity-${endpoint.name}` },
    );
  }
}

function serve(endpoint: IdentityEndpoint, dependencies: IdentityDependencies, realms: KnownRealms): Middleware {
  return async (context: Context) => {
    const realm = (context as Partial<RouterContext>).params?.['realm'] ?? '';
    context.type = 'application/json';
    if (!REALM.test(realm) || !(await realms.has(realm))) {
      context.status = 404;
      context.body = JSON.stringify({ error: 'Realm does not exist' });
      return;
    }
    const form = await formParameters(context, endpoint.readsQuery ?? false);
    const { ip: address } = context;
    const gone = new AbortController();
    context.res.once('close', () => gone.abort());
    const behind: Behind = { id: null, username: null, client: null };
    const call = { realm, form, authorization: context.get('Authorization'), address, behind, signal: gone.signal };
    const { status, body } = await recorded(context, endpoint, call, dependencies);
    context.body = body === undefined ? null : JSON.stringify(body);
    context.status = status;
  };
}
