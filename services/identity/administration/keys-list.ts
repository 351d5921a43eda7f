import { z } from 'zod';
import { moment } from '../../../schemas/reports/moment.ts';
import { shownKeys } from '../keys/published-keys.ts';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

/** A signing key as it is listed. */
export const listedKeyShape = z.object({
  kid: z.string(),
  algorithm: z.string(),
  signs_from: moment,
  shown_until: moment.nullable().describe('null while no later key replaces it.'),
});
export type ListedKey = z.output<typeof listedKeyShape>;

export const keysList = operation({
  name: 'keys-list',
  request: z.strictObject({ realm }),
  audit: null,
  async run({ realm: place }, { catalogue, now }) {
    await assertRealm(catalogue, place);
    const rows = await shownKeys(catalogue, place, now());
    return rows.map((row): ListedKey => {
      const [signs, retires] = [row['signs'] as Date, row['retires'] as Date | null];
      return {
        kid: String(row['kid']),
        algorithm: String(row['algorithm']),
        signs_from: signs.toISOString(),
        shown_until: retires?.toISOString() ?? null,
      };
    });
  },
});
