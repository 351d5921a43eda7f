import { z } from 'zod';
import type { ListedClient } from '../../../schemas/http/answers/people-answer.ts';
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
    return clients.map(
      ({ id, secret, service, scopes, roles, disabled }): ListedClient => ({
        client_id: id,
        public: secret === null,
        service,
        scopes: [...scopes],
        roles: [...roles],
        disabled,
      }),
    );
  },
});
