import { z } from 'zod';
import { renewSecret, requireClient } from './client-changes.ts';
import { operation } from './operation.ts';
import { assertRealm, name, realm, secret } from './request-fields.ts';

export const clientSecret = operation({
  name: 'client-secret',
  request: z.strictObject({ realm, id: name, /** One is made where it is left out. */ secret: secret.optional() }),
  audit: ({ realm: place, id }) => ({
    action: 'client.secret',
    about: { kind: 'client', id: `${place}/${id}` },
  }),
  async run({ realm: place, id, secret: given }, parts) {
    await assertRealm(parts.catalogue, place);
    const made = await renewSecret(parts, await requireClient(parts.catalogue, place, id), given);
    return [
      `client ${id} has a new secret; the old one is good no more`,
      ...(made === null ? [] : [`its secret, shown once: ${made}`]),
    ];
  },
});
