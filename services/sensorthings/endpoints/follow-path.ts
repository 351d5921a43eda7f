import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { ENTITY_SETS } from '../model/entity-sets.ts';
import { answerResource } from '../reading/answer-resource.ts';
import { SENSORTHINGS_PATH } from '../reading/links.ts';
import type { SensorThingsDependencies } from '../sensorthings-dependencies.ts';
import { optionFields } from './option-fields.ts';
import { QUERY_ERRORS } from './query-errors.ts';

export const followPath = endpoint({
  name: 'sensorthings-path',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: `${SENSORTHINGS_PATH}/*path`,
  description:
    "One entity of the SensorThings API, Things('network.station'), what it leads to, Things('…')/Datastreams, one property " +
    'of it, …/name, the bare value of that, …/name/$value, or links of a collection, …/Datastreams/$ref.',
  pathParameters: z.object({
    path: z
      .string()
      .max(1_000)
      .meta({ examples: ["Things('north.a')/Datastreams"] }),
  }),
  query: query(optionFields(ENTITY_SETS.Datastreams)),
  success: {
    status: 200,
    description: 'An entity, a page of entities, or a property.',
    content: { 'application/json': z.record(z.string(), z.unknown()), 'text/plain': z.string() },
  },
  errors: QUERY_ERRORS,
  atOnce: 8,
  answer: (call, dependencies: SensorThingsDependencies) => answerResource(call.path.path, call, dependencies),
});
