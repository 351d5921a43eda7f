import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { LEEWAY_S } from '../../access/verify-access-token.ts';
import { setClientDisabled } from '../state/clients.ts';
import { revoke } from '../state/revocations.ts';
import { operation } from './operation.ts';
import { assertRealm, name, realm } from './request-fields.ts';

export const clientDisable = operation({
  name: 'client-disable',
  request: z.strictObject({ realm, id: name, disabled: z.boolean() }),
  audit: ({ realm: place, id, disabled }) => ({
    action: disabled ? 'client.disable' : 'client.enable',
    about: { kind: 'client', id: `${place}/${id}` },
  }),
  async run({ realm: place, id, disabled }, { catalogue, lifetimes, now }) {
    await assertRealm(catalogue, place);
    await catalogue.transaction(async (statements) => {
      if (!(await setClientDisabled(statements, place, id, disabled))) {
        throw new HalcyonError('not_found', `there is no client '${id}' in the realm ${place}`);
      }
      if (!disabled) return;
      const issued = now();
      const until = issued + (lifetimes.access + LEEWAY_S) * 1000;
      await revoke(statements, { realm: place, claim: 'azp', value: id, issued, until });
    });
    return [
      disabled ? `client ${id} gets no tokens any more; those it has are revoked` : `client ${id} gets tokens again`,
    ];
  },
});
