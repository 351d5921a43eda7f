import { z } from 'zod';
import { clientShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { forgetClient } from '../client-changes.ts';
import { name } from '../request-fields.ts';
import { assertAdministersAll } from './assert-networks.ts';
import { changeableClient } from './changeable-client.ts';
import { clientAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export const deleteClient = endpoint({
  name: 'delete-client',
  method: 'DELETE',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/clients/:client_id',
  description: 'Deletes a client and revokes its tokens. To keep it out for a time, `disabled` is enough.',
  audit: {
    action: 'client.delete',
    of: ({ path }) => ({ about: { kind: 'client', id: `${DEFAULT_REALM}/${path.client_id}` } }),
  },
  pathParameters: z.object({ client_id: name.meta({ examples: ['harbour-feed'] }) }),
  query: query({}),
  success: json('The client that was.', clientShape),
  errors: { 404: 'There is no such client.', 409: 'The services and pages need it as it is.' },
  async answer({ path, scope }, { people }: PeopleDependencies) {
    assertAdministersAll(scope, people);
    const client = await changeableClient(people, path.client_id);
    await forgetClient(people, client);
    return { status: 200, body: clientAnswer(client) };
  },
});
