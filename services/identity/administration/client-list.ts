import { z } from 'zod';
import { clientsOf } from '../state/clients.ts';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

export const clientList = operation({
  name: 'client-list',
  request: z.strictObject({ realm }),
  audit: null,
  async run({ realm: asked }, { catalogue }) {
    await assertRealm(catalogue, asked);
    const clients = await clientsOf(catalogue, asked);
    return clients.map(({ id, secret, service, scopes, disabled }) => {
      const kind = secret === null ? 'public' : service === null ? 'confidential' : `service ${service}`;
      const allowed = scopes.length === 0 ? 'no scopes' : `scopes ${scopes.join(', ')}`;
      return `${id}: ${[kind, allowed, ...(disabled ? ['disabled'] : [])].join('; ')}`;
    });
  },
});
