import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { addClient, servicesOf } from '../state/clients.ts';
import { newSecret, secretDigest } from '../state/secret-digest.ts';
import { operation } from './operation.ts';
import { assertRealm, name, realm, roles, secret } from './request-fields.ts';

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
  async run({ secret: given, scopes, roles: asked, ...client }, { catalogue }) {
    const { realm: place, id, service } = client;
    await assertRealm(catalogue, place);
    if (given === null && (service !== null || asked.length > 0)) {
      throw new HalcyonError(
        'invalid_parameter',
        'a public client cannot be a service or have roles: it proves nothing',
      );
    }
    const services = await servicesOf(catalogue, place);
    if (service !== null) services.add(service);
    const unknown = scopes.find((scope) => !services.has(scope));
    if (unknown !== undefined) {
      const known = [...services].sort().join(', ');
      throw new HalcyonError('invalid_parameter', `'${unknown}' is no service; a scope should be one of ${known}`);
    }
    const kept = given === undefined ? newSecret() : given;
    const added = await addClient(catalogue, {
      ...client,
      secret: kept === null ? null : secretDigest(kept),
      scopes: [...new Set(scopes)],
      roles: [...new Set(asked)],
      disabled: false,
    });
    if (!added)
      throw new HalcyonError('invalid_parameter', `there is a client '${id}' already; client list shows them`);
    const what = given === null ? 'public client' : service === null ? 'client' : `client of the service ${service}`;
    return [
      `${what} ${id} added to the realm ${place}, scopes: ${scopes.join(', ') || 'none'}`,
      ...(given === undefined ? [`its secret, shown once: ${kept}`] : []),
    ];
  },
});
