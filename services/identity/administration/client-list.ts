import { z } from 'zod';
import { clientsOf } from '../state/clients.ts';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

/** A client as it is listed. */
export const listedClientShape = z.object({
  client_id: z.string(),
  public: z.boolean().describe('True where it has no secret.'),
  service: z.string().nullable().describe('The service that it is; null for others.'),
  scopes: z.array(z.string()).describe('Services that it may request tokens for.'),
  roles: z.array(z.string()).describe('Roles of the client itself.'),
  disabled: z.boolean(),
});
export type ListedClient = z.output<typeof listedClientShape>;

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
