import type { Endpoint } from '../../http/endpoint.ts';
import { ENTITY_SETS } from '../model/entity-sets.ts';
import type { SensorThingsParts } from '../sensorthings-parts.ts';
import { followPath } from './follow-path.ts';
import { listEntities } from './list-entities.ts';
import { serviceRoot } from './service-root.ts';

/** The endpoints of the SensorThings API. */
export const SENSORTHINGS_ENDPOINTS: readonly Endpoint<SensorThingsParts>[] = [
  serviceRoot,
  ...Object.values(ENTITY_SETS).map(listEntities),
  followPath,
];
