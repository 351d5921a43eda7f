import type { Part } from '../../schemas/parts.ts';
import { ALERT_ENDPOINTS } from '../alerts/endpoints/registry.ts';
import { AUDIT_TRAIL_ENDPOINTS } from '../audit-trail/endpoints/registry.ts';
import { DATASET_ENDPOINTS } from '../datasets/endpoints/registry.ts';
import { DETECTION_ENDPOINTS } from '../detection/endpoints/registry.ts';
import { DUTY_ENDPOINTS } from '../duty/endpoints/registry.ts';
import { EXPERT_ENDPOINTS } from '../experts/endpoints/registry.ts';
import { HEALTH_ENDPOINTS } from '../health/endpoints/registry.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { PEOPLE_ENDPOINTS } from '../identity/administration/endpoints/registry.ts';
import { OBSERVATION_ENDPOINTS } from '../observations/endpoints/registry.ts';
import { PATTERN_ENDPOINTS } from '../patterns/endpoints/registry.ts';
import { SENSORTHINGS_ENDPOINTS } from '../sensorthings/endpoints/registry.ts';
import { STATION_ENDPOINTS } from '../stations/endpoints/registry.ts';
import { STREAM_ENDPOINTS } from '../stream/endpoints/registry.ts';
import { DATASET_VIEWERS } from './endpoints/docs.ts';
import { datasetsOpenapi, openapi } from './endpoints/openapi.ts';
import { PROCESS_ENDPOINTS } from './endpoints/registry.ts';
import type { HttpDependencies } from './http-dependencies.ts';

/** Every endpoint there is; routes, documentation and the contract suite follow from this list. */
export const ENDPOINTS: readonly Endpoint<HttpDependencies>[] = [
  ...PROCESS_ENDPOINTS,
  openapi(endpointsOf),
  ...OBSERVATION_ENDPOINTS,
  ...STATION_ENDPOINTS,
  ...HEALTH_ENDPOINTS,
  ...DETECTION_ENDPOINTS,
  ...EXPERT_ENDPOINTS,
  ...DUTY_ENDPOINTS,
  ...STREAM_ENDPOINTS,
  ...AUDIT_TRAIL_ENDPOINTS,
  ...PEOPLE_ENDPOINTS,
  ...SENSORTHINGS_ENDPOINTS,
  ...ALERT_ENDPOINTS,
  ...PATTERN_ENDPOINTS,
  datasetsOpenapi(endpointsOf),
  ...DATASET_VIEWERS,
  ...DATASET_ENDPOINTS,
];

/** The endpoints of a process with some parts: those of the parts, and those that every process has. */
export function endpointsOf(parts: ReadonlySet<Part>): Endpoint<HttpDependencies>[] {
  return ENDPOINTS.filter(({ part }) => part === null || parts.has(part));
}
