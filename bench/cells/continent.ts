import { seeded } from '../../test/detectors/stages/small-network.ts';

/** A continent of ten million square kilometres, as Europe has [degrees]. */
const SOUTH = 36;
const NORTH = 66;
const WEST = -10;
const EAST = 40;
/** One city to so many stations, and the share of all stations that are in or around one. */
const STATIONS_A_CITY = 2_500;
const IN_CITIES = 0.7;
/** Stations thin out by 1/e over this distance from the centre of the smallest city [degrees]. */
const CITY_DEGREES = 0.08;

/** Where stations are. */
export interface Places {
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
}

/** Made stations of a continent: most in and around cities, of which a few are large, the others anywhere. */
export function continentOf(count: number, seed: number): Places {
  const random = seeded(seed);
  const anywhere = (): [number, number] => [SOUTH + (NORTH - SOUTH) * random(), WEST + (EAST - WEST) * random()];
  const cities = Array.from({ length: Math.max(8, Math.ceil(count / STATIONS_A_CITY)) }, anywhere);
  const latitudes = new Float64Array(count);
  const longitudes = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let [latitude, longitude] = anywhere();
    if (random() < IN_CITIES) {
      // The first cities have more stations than the later ones, and are wider.
      const rank = Math.floor(cities.length * random() ** 2);
      const size = CITY_DEGREES * (1 + 4 / Math.sqrt(rank + 1));
      const [distance, angle] = [-size * Math.log(1 - random()), 2 * Math.PI * random()];
      latitude = cities[rank][0] + distance * Math.cos(angle);
      longitude = cities[rank][1] + distance * Math.sin(angle);
    }
    latitudes[k] = latitude;
    longitudes[k] = longitude;
  }
  return { latitudes, longitudes };
}
