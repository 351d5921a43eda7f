import type { Endpoint } from '../../http/endpoint.ts';
import { detect } from './detect.ts';
import type { DetectionDependencies } from './detection-dependencies.ts';
import { getAnomaly } from './get-anomaly.ts';
import { getCoverage } from './get-coverage.ts';
import { getEpisode } from './get-episode.ts';
import { getFault } from './get-fault.ts';
import { getThresholds } from './get-thresholds.ts';
import { listAnomalies } from './list-anomalies.ts';
import { listEpisodes } from './list-episodes.ts';
import { listFaults } from './list-faults.ts';
import { listOutages } from './list-outages.ts';
import { listStates } from './list-states.ts';
import { listWeatherEvents } from './list-weather-events.ts';

/** The endpoints of anomalies, faults, episodes, outages and weather events, and of judgement. */
export const DETECTION_ENDPOINTS: readonly Endpoint<DetectionDependencies>[] = [
  getThresholds,
  listStates,
  listAnomalies,
  getAnomaly,
  listFaults,
  getFault,
  listOutages,
  listWeatherEvents,
  getCoverage,
  listEpisodes,
  getEpisode,
  detect,
];
