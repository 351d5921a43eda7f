import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { PARTS_PER_DAY, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { lastingGain } from '../../../detectors/relations/lasting-gain.ts';
import { LEARNT_PARTS, meanOf, middle, type RelatedSensor } from '../../../detectors/relations/usual-relation.ts';
import { proportionOver, usualShares } from '../../../detectors/relations/usual-share.ts';
import { changedMeans } from '../../../detectors/relations/without-parts.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { oneByOneOf } from '../../detectors/relations/made-means.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Scene } from '../scene.ts';
import {
  type Certainties,
  type Certainty,
  certaintyOfChange,
  looksAt,
  onCleanSet,
  percentOf,
  placesAmongOthers,
} from './looks.ts';

const RADIUS_KM = 100;
/** What is usual is known from so many parts before a share is read. */
const LEARNT = 5 * PARTS_PER_DAY;
/** An anemometer has read its share for so long [parts]. */
const WINDY_LENGTH = 3 * PARTS_PER_DAY;
/** The wind in the mean over that time, with which it counts as windy [km/h]. */
const WINDY = 3;
/** A gauge has read its share for so many wet days, of so many days at most. */
const WET_DAYS = 3;
const MOST_DAYS = 10;
/** What the neighbours have on a wet day, in the median of those within a distance [mm; km]. */
const WET = 1;
const NEAR_KM = 60;
const COLUMNS = ['reads', 'spells', 'known as certain, %', 'as suspected, %'];

/** What reads a share, and when that is to be known. */
interface SharedSort {
  readonly variable: number;
  readonly shares: readonly number[];
  /** First part of the spell that ends with a part; null where none does. */
  readonly spellUntil: (sensor: RelatedSensor, end: number) => number | null;
}

const SORTS = {
  wind: { variable: VARIABLE_INDEX.wind_speed, shares: [0.4, 1 / 3.6], spellUntil: windySpell },
  rain: { variable: VARIABLE_INDEX.rain, shares: [0.4, 0.1, 0], spellUntil: wetSpell },
} as const satisfies Record<string, SharedSort>;
export type SharedName = keyof typeof SORTS;

/** What is told of the sensors of a sort of a network, at each look. */
export interface GainWindows {
  /** Stations with two neighbours that can tell. */
  readonly stations: number;
  /** Looks at sound sensors, and those at which one is called wrong: certainly, or as suspected. */
  readonly looks: number;
  readonly calledWrong: Certainties;
  /** Windy or wet spells, and in how many of them a share was known by their end. */
  readonly spells: number;
  readonly found: ReadonlyMap<number, Certainties>;
  /** What sound sensors read in the spells of what their neighbours imply, in ascending order. */
  readonly sound: readonly number[];
}

/**
 * Has each sensor read a share for three windy days, or three wet ones, that end at each look, and counts what is found;
 * other faults are not taken into account.
 *
 * @param observations in the order of time
 */
export function gainWindows(
  name: SharedName,
  stations: readonly Station[],
  observations: readonly Observation[],
  excluded: ReadonlySet<string>,
): GainWindows {
  const { variable, shares, spellUntil }: SharedSort = SORTS[name];
  const network = new NetworkStations(stations[0].network, RADIUS_KM, stations);
  const neighboursOf = (station: number) => network.neighbours.of(station);
  const told = placesAmongOthers(network, stations, excluded);
  const calledWrong = { certain: 0, suspected: 0 };
  const found = new Map(shares.map((share) => [share, { certain: 0, suspected: 0 }] as const));
  const sound: number[] = [];
  let [looks, spells] = [0, 0];
  for (const { means, first, end } of looksAt(network, observations, LEARNT)) {
    for (const station of told) {
      const sensor = { means, station, variable, neighboursOf };
      if (!reports(sensor, end)) continue;
      looks++;
      count(calledWrong, certaintyOf(sensor, end, first));
      const from = spellUntil(sensor, end);
      if (from === null || from < first + LEARNT) continue;
      spells++;
      const shared = usualShares(sensor, from - LEARNT_PARTS, from);
      if (shared.length > 0) sound.push(Math.exp(proportionOver(sensor, shared, from, end).log));
      for (const [share, counted] of found)
        count(counted, known({ ...sensor, means: reading(sensor, share, from) }, from, end, first));
    }
  }
  return { stations: told.length, looks, calledWrong, spells, found, sound: sound.sort((a, b) => a - b) };
}

