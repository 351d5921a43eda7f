import { detect } from './detect.ts';
import { docs } from './docs.ts';
import type { Endpoint } from './endpoint.ts';
import { getAnomaly } from './get-anomaly.ts';
import { getStation } from './get-station.ts';
import { healthz } from './healthz.ts';
import { listAnomalies } from './list-anomalies.ts';
import { listObservations } from './list-observations.ts';
import { listStations } from './list-stations.ts';
import { metrics } from './metrics.ts';
import { postStations } from './post-stations.ts';
import { pushObservations } from './push-observations.ts';
import { putStation } from './put-station.ts';
import { readyz } from './readyz.ts';
import { root } from './root.ts';

/** Every endpoint there is; routes, documentation and the contract suite follow from this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  root,
  docs(() => ENDPOINTS),
  healthz,
  readyz,
  metrics,
  pushObservations,
  listObservations,
  listStations,
  postStations,
  getStation,
  putStation,
  listAnomalies,
  getAnomaly,
  detect,
];
