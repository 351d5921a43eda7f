import { z } from 'zod';
import { makeClient } from './client-changes.ts';
import { operation } from './operation.ts';
import { assertRealm, name, realm, roles, secret } from './request-fields.ts';
import { networkWarnings } from './unknown-network.ts';

export const clientAdd = operation({
  name: 'client-add',
  request: z.strictObject({
    realm,
    id: name,
    /** null: a public client; one is made where it is left out. */
    secret: secret.nullable().optional(),
    /** The service that it is. */
    service: name.nullable(),
    /** Services that it may ask tokens for. */
    scopes: z.array(name),
    roles,
  }),
  audit: ({ realm: place, id, scopes, roles: asked }) => ({
    action: 'client.add',
    about: { kind: 'client', id: `${place}/${id}` },
    detail: `scopes: ${scopes.join(', ') || 'none'}; roles: ${asked.join(', ') || 'none'}`,
  }),
  async run({ secret: given, ...client }, parts) {
    const { realm: place, id, service, scopes } = client;
    await assertRealm(parts.catalogue, place);
    const { made } = await makeClient(parts, client, given);
    const what = given === null ? 'public client' : service === null ? 'client' : `client of the service ${service}`;
    return [
      `${what} ${id} added to the realm ${place}, scopes: ${scopes.join(', ') || 'none'}`,
      ...(made === null ? [] : [`its secret, shown once: ${made}`]),
      ...(await networkWarnings(client.roles, parts.networks)),
    ];
  },
});
