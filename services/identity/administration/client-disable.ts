import { z } from 'zod';
import { changeClient, requireClient } from './client-changes.ts';
import { operation } from './operation.ts';
import { assertRealm, name, realm } from './request-fields.ts';

export const clientDisable = operation({
  name: 'client-disable',
  request: z.strictObject({ realm, id: name, disabled: z.boolean() }),
  audit: ({ realm: place, id, disabled }) => ({
    action: disabled ? 'client.disable' : 'client.enable',
    about: { kind: 'client', id: `${place}/${id}` },
  }),
  async run({ realm: place, id, disabled }, parts) {
    await assertRealm(parts.catalogue, place);
    await changeClient(parts, await requireClient(parts.catalogue, place, id), { disabled });
    return [
      disabled ? `client ${id} gets no tokens any more; those it has are revoked` : `client ${id} gets tokens again`,
    ];
  },
});
