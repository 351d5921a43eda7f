import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { clientWithId, setSecret } from '../state/clients.ts';
import { newSecret, secretDigest } from '../state/secret-digest.ts';
import { operation } from './operation.ts';
import { assertRealm, name, realm, secret } from './request-fields.ts';

export const clientSecret = operation({
  name: 'client-secret',
  request: z.strictObject({ realm, id: name, /** One is made where it is left out. */ secret: secret.optional() }),
  audit: ({ realm: place, id }) => ({
    action: 'client.secret',
    about: { kind: 'client', id: `${place}/${id}` },
  }),
  async run({ realm: place, id, secret: given }, { catalogue }) {
    await assertRealm(catalogue, place);
    const client = await clientWithId(catalogue, place, id);
    if (client === null) throw new HalcyonError('not_found', `there is no client '${id}' in the realm ${place}`);
    if (client.secret === null) throw new HalcyonError('invalid_parameter', `client ${id} is public: it has no secret`);
    const kept = given ?? newSecret();
    await setSecret(catalogue, place, id, secretDigest(kept));
    return [
      `client ${id} has a new secret; the old one is good no more`,
      ...(given === undefined ? [`its secret, shown once: ${kept}`] : []),
    ];
  },
});
