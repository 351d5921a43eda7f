import { between, hash, smoothNoise, uniform } from './lattice-noise.ts';
import { cityStationName, countryStationName, suburbStationName } from './place-names.ts';

/** Kilometres of one degree of latitude. */
const KM_PER_DEGREE = 111.2;
const CENTRE_LATITUDE = 48;
const CENTRE_LONGITUDE = 10;
const KM_PER_DEGREE_EAST = KM_PER_DEGREE * Math.cos((CENTRE_LATITUDE * Math.PI) / 180);
/** Area for each station [km2]; with it 60 stations have 5 to 30 neighbours within 100 km. */
const KM2_PER_STATION = 1_400;
/** The mid-latitudes end 11.7 degrees north and south of the centre; the way round the globe is what it is [km]. */
const MOST_HEIGHT = 2_600;
const MOST_WIDTH = 360 * KM_PER_DEGREE_EAST;
/** Two stations in a city, one at its edge, two in the country around. */
const GROUP = 5;

/** Where the stations stand, by index. */
export interface Sites {
  readonly count: number;
  /** East and north of the region's centre [km], on the plane that the weather moves over. */
  readonly east: Float64Array;
  readonly north: Float64Array;
  /** Degrees, WGS 84. */
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  /** Metres above sea level. */
  readonly elevation: Float64Array;
  /** 1 in the middle of a city, 0 in the country. */
  readonly urban: Float64Array;
}

/**
 * Places stations in groups of five around cities that are spread evenly (R2 sequence, M. Roberts 2018) over a region
 * whose area grows with their number, until the northern mid-latitudes are full all round the globe (about 49,000
 * stations); beyond that they stand closer.
 */
export function demoSites(count: number, seed: number): Sites {
  const groups = Math.ceil(count / GROUP);
  const area = groups * GROUP * KM2_PER_STATION;
  const height = Math.min(MOST_HEIGHT, Math.sqrt(area / 1.3));
  const width = Math.min(MOST_WIDTH, area / height);
  const array = () => new Float64Array(count);
  const sites = { count, east: array(), north: array(), latitude: array(), longitude: array() };
  const elevation = array();
  const urban = array();
  for (let i = 0; i < count; i++) {
    const group = Math.floor(i / GROUP);
    const member = i % GROUP;
    const [near, far] = REACH[member];
    const km = between(near, far, seed, i, 11, 0);
    // The members of a group go round it, so that no two of them share a place.
    const direction = 2 * Math.PI * (uniform(seed, group, 12, 0) + member * 0.4 + 0.12 * uniform(seed, i, 13, 0));
    const across = fraction(0.5 + uniform(seed, 1, 14, 0) + group * 0.7548776662466927);
    const up = fraction(0.5 + uniform(seed, 2, 14, 0) + group * 0.5698402909980532);
    const east = (across - 0.5) * width + km * Math.cos(direction);
    const north = (up - 0.5) * height + km * Math.sin(direction);
    sites.east[i] = east;
    sites.north[i] = north;
    sites.latitude[i] = rounded(CENTRE_LATITUDE + north / KM_PER_DEGREE);
    sites.longitude[i] = rounded(fraction((CENTRE_LONGITUDE + east / KM_PER_DEGREE_EAST + 180) / 360) * 360 - 180);
    urban[i] = Math.max(0, 1 - km / 15);
    elevation[i] = Math.round(terrain(seed, east, north) * (1 - 0.6 * urban[i]));
  }
  return { ...sites, elevation, urban };
}

/** Nearest and farthest distance of a group's members from its centre [km]. */
const REACH = [
  [0.5, 2],
  [4, 8],
  [10, 18],
  [28, 45],
  [40, 60],
];

/** Name of a station by its index. */
export function siteName(index: number, seed: number): string {
  const group = Math.floor(index / GROUP);
  const member = index % GROUP;
  const offset = hash(seed, 15, 0, 0) % 960;
  const city = offset + 3 * group;
  const site = hash(seed, group, 16, 0) % 1000;
  if (member < 2) return cityStationName(city, site + member);
  if (member === 2) return suburbStationName(city, site);
  return countryStationName(city + member - 2, site + member);
}

/** Height of the land: plains, hills and some mountains [m]. */
function terrain(seed: number, east: number, north: number): number {
  const range = Math.max(0, smoothNoise(seed ^ 0x7e44a1, east / 110, north / 110, 0.5));
  const hills = 1 + smoothNoise(seed ^ 0x3c6ef3, east / 28, north / 28, 0.5);
  return 15 + 1_500 * range * range + 90 * hills;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
