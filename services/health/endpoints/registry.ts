import type { Endpoint } from '../../http/endpoint.ts';
import { getStationHealth } from './get-station-health.ts';
import type { HealthDependencies } from './health-dependencies.ts';

/** The endpoints of the health of stations. */
export const HEALTH_ENDPOINTS: readonly Endpoint<HealthDependencies>[] = [getStationHealth];
