import { z } from 'zod';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import { ENTITY_SETS } from '../model/entity-sets.ts';
import { rootOf } from '../reading/answer-resource.ts';
import { SENSORTHINGS_PATH } from '../reading/links.ts';
import type { SensorThingsDependencies } from '../sensorthings-dependencies.ts';
import { SHOWN_ROOT } from './shown-entities.ts';

/** Requirements of OGC 18-088 that are met; those of $filter as far as docs/sensorthings.md says. */
const CONFORMANCE = [
  'datamodel/entity-control-information/common-control-information',
  'datamodel/thing/properties',
  'datamodel/thing/relations',
  'datamodel/location/properties',
  'datamodel/location/relations',
  'datamodel/historical-location/properties',
  'datamodel/historical-location/relations',
  'datamodel/datastream/properties',
  'datamodel/datastream/relations',
  'datamodel/sensor/properties',
  'datamodel/sensor/relations',
  'datamodel/observed-property/properties',
  'datamodel/observed-property/relations',
  'datamodel/observation/properties',
  'datamodel/observation/relations',
  'datamodel/feature-of-interest/properties',
  'datamodel/feature-of-interest/relations',
  'resource-path/resource-path-to-entities',
  'request-data/order',
  'request-data/expand',
  'request-data/select',
  'request-data/orderby',
  'request-data/top',
  'request-data/skip',
  'request-data/count',
  'request-data/filter',
  'request-data/built-in-filter-operations',
  'request-data/pagination',
].map((requirement) => `http://www.opengis.net/spec/iot_sensing/1.1/req/${requirement}`);

export const serviceRoot = endpoint({
  name: 'sensorthings-root',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: SENSORTHINGS_PATH,
  description:
    'The stations and their values by the OGC SensorThings API 1.1 (OGC 18-088), to read: its entity sets, and the ' +
    'requirements of the standard that are met.',
  pathParameters: z.object({}),
  query: query({}),
  success: json(
    'The entity sets with their addresses.',
    z
      .object({
        value: z.array(z.object({ name: z.string(), url: z.string() })),
        serverSettings: z.object({ conformance: z.array(z.string()) }),
      })
      .meta({ examples: [answerFrom(SHOWN_ROOT)] }),
  ),
  async answer(call, dependencies: SensorThingsDependencies) {
    return { status: 200, body: answerFrom(rootOf(call, dependencies)) };
  },
});

function answerFrom(root: string): object {
  const value = Object.keys(ENTITY_SETS).map((name) => ({ name, url: `${root}/${name}` }));
  return { value, serverSettings: { conformance: CONFORMANCE } };
}
