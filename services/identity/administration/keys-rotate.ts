import { z } from 'zod';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

export const keysRotate = operation({
  name: 'keys-rotate',
  request: z.strictObject({ realm }),
  audit: ({ realm: place }) => ({ action: 'keys.rotate', about: { kind: 'realm', id: place } }),
  async run({ realm: place }, { catalogue, keys }) {
    await assertRealm(catalogue, place);
    const kid = await keys.rotate(place);
    return [`key ${kid} made: it is shown now, signs in a few seconds, and no token is refused meanwhile`];
  },
});
