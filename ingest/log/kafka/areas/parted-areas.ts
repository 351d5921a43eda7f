import { digestOf } from '../../../../schemas/key-table.ts';
import { type Station, stationKey } from '../../../../schemas/station.ts';

/** Where stations are, and the digests of their keys, one after the other. */
interface Places {
  readonly digests: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/** Stations of one partition each, by the digests of their keys. */
export type Areas = readonly Float64Array[];

/** How many stations all of some areas have. */
export function stationsIn(areas: Areas): number {
  return areas.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Parts stations into areas with as many stations each: all are halved again and again across the longer side of where they are.
 * Areas whose numbers are near to each other are near to each other. The same stations give the same areas, in any order.
 *
 * @param batches of stations, each station once
 * @param count how many areas
 * @returns of each area the digests of its stations' keys
 */
export async function partedAreas(batches: AsyncIterable<readonly Station[]>, count: number): Promise<Areas> {
  const places = await placesOf(batches);
  const areas: Float64Array[] = [];
  const order = Uint32Array.from(places.digests.keys()).sort((a, b) => places.digests[a] - places.digests[b]);
  part(places, order, count, areas);
  return areas;
}

async function placesOf(batches: AsyncIterable<readonly Station[]>): Promise<Places> {
  const [digests, latitudes, longitudes]: number[][] = [[], [], []];
  for await (const stations of batches) {
    for (const { network, id, latitude, longitude } of stations) {
      digests.push(digestOf(stationKey(network, id)));
      latitudes.push(latitude);
      longitudes.push(longitude);
    }
  }
  return {
    digests: Float64Array.from(digests),
    latitudes: Float64Array.from(latitudes),
    longitudes: Float64Array.from(longitudes),
  };
}

/** Sorts the stations of an area along its longer side, and parts it there. */
function part(places: Places, stations: Uint32Array, count: number, areas: Float64Array[]): void {
  if (count === 1) {
    areas.push(Float64Array.from(stations, (station) => places.digests[station]));
    return;
  }
  const [south, north] = extentOf(places.latitudes, stations);
  const [west, east] = extentOf(places.longitudes, stations);
  const byLatitude = north - south > (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  const along = byLatitude ? places.latitudes : places.longitudes;
  // Those at the same place stay in the order of their digests.
  stations.sort((a, b) => along[a] - along[b] || places.digests[a] - places.digests[b]);
  const below = Math.floor(count / 2);
  const at = Math.floor((stations.length * below) / count);
  part(places, stations.subarray(0, at), below, areas);
  part(places, stations.subarray(at), count - below, areas);
}

function extentOf(values: Float64Array, stations: Uint32Array): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const station of stations) {
    least = Math.min(least, values[station]);
    most = Math.max(most, values[station]);
  }
  return [least, most];
}
