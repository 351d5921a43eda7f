import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { makeOwnClients } from '../own-clients.ts';
import { hasRealm, makeRealm } from '../state/realms.ts';
import { operation } from './operation.ts';
import { realmName } from './request-fields.ts';

export const realmAdd = operation({
  name: 'realm-add',
  request: z.strictObject({ realm: realmName }),
  audit: ({ realm: id }) => ({ action: 'realm.add', about: { kind: 'realm', id: id } }),
  async run({ realm }, { catalogue, fileKey }) {
    if (await hasRealm(catalogue, realm))
      throw new HalcyonError('invalid_parameter', `there is a realm '${realm}' already`);
    await catalogue.transaction(async (statements) => {
      await makeRealm(statements, realm);
      await makeOwnClients(statements, realm, fileKey);
    });
    return [`realm ${realm} added`];
  },
});
