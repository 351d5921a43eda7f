import { LastingFault } from '../../../detectors/faults/lasting-fault.ts';
import { LOOKED_EVERY } from '../../../detectors/faults/lasting-faults.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { PARTS_PER_DAY, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import { fewAreNear } from '../../../detectors/relations/lasting-change.ts';
import { lastingGain } from '../../../detectors/relations/lasting-gain.ts';
import { meanOf, type RelatedSensor } from '../../../detectors/relations/usual-relation.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { oneByOne } from '../../detectors/relations/made-means.ts';
import { InjectedHistory } from '../injected-history.ts';
import { markdownTable } from '../markdown-table.ts';
import type { Scene } from '../scene.ts';
import { halfDays } from './half-days.ts';

const RADIUS_KM = 100;
/** An anemometer has read its share for so long [parts]; what is usual is known from so many before. */
const LENGTH = 3 * PARTS_PER_DAY;
const LEARNT = 5 * PARTS_PER_DAY;
/** The wind in the mean over that time, with which it counts as windy [km/h]. */
const WINDY = 3;
const SHARES = [0.4, 1 / 3.6] as const;
const COLUMNS = ['reads', 'windy spells of three days', 'known as certain, %', 'as suspected, %'];

/** What is told of the anemometers of a network, each at each half day. */
export interface GainWindows {
  /** Stations with two neighbours that can tell. */
  readonly stations: number;
  /** Half days at which sound anemometers are looked at, and at which one is called wrong: certainly, or as suspected. */
  readonly looks: number;
  readonly calledWrong: Certainties;
  /** Windy spells, and in how many of them a share was known by their end. */
  readonly spells: number;
  readonly found: ReadonlyMap<number, Certainties>;
}

interface Certainties {
  certain: number;
  suspected: number;
}

/**
 * Has each anemometer read a share of the wind for three windy days that end at each half day, and counts what is found; other
 * faults are not taken into account.
 *
 * @param observations in the order of time
 */
export function gainWindows(
  stations: readonly Station[],
  observations: readonly Observation[],
  excluded: ReadonlySet<string>,
): GainWindows {
  const network = new NetworkStations(stations[0].network, RADIUS_KM, stations);
  const neighboursOf = (station: number) => network.neighbours.of(station);
  const told = stations
    .filter(({ id }) => !excluded.has(id))
    .map(({ id }) => network.indexOf(id))
    .filter((station) => !fewAreNear(neighboursOf(station).map((neighbour) => ({ neighbour }))));
  const calledWrong = { certain: 0, suspected: 0 };
  const found = new Map(SHARES.map((share) => [share, { certain: 0, suspected: 0 }] as const));
  let [looks, spells] = [0, 0];
  for (const { means, first, end } of halfDays(network, observations, LEARNT)) {
    for (const station of told) {
      const sensor = { means, station, variable: VARIABLE_INDEX.wind_speed, neighboursOf };
      const from = end - LENGTH;
      const wind = Array.from({ length: LENGTH }, (_, k) => means.mean(station, sensor.variable, from + k));
      if (wind.filter(Number.isNaN).length > LENGTH / 3) continue;
      looks++;
      count(calledWrong, certaintyOf(sensor, end, first));
      if (meanOf(wind) < WINDY || from < first + LEARNT) continue;
      spells++;
      for (const [share, counted] of found)
        count(counted, known({ ...sensor, means: reading(sensor, share, from) }, from, end, first));
    }
  }
  return { stations: told.length, looks, calledWrong, spells, found };
}

/** A table of how many anemometers are known that read a share of the wind, after any three windy days of the clean set. */
export async function gainsTable({ scoring, excluded }: Scene): Promise<string> {
  const history = new InjectedHistory(scoring.injected('clean', '1'));
  const { observations } = history;
  if (observations.length === 0) return 'no observations';
  const { stations, looks, calledWrong, spells, found } = gainWindows(await history.stations(), observations, excluded);
  const percent = (part: number) => ((100 * part) / spells).toFixed(0);
  const rows = [...found].map(([share, { certain, suspected }]) => [
    `${Math.round(100 * share)} % of the wind`,
    ...[String(spells), percent(certain), percent(suspected)],
  ]);
  const words =
    `${stations} stations have neighbours to tell it by. Of sound anemometers, ${calledWrong.certain} of ${looks} half days are ` +
    `called wrong as certain, and ${calledWrong.suspected} as suspected.`;
  return `${markdownTable(COLUMNS, rows)}\n\n${words}`;
}

type Certainty = keyof Certainties | null;

function count(into: Certainties, certainty: Certainty): void {
  if (certainty !== null) into[certainty]++;
}

/** What was known of a share by its end: the surest that any half day said. */
function known(sensor: RelatedSensor, from: number, end: number, first: number): Certainty {
  let best: Certainty = null;
  for (let at = from + LOOKED_EVERY; at <= end && best !== 'certain'; at += LOOKED_EVERY) {
    best = certaintyOf(sensor, at, first) ?? best;
  }
  return best;
}

function certaintyOf(sensor: RelatedSensor, end: number, first: number): Certainty {
  const change = lastingGain(sensor, end, first);
  if (change === null) return null;
  return LastingFault.named(sensor, { change, named: end, identity: '' }, first).isDoubtful ? 'suspected' : 'certain';
}

/** The same means, of which those of a sensor are a share from a part on. */
function reading({ means, station, variable }: RelatedSensor, share: number, from: number): PartMeans {
  const isOf = (at: number, of: number) => at === station && of === variable;
  const mean = (at: number, of: number, part: number) =>
    means.mean(at, of, part) * (isOf(at, of) && part >= from ? share : 1);
  return {
    first: means.first,
    mean,
    readMeans: oneByOne(mean),
    hourMean: (at, of, hour) => means.hourMean(at, of, hour),
    readHourMeans: (at, of, hour, into) => means.readHourMeans(at, of, hour, into),
    hourCount: (at, of, hour) => means.hourCount(at, of, hour),
    rawMean: (at, of, part) => means.rawMean(at, of, part),
    impossibleCount: (at, of, part) => means.impossibleCount(at, of, part),
  };
}
