import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { dayHeating } from '../../../detectors/relations/day-heating.ts';
import { HOURS_PER_PART, PARTS_PER_DAY, type PartMeans } from '../../../detectors/relations/day-parts.ts';
import { humidityCeiling } from '../../../detectors/relations/humidity-ceiling.ts';
import { LOOKED_EVERY } from '../../../detectors/relations/lasting-change.ts';
import { lastingOffset } from '../../../detectors/relations/lasting-offset.ts';
import type { NamedCondition, NamedQuestion } from '../../../detectors/relations/named-condition.ts';
import { isDoubtful, oddUnit } from '../../../detectors/relations/odd-unit.ts';
import { meanOf } from '../../../detectors/relations/usual-relation.ts';
import { changedMeans } from '../../../detectors/relations/without-parts.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { VARIABLE_INDEX } from '../../../schemas/variables.ts';
import { oneByOneOf } from '../../detectors/relations/made-means.ts';
import { FROM_DOCUMENTED, heatOfSun, isDampEnough, LEAST_WIND } from '../injected-kinds.ts';
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

/** Neighbours are asked so far away [km]. */
const RADIUS_KM = 100;
/** What is wrong begins when so many parts are over. */
const LEARNT = 5 * PARTS_PER_DAY;
/** How soon it is to be known [h]. Each begins at a look: what begins between two is known up to a quarter of a day sooner. */
const WITHIN = [36, 42, 48, 72] as const;
const LONGEST = 72 / HOURS_PER_PART;
/** A sensor counts that reports in such a share of the hours in which it is to be known, or of the day before a look at it as it is. */
const COVERED = 0.7;
const COLUMNS = ['what', 'cases', ...WITHIN.map((hours) => `known after ${hours} h, %`), 'of these suspected, %'];

/** What is wrong with a sensor from some hour on. */
interface Wrong {
  readonly name: string;
  readonly variable: number;
  /** What it reads in an hour in place of what is right. @param lasted hours since it began */
  readonly read: (value: number, hour: number, place: Station, lasted: number) => number;
  /** Whether it can show in the hours in which it is to be known, of which those are told. */
  readonly isFit: (told: readonly number[]) => boolean;
  /** Whether it is known: as suspected or surely; null where it is not. */
  readonly lookFor: (question: NamedQuestion, place: Station) => Certainty;
}

const { temp_out: TEMPERATURE, out_hum: HUMIDITY, wind_speed: WIND, bar: PRESSURE } = VARIABLE_INDEX;
const CEILING = 85;
/** Extremes of hours are in hundredths. */
const HUNDREDTHS = 100;
const TENTH = 10;
/** A drift has come to what it is after so long [h]. */
const DRIFTS = 36;
const WRONG: readonly Wrong[] = [
  ...[
    { of: '3 degC too much', variable: TEMPERATURE, size: 3 },
    { of: '15 % too little', variable: HUMIDITY, size: -15, least: 0 },
    { of: '1.5 hPa too much', variable: PRESSURE, size: 1.5 },
  ].flatMap(({ of, variable, size, least = Number.NEGATIVE_INFINITY }) =>
    [
      { name: `reads ${of}`, grown: () => 1 },
      { name: `drifts to ${of}`, grown: (lasted: number) => Math.min(1, lasted / DRIFTS) },
    ].map(({ name, grown }): Wrong => {
      const read: Wrong['read'] = (value, _hour, _place, lasted) => Math.max(least, value + size * grown(lasted));
      return { name, variable, read, isFit: () => true, lookFor: (question) => offsetOf(question, size) };
    }),
  ),
  ...[3, 5].map(
    (size): Wrong => ({
      ...{ name: `heated by ${size} degC`, variable: TEMPERATURE, isFit: () => true },
      read: (value, hour, { longitude }) => value + size * heatOfSun(longitude, hour + 0.5),
      lookFor: (question, { longitude }) => certaintyOf(dayHeating(question, longitude)),
    }),
  ),
  {
    ...{ name: `stops at ${CEILING} %`, variable: HUMIDITY, isFit: isDampEnough },
    read: (value) => Math.min(value, CEILING),
    lookFor: (question) => certaintyOf(humidityCeiling(question)),
  },
  ...['m/s', 'kn', 'mph'].map(
    (unit): Wrong => ({
      ...{ name: unit, variable: WIND, isFit: (told) => meanOf(told) >= LEAST_WIND, read: FROM_DOCUMENTED[unit] },
      lookFor: (question) => {
        const found = oddUnit(question);
        return certaintyOf(found?.unit.unit === unit ? found : null);
      },
    }),
  ),
];

