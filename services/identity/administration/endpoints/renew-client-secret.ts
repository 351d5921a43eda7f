import { z } from 'zod';
import { clientWithSecretShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { renewSecret } from '../client-changes.ts';
import { name } from '../request-fields.ts';
import { assertAdministersAll } from './assert-networks.ts';
import { changeableClient } from './changeable-client.ts';
import { clientAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export const renewClientSecret = endpoint({
  name: 'renew-client-secret',
  method: 'POST',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/clients/:client_id/secret',
  description: 'Makes a new secret for a client and answers it this once; the old one is good no more.',
  audit: {
    action: 'client.secret',
    of: ({ path }) => ({ about: { kind: 'client', id: `${DEFAULT_REALM}/${path.client_id}` } }),
  },
  pathParameters: z.object({ client_id: name.meta({ examples: ['harbour-feed'] }) }),
  query: query({}),
  success: json('The client, and the secret.', clientWithSecretShape),
  errors: { 404: 'There is no such client.', 409: 'The services and pages need it as it is.' },
  async answer({ path, scope }, { people }: PeopleDependencies) {
    assertAdministersAll(scope, people);
    const client = await changeableClient(people, path.client_id);
    const secret = await renewSecret(people, client);
    return { status: 200, body: { client: clientAnswer(client), secret } };
  },
});
