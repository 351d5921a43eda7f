import { z } from 'zod';
import { usersOf } from '../state/users.ts';
import { operation } from './operation.ts';
import { assertRealm, realm } from './request-fields.ts';

/** A user as they are listed. */
export const listedUserShape = z.object({
  username: z.string(),
  roles: z.array(z.string()),
  name: z.string().nullable(),
  email: z.string().nullable(),
  federated: z.string().nullable().describe('Provider that they log in at; null: here.'),
  disabled: z.boolean(),
});
export type ListedUser = z.output<typeof listedUserShape>;

export const userList = operation({
  name: 'user-list',
  request: z.strictObject({ realm }),
  audit: null,
  async run({ realm: asked }, { catalogue }) {
    await assertRealm(catalogue, asked);
    const users = await usersOf(catalogue, asked);
    return users.map(
      ({ username, roles, name, email, federated, disabled }): ListedUser => ({
        username,
        roles: [...roles],
        name,
        email,
        federated,
        disabled,
      }),
    );
  },
});