function certaintyOf(found: NamedCondition | null): Certainty {
  if (found === null) return null;
  return isDoubtful(found) ? 'suspected' : 'certain';
}

function offsetOf({ sensor, end, since }: NamedQuestion, size: number): Certainty {
  const change = lastingOffset(sensor, end, since);
  const isIt = change !== null && Math.sign(change.size) === Math.sign(size);
  return certaintyOfChange(sensor, isIt ? change : null, end, since);
}

/** What is told of the sensors of a network of which one is wrong, each in turn. */
interface ConditionWindows {
  /** Looks at sound sensors, and those at which one is called wrong: as certain, or as suspected. */
  readonly looks: number;
  readonly calledWrong: Certainties;
  /** How often a sensor was wrong, and when that was known [h] where it was in time. */
  readonly cases: number;
  readonly known: readonly { readonly after: number; readonly isSuspected: boolean }[];
}

/**
 * Has each sensor of a network be wrong from each look on, and counts what is found in three days. Other faults are not taken into
 * account, nor what is known better later.
 *
 * @param observations in the order of time
 * @returns by name of what is wrong
 */
export function conditionWindows(
  stations: readonly Station[],
  observations: readonly Observation[],
  excluded: ReadonlySet<string>,
): Map<string, ConditionWindows> {
  const network = new NetworkStations(stations[0].network, RADIUS_KM, stations);
  const neighboursOf = (station: number) => network.neighbours.of(station);
  const places = placesAmongOthers(network, stations, excluded).map((station) => ({
    station,
    place: network.registered[station] as Station,
  }));
  const windows = WRONG.map((wrong) => ({
    wrong,
    found: new Map<string, ConditionWindows['known'][number]>(),
    counted: {
      looks: 0,
      calledWrong: { certain: 0, suspected: 0 },
      cases: 0,
      known: [] as ConditionWindows['known'][number][],
    },
  }));
  for (const { means, first, end } of looksAt(network, observations, LEARNT)) {
    const earliest = LOOKED_EVERY * Math.ceil((first + LEARNT) / LOOKED_EVERY);
    for (const { wrong, found, counted } of windows) {
      const { variable } = wrong;
      for (const { station, place } of places) {
        const lookAt = (read: PartMeans) => {
          return wrong.lookFor({ sensor: { means: read, station, variable, neighboursOf }, end, since: first }, place);
        };
        const sound = lookAt(means);
        if (isCovered(toldIn(means, station, variable, end - PARTS_PER_DAY, end), PARTS_PER_DAY)) {
          counted.looks++;
          if (sound !== null) counted.calledWrong[sound]++;
        }
        for (let from = Math.max(end - LONGEST, earliest); from < end; from += LOOKED_EVERY) {
          const name = `${station} ${from}`;
          // What is told of a sound sensor says nothing of the wrong one.
          if (sound !== null || found.has(name)) continue;
          const known = lookAt(misread(means, wrong, { station, place, from }));
          if (known !== null)
            found.set(name, { after: HOURS_PER_PART * (end - from), isSuspected: known === 'suspected' });
        }
        const begun = end - LONGEST;
        if (begun < earliest) continue;
        const told = toldIn(means, station, variable, begun, end);
        if (!isCovered(told, LONGEST) || !wrong.isFit(told)) continue;
        counted.cases++;
        const known = found.get(`${station} ${begun}`);
        if (known !== undefined) counted.known.push(known);
      }
    }
  }
  return new Map(windows.map(({ wrong, counted }) => [wrong.name, counted]));
}

