import { z } from 'zod';
import { shownItems } from '../../../../schemas/http/answers/page-answer.ts';
import { clientShape } from '../../../../schemas/http/answers/people-answer.ts';
import { OWN_SERVICES } from '../../../access/own-services.ts';
import { endpoint, json } from '../../../http/endpoint.ts';
import { query } from '../../../http/query-fields.ts';
import { clientsOf, servicesOf } from '../../state/clients.ts';
import { DEFAULT_REALM } from '../../state/realms.ts';
import { assertAdministersAll } from './assert-networks.ts';
import { clientAnswer } from './people-answers.ts';
import type { PeopleDependencies } from './people-dependencies.ts';

export const listClients = endpoint({
  name: 'list-clients',
  method: 'GET',
  part: 'identity',
  roles: ['admin'],
  path: '/api/v1/clients',
  description:
    'The programs that get tokens here, by id, with what they may do, and the services that tokens can be for. Secrets are ' +
    'never shown.',
  pathParameters: z.object({}),
  query: query({}),
  success: json(
    'The clients.',
    z
      .object({
        clients: z.array(clientShape),
        services: z
          .array(z.string())
          .describe('Services that clients may request tokens for.')
          .meta({ examples: [OWN_SERVICES] }),
      })
      .meta({ examples: [{ clients: shownItems(clientShape), services: OWN_SERVICES }] }),
  ),
  async answer({ scope }, { people }: PeopleDependencies) {
    assertAdministersAll(scope, people);
    const clients = await clientsOf(people.catalogue, DEFAULT_REALM);
    const services = [...(await servicesOf(people.catalogue, DEFAULT_REALM))].sort();
    return { status: 200, body: { clients: clients.map(clientAnswer), services } };
  },
});
