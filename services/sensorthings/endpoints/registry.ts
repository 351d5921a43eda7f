import type { Endpoint } from '../../http/endpoint.ts';
import { ENTITY_SETS } from '../model/entity-sets.ts';
import type { SensorThingsDependencies } from '../sensorthings-dependencies.ts';
import { followPath } from './follow-path.ts';
import { listEntities } from './list-entities.ts';
import { serviceRoot } from './service-root.ts';

/** The endpoints of the SensorThings API. */
export const SENSORTHINGS_ENDPOINTS: readonly Endpoint<SensorThingsDependencies>[] = [
  serviceRoot,
  ...Object.values(ENTITY_SETS).map(listEntities),
  followPath,
];
