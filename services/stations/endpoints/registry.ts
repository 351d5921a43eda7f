import type { Endpoint } from '../../http/endpoint.ts';
import { getStation } from './get-station.ts';
import { listNetworks } from './list-networks.ts';
import { listStations } from './list-stations.ts';
import { postStations } from './post-stations.ts';
import { putStation } from './put-station.ts';
import type { StationDependencies } from './station-dependencies.ts';

/** The endpoints of networks and stations. */
export const STATION_ENDPOINTS: readonly Endpoint<StationDependencies>[] = [
  listNetworks,
  listStations,
  postStations,
  getStation,
  putStation,
];