/** A table of how many anemometers and gauges are known that read a share, after any three windy or wet days of the clean set. */
export function gainsTable(scene: Scene): Promise<string> {
  return onCleanSet(scene, (stations, observations) => {
    const tables = (['wind', 'rain'] as const).map((name) => {
      const windows = gainWindows(name, stations, observations, scene.excluded);
      const { looks, calledWrong, spells, found, sound } = windows;
      const rows = [...found].map(([share, { certain, suspected }]) => [
        `${Math.round(100 * share)} % of the ${name}`,
        ...[String(spells), percentOf(certain, spells), percentOf(suspected, spells)],
      ]);
      const words =
        `${windows.stations} stations have neighbours to tell it by. Of sound sensors, ${calledWrong.certain} of ${looks} looks ` +
        `are called wrong as certain, and ${calledWrong.suspected} as suspected. In one of ten spells they read ` +
        `${sound.length === 0 ? '-' : (100 * sound[Math.floor(sound.length / 10)]).toFixed(0)} % or less of what is implied.`;
      return `${markdownTable(COLUMNS, rows)}\n\n${words}`;
    });
    return tables.join('\n\n');
  });
}

function reports({ means, station, variable }: RelatedSensor, end: number): boolean {
  const read = Array.from({ length: WINDY_LENGTH }, (_, k) => means.mean(station, variable, end - 1 - k));
  return read.filter(Number.isNaN).length <= WINDY_LENGTH / 3;
}

function windySpell({ means, station, variable }: RelatedSensor, end: number): number | null {
  const from = end - WINDY_LENGTH;
  const wind = Array.from({ length: WINDY_LENGTH }, (_, k) => means.mean(station, variable, from + k));
  return meanOf(wind) < WINDY ? null : from;
}

/** The last of them ends with it: later, the spell is the same. */
function wetSpell(sensor: RelatedSensor, end: number): number | null {
  let wet = 0;
  for (let days = 1; days <= MOST_DAYS; days++) {
    const from = end - days * PARTS_PER_DAY;
    if (rainAround(sensor, from) >= WET) wet++;
    else if (days === 1) return null;
    if (wet === WET_DAYS) return from;
  }
  return null;
}

/** What the gauges near a sensor had in the day that begins with a part, in the median [mm]. */
function rainAround({ means, station, variable, neighboursOf }: RelatedSensor, from: number): number {
  const near = neighboursOf(station).filter(({ km }) => km <= NEAR_KM);
  const sums = near.map(({ index }) => {
    const parts = Array.from({ length: PARTS_PER_DAY }, (_, k) => means.mean(index, variable, from + k));
    return parts.reduce((sum, part) => sum + part, 0);
  });
  return middle(sums.filter((sum) => !Number.isNaN(sum)));
}

function count(into: Certainties, certainty: Certainty): void {
  if (certainty !== null) into[certainty]++;
}

/** What was known of a share by its end: the surest that any look said. */
function known(sensor: RelatedSensor, from: number, end: number, first: number): Certainty {
  let best: Certainty = null;
  for (let at = from + LOOKED_EVERY; at <= end && best !== 'certain'; at += LOOKED_EVERY) {
    best = certaintyOf(sensor, at, first) ?? best;
  }
  return best;
}

function certaintyOf(sensor: RelatedSensor, end: number, first: number): Certainty {
  return certaintyOfChange(sensor, lastingGain(sensor, end, first), end, first);
}

/** The same means, of which those of a sensor are a share from a part on. */
function reading({ means, station, variable }: RelatedSensor, share: number, from: number): PartMeans {
  const isOf = (at: number, of: number) => at === station && of === variable;
  const mean = (at: number, of: number, part: number) =>
    means.mean(at, of, part) * (isOf(at, of) && part >= from ? share : 1);
  const others: PartMeans['readMeans'] = (...asked) => means.readMeans(...asked);
  return changedMeans(means, { mean, readMeans: oneByOneOf((at) => at === station, mean, others) });
}
