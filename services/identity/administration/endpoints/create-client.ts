import { z } from 'zod';
import { clientWithSecretShape } from '../../../../schemas/http/answers/people-answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { makeClient } from '../client-changes.ts';
import { name, roles } from '../request-fields.ts';
import { assertAdministersAll, assertNetworks } from './assert-networks.ts';
import { clientAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

const body = z
  .strictObject({
    client_id: name.meta({ examples: ['harbour-feed'] }),
    scopes: z
      .array(name)
      .default(['detect'])
      .describe('Services that it may request tokens for.')
      .meta({ examples: [['detect']] }),
    roles: roles
      .default([])
      .describe('Roles of the client itself.')
      .meta({ examples: [['feed']] }),
    public: z.boolean().default(false).describe('True: without a secret, for people who log in with it.'),
  })
  .meta({ examples: [{ client_id: 'harbour-feed', scopes: ['detect'], roles: ['feed'] }] });

export const createClient = endpoint({
  name: 'create-client',
  method: 'POST',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/clients',
  description:
    'Adds a client, such as the program of a station, with roles of its own. Its secret is answered this once and kept nowhere.',
  audit: {
    action: 'client.add',
    of: ({ body: given }) => ({
      about: { kind: 'client', id: `${DEFAULT_REALM}/${given.client_id}` },
      detail: `scopes: ${given.scopes.join(', ') || 'none'}; roles: ${given.roles.join(', ') || 'none'}`,
    }),
  },
  pathParameters: z.object({}),
  query: query({}),
  body: { kind: 'json', schema: body, limit: 'bodyBytes' },
  success: { status: 201, description: 'The client.', content: { 'application/json': clientWithSecretShape } },
  async answer({ body: given, scope }, parts: PeopleDependencies) {
    assertAdministersAll(scope, parts.people);
    await assertNetworks(given.roles, parts);
    const { client_id: id, public: isPublic, ...rights } = given;
    const asked = { realm: DEFAULT_REALM, id, service: null, ...rights };
    const { client, made } = await makeClient(parts.people, asked, isPublic ? null : undefined);
    return { status: 201, body: { client: clientAnswer(client), secret: made } };
  },
});
