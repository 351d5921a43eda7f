import type { Part } from '../../../schemas/parts.ts';
import { DATASET_ENDPOINTS } from '../../datasets/endpoints/registry.ts';
import { PATTERN_ENDPOINTS } from '../../patterns/endpoints/registry.ts';
import { SENSORTHINGS_ENDPOINTS } from '../../sensorthings/endpoints/registry.ts';
import { ALERT_ENDPOINTS } from './alerts/registry.ts';
import { detect } from './detect.ts';
import { docs } from './docs.ts';
import { docsError } from './docs-error.ts';
import { docsFile } from './docs-file.ts';
import type { Endpoint } from './endpoint.ts';
import { EXPERT_ENDPOINTS } from './experts/registry.ts';
import { getAnomaly } from './get-anomaly.ts';
import { getCoverage } from './get-coverage.ts';
import { getEpisode } from './get-episode.ts';
import { getFault } from './get-fault.ts';
import { getStation } from './get-station.ts';
import { getStationHealth } from './get-station-health.ts';
import { getStream } from './get-stream.ts';
import { getThresholds } from './get-thresholds.ts';
import { healthz } from './healthz.ts';
import { listAnomalies } from './list-anomalies.ts';
import { listAudit } from './list-audit.ts';
import { listEpisodes } from './list-episodes.ts';
import { listFaults } from './list-faults.ts';
import { listNetworks } from './list-networks.ts';
import { listObservations } from './list-observations.ts';
import { listOutages } from './list-outages.ts';
import { listStates } from './list-states.ts';
import { listStations } from './list-stations.ts';
import { listWeatherEvents } from './list-weather-events.ts';
import { metrics } from './metrics.ts';
import { datasetsOpenapi, openapi } from './openapi.ts';
import { postStations } from './post-stations.ts';
import { pushObservations } from './push-observations.ts';
import { putStation } from './put-station.ts';
import { readyz } from './readyz.ts';
import { root } from './root.ts';

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
