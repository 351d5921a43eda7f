import { z } from 'zod';
import { type Endpoint, endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { EntitySet } from '../model/entity-set.ts';
import { answerResource } from '../reading/answer-resource.ts';
import { SENSORTHINGS_PATH } from '../reading/links.ts';
import type { SensorThingsDependencies } from '../sensorthings-dependencies.ts';
import { optionFields } from './option-fields.ts';
import { QUERY_ERRORS } from './query-errors.ts';
import { shownEntity } from './shown-entities.ts';

/** The endpoint that lists the entities of a set. */
export function listEntities(set: EntitySet): Endpoint<SensorThingsDependencies> {
  const words = set.name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return endpoint({
    name: `sensorthings-${words}`,
    method: 'GET',
    part: 'detection',
    roles: ['user'],
    path: `${SENSORTHINGS_PATH}/${set.name}`,
    description:
      `${set.name} of the SensorThings API. ${set.description} Properties: ${set.properties.join(', ')}; ` +
      `navigations: ${Object.keys(set.navigations).join(', ')}. $filter and $orderby take: ${Object.keys(set.asked).join(', ')}.`,
    pathParameters: z.object({}),
    query: query(optionFields(set)),
    success: json(
      'A page of entities.',
      z
        .object({
          '@iot.count': z.int().min(0).optional().describe('All entities that $filter is true of.'),
          '@iot.nextLink': z.string().optional().describe('Address of the next page; absent on the last one.'),
          value: z.array(z.record(z.string(), z.unknown())),
        })
        .meta({ examples: [{ '@iot.count': 1, value: [shownEntity(set)] }] }),
    ),
    errors: QUERY_ERRORS,
    atOnce: 8,
    answer: (call, dependencies: SensorThingsDependencies) => answerResource(set.name, call, dependencies),
  });
}
