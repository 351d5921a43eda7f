import type { Endpoint } from '../../http/endpoint.ts';
import { getStationHealth } from './get-station-health.ts';
import type { HealthParts } from './health-parts.ts';

/** The endpoints of the health of stations. */
export const HEALTH_ENDPOINTS: readonly Endpoint<HealthParts>[] = [getStationHealth];
