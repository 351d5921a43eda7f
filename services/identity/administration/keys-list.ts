import { z } from 'zod';
import { shownKeys } from '../keys/published-keys.ts';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

export const keysList = operation({
  name: 'keys-list',
  request: z.strictObject({ realm }),
  audit: null,
  async run({ realm: place }, { catalogue, now }) {
    await assertRealm(catalogue, place);
    const rows = await shownKeys(catalogue, place, now());
    return rows.map((row) => {
      const [signs, retires] = [row['signs'] as Date, row['retires'] as Date | null];
      const until = retires === null ? '' : `, shown until ${retires.toISOString()}`;
      return `${String(row['kid'])}: ${String(row['algorithm'])}, signs from ${signs.toISOString()}${until}`;
    });
  },
});