/** A table of how soon is known what is wrong with one sensor, from each look at the clean set on. */
export function conditionsTable(scene: Scene): Promise<string> {
  return onCleanSet(scene, (stations, observations) => {
    const windows = [...conditionWindows(stations, observations, scene.excluded)];
    const rows = windows.map(([name, { cases, known, looks, calledWrong }]) => [
      ...[name, String(cases)],
      ...WITHIN.map((hours) => percentOf(known.filter(({ after }) => after <= hours).length, cases)),
      percentOf(known.filter(({ isSuspected }) => isSuspected).length, known.length),
      `${calledWrong.certain} and ${calledWrong.suspected} of ${looks}`,
    ]);
    return markdownTable([...COLUMNS, 'sound: called wrong as certain, as suspected'], rows);
  });
}

function isCovered(told: readonly number[], parts: number): boolean {
  return told.length >= COVERED * HOURS_PER_PART * parts;
}

/** The hours of a sensor from a part to before another that were reported. */
function toldIn(means: PartMeans, station: number, variable: number, from: number, end: number): number[] {
  const hours = new Float64Array(HOURS_PER_PART * (end - from));
  means.readHourMeans(station, variable, from * HOURS_PER_PART, hours);
  return [...hours].filter((value) => !Number.isNaN(value));
}

/** The same means, of which a sensor is wrong from a part on: hour by hour, as if each had as many reports. */
function misread(
  means: PartMeans,
  { variable, read }: Wrong,
  { station, place, from }: { readonly station: number; readonly place: Station; readonly from: number },
): PartMeans {
  const isWrong = (of: number, which: number, part: number) => of === station && which === variable && part >= from;
  const hourMean: PartMeans['hourMean'] = (of, which, hour) => {
    const value = means.hourMean(of, which, hour);
    return isWrong(of, which, Math.floor(hour / HOURS_PER_PART))
      ? read(value, hour, place, hour - from * HOURS_PER_PART)
      : value;
  };
  const ofPart =
    (mean: PartMeans['mean']): PartMeans['mean'] =>
    (of, which, part) => {
      const value = mean(of, which, part);
      if (!isWrong(of, which, part) || Number.isNaN(value)) return value;
      const hours = Array.from({ length: HOURS_PER_PART }, (_, k) => hourMean(of, which, part * HOURS_PER_PART + k));
      const told = hours.filter((hour) => !Number.isNaN(hour));
      const middle = part * HOURS_PER_PART + 1;
      return told.length === 0 ? read(value, middle, place, middle - from * HOURS_PER_PART) : meanOf(told);
    };
  // Values that are read in another unit come with one decimal.
  const extreme =
    (told: PartMeans['lowest']): PartMeans['lowest'] =>
    (of, which, hour) => {
      const value = told(of, which, hour);
      if (!isWrong(of, which, Math.floor(hour / HOURS_PER_PART)) || Number.isNaN(value)) return value;
      return TENTH * Math.round(read(value / HUNDREDTHS, hour, place, hour - from * HOURS_PER_PART) * TENTH);
    };
  const isChanged = (of: number) => of === station;
  const mean = ofPart((...asked) => means.mean(...asked));
  return changedMeans(means, {
    ...{ mean, rawMean: ofPart((...asked) => means.rawMean(...asked)), hourMean },
    ...{
      lowest: extreme((...asked) => means.lowest(...asked)),
      highest: extreme((...asked) => means.highest(...asked)),
    },
    readMeans: oneByOneOf(isChanged, mean, (...asked) => means.readMeans(...asked)),
    readHourMeans: oneByOneOf(isChanged, hourMean, (...asked) => means.readHourMeans(...asked)),
  });
}
