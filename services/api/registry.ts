import type { Part } from '../../schemas/parts.ts';
import { ALERT_ENDPOINTS } from '../alerts/endpoints/registry.ts';
import { listAudit } from '../audit-trail/endpoints/list-audit.ts';
import { DATASET_ENDPOINTS } from '../datasets/endpoints/registry.ts';
import { detect } from '../detection/endpoints/detect.ts';
import { getAnomaly } from '../detection/endpoints/get-anomaly.ts';
import { getCoverage } from '../detection/endpoints/get-coverage.ts';
import { getEpisode } from '../detection/endpoints/get-episode.ts';
import { getFault } from '../detection/endpoints/get-fault.ts';
import { getThresholds } from '../detection/endpoints/get-thresholds.ts';
import { listAnomalies } from '../detection/endpoints/list-anomalies.ts';
import { listEpisodes } from '../detection/endpoints/list-episodes.ts';
import { listFaults } from '../detection/endpoints/list-faults.ts';
import { listOutages } from '../detection/endpoints/list-outages.ts';
import { listStates } from '../detection/endpoints/list-states.ts';
import { listWeatherEvents } from '../detection/endpoints/list-weather-events.ts';
import { EXPERT_ENDPOINTS } from '../experts/endpoints/registry.ts';
import { getStationHealth } from '../health/endpoints/get-station-health.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listObservations } from '../observations/endpoints/list-observations.ts';
import { pushObservations } from '../observations/endpoints/push-observations.ts';
import { PATTERN_ENDPOINTS } from '../patterns/endpoints/registry.ts';
import { SENSORTHINGS_ENDPOINTS } from '../sensorthings/endpoints/registry.ts';
import { getStation } from '../stations/endpoints/get-station.ts';
import { listNetworks } from '../stations/endpoints/list-networks.ts';
import { listStations } from '../stations/endpoints/list-stations.ts';
import { postStations } from '../stations/endpoints/post-stations.ts';
import { putStation } from '../stations/endpoints/put-station.ts';
import { getStream } from '../stream/endpoints/get-stream.ts';
import { docs } from './endpoints/docs.ts';
import { docsError } from './endpoints/docs-error.ts';
import { docsFile } from './endpoints/docs-file.ts';
import { healthz } from './endpoints/healthz.ts';
import { metrics } from './endpoints/metrics.ts';
import { datasetsOpenapi, openapi } from './endpoints/openapi.ts';
import { readyz } from './endpoints/readyz.ts';
import { root } from './endpoints/root.ts';

/** Every endpoint there is; routes, documentation and the contract suite follow from this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  root,
  docs,
  docsFile,
  docsError,
  openapi(endpointsOf),
  healthz,
  readyz,
  metrics,
  pushObservations,
  listObservations,
  listNetworks,
  listStations,
  postStations,
  getStation,
  getThresholds,
  getStationHealth,
  listStates,
  putStation,
  listAnomalies,
  getAnomaly,
  listFaults,
  getFault,
  listOutages,
  listWeatherEvents,
  getCoverage,
  listEpisodes,
  getEpisode,
  ...EXPERT_ENDPOINTS,
  getStream,
  detect,
  listAudit,
  ...SENSORTHINGS_ENDPOINTS,
  ...ALERT_ENDPOINTS,
  ...PATTERN_ENDPOINTS,
  datasetsOpenapi(endpointsOf),
  ...DATASET_ENDPOINTS,
];

/** The endpoints of a process with some parts: those of the parts, and those that every process has. */
export function endpointsOf(parts: ReadonlySet<Part>): Endpoint[] {
  return ENDPOINTS.filter(({ part }) => part === null || parts.has(part));
}

/** True where somebody who reaches a process with these parts could do more than ask how it is. */
export function servesMore(parts: ReadonlySet<Part>): boolean {
  return parts.has('identity') || endpointsOf(parts).some(({ part }) => part !== null);
}
