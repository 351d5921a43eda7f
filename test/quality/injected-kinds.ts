import { NetworkStations } from '../../detectors/network/network-stations.ts';
import type { FaultOfDays } from '../../schemas/fault.ts';
import type { Observation, Values } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { seeded } from '../detectors/stages/small-network.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Stations have so many neighbours within so many kilometres. */
const NEIGHBOURS = 2;
const NEAR_KM = 60;
/** Nothing is injected in so many of the first days, and a fault lasts for so many [days]. */
const DAYS_BEFORE = 5;
const SHORTEST = 3;
const LONGEST = 10;
/** A fault of a sensor needs so many of the values of its time. */
const COVERED = 0.7;
/** The ceiling [%], and the share of the values in its time that have to be clearly beyond it. */
const CEILING = 85;
const CLEARLY_BEYOND = 90;
const BEYOND_SHARE = 0.12;
/** The wind that blows in the mean of its time, so that a unit can show [km/h]. */
export const LEAST_WIND = 4;
/** The rain of its first two days, for the same reason [mm]. */
const LEAST_RAIN = 5;
const RAIN_MS = 2 * DAY_MS;
const TRIES = 400;

/** What is injected, one after another. */
const CASES = [
  { kind: 'unit', variable: 'temp_out', name: 'degF' },
  { kind: 'unit', variable: 'temp_out', name: 'K' },
  { kind: 'unit', variable: 'wind_speed', name: 'm/s' },
  { kind: 'unit', variable: 'wind_speed', name: 'kn' },
  { kind: 'unit', variable: 'wind_speed', name: 'mph' },
  { kind: 'unit', variable: 'bar', name: 'inHg' },
  { kind: 'unit', variable: 'bar', name: 'Pa' },
  { kind: 'unit', variable: 'bar', name: 'mmHg' },
  { kind: 'radiation', variable: 'temp_out', name: 'radiation' },
  { kind: 'ceiling', variable: 'out_hum', name: 'ceiling' },
  { kind: 'swapped', variable: null, name: 'swapped' },
  { kind: 'unit', variable: 'rain', name: 'in' },
] as const;
type Case = (typeof CASES)[number];

/** Names of what is injected, in the order of a table. */
export const INJECTED_NAMES: readonly string[] = CASES.map(({ name }) => name);

/** A fault that was put in. */
export interface InjectedKind {
  readonly name: string;
  readonly kind: FaultOfDays;
  readonly station: string;
  /** null: all variables of the station. */
  readonly variable: Variable | null;
  readonly swappedWith: string | null;
  /** First and last time, ms since the epoch. */
  readonly start: number;
  readonly end: number;
}

export const FROM_DOCUMENTED: Readonly<Record<string, (value: number) => number>> = {
  degF: (value) => 1.8 * value + 32,
  K: (value) => value + 273.15,
  'm/s': (value) => value / 3.6,
  kn: (value) => value / 1.852,
  mph: (value) => value / 1.609344,
  inHg: (value) => value / 33.86389,
  Pa: (value) => value * 100,
  mmHg: (value) => value / 1.333224,
  in: (value) => value / 25.4,
};

/**
 * Puts one fault of each case into the observations of a network, no two at one station.
 *
 * @param round rounds of one seed have other places and times
 */
export function injectKinds(
  stations: readonly Station[],
  observations: readonly Observation[],
  seed: number,
  round: number,
): { readonly observations: Observation[]; readonly injected: InjectedKind[] } {
  const random = seeded(1000 * seed + round);
  const { neighbours, ids } = new NetworkStations(stations[0].network, NEAR_KM, stations);
  const near = stations.filter(({ id }) => neighbours.of(ids.indexOf(id)).length >= NEIGHBOURS);
  const [first, last] = [observations[0].time, observations[observations.length - 1].time];
  const ofStation = new Map<string, Observation[]>(stations.map(({ id }) => [id, []]));
  for (const observation of observations) ofStation.get(observation.station)?.push(observation);
  const used = new Set<string>();
  const changes: ((observation: Observation) => Values | null)[] = [];
  const injected: InjectedKind[] = [];
  for (const one of CASES) {
    for (let tries = 0; tries < TRIES; tries++) {
      const place = near[Math.floor(random() * near.length)];
      const partner = near[Math.floor(random() * near.length)];
      const days = SHORTEST + random() * (LONGEST - SHORTEST);
      const start = first + DAY_MS * DAYS_BEFORE + random() * (last - first - DAY_MS * (DAYS_BEFORE + SHORTEST));
      const end = Math.min(last, start + days * DAY_MS);
      const size = 3 + 2 * random();
      if (used.has(place.id) || used.has(partner.id)) continue;
      const isIn = ({ time }: Observation) => time >= start && time <= end;
      const own = (ofStation.get(place.id) ?? []).filter(isIn);
      if (!isFit(one, own, start, end, observations)) continue;
      if (one.kind === 'swapped') {
        const others = (ofStation.get(partner.id) ?? []).filter(isIn);
        if (partner === place || !isFit(one, others, start, end, observations)) continue;
        const at = (those: readonly Observation[]) => new Map(those.map(({ time, values }) => [time, values]));
        const [ofPlace, ofPartner] = [at(own), at(others)];
        changes.push((it) => (isIn(it) && it.station === place.id ? (ofPartner.get(it.time) ?? null) : null));
        changes.push((it) => (isIn(it) && it.station === partner.id ? (ofPlace.get(it.time) ?? null) : null));
        for (const [station, other] of [
          [place.id, partner.id],
          [partner.id, place.id],
        ]) {
          used.add(station);
          injected.push({ ...one, station, swappedWith: other, start, end });
        }
        break;
      }
      used.add(place.id);
      const { variable } = one;
      changes.push((it) => {
        const value = it.values[variable];
        if (!isIn(it) || it.station !== place.id || value === null) return null;
        return {
          ...it.values,
          [variable]: changed(one, value, size * heatOfSun(place.longitude, it.time / HOUR_MS), random),
        };
      });
      injected.push({ ...one, station: place.id, swappedWith: null, start, end });
      break;
    }
  }
  const changedOnes = observations.map((it) => {
    const values = changes.map((change) => change(it)).find((found) => found !== null);
    return values === undefined ? it : { ...it, values };
  });
  return { observations: changedOnes, injected };
}

function isFit(
  { kind, variable }: Case,
  own: readonly Observation[],
  start: number,
  end: number,
  all: readonly Observation[],
): boolean {
  const times = new Set<number>();
  for (const { time } of all) if (time >= start && time <= end) times.add(time);
  const told = own.flatMap(({ values }) => values[variable ?? 'temp_out'] ?? []);
  if (told.length < COVERED * times.size) return false;
  if (kind === 'ceiling') return isDampEnough(told);
  if (variable === 'wind_speed') return told.reduce((sum, value) => sum + value, 0) >= LEAST_WIND * told.length;
  if (variable === 'rain') {
    const early = own.filter(({ time }) => time < start + RAIN_MS);
    return early.reduce((sum, { values }) => sum + (values.rain ?? 0), 0) >= LEAST_RAIN;
  }
  return true;
}

/** Whether a ceiling can show: enough of the values are clearly beyond it. */
export function isDampEnough(told: readonly number[]): boolean {
  return told.filter((value) => value >= CLEARLY_BEYOND).length >= BEYOND_SHARE * told.length;
}

function changed({ kind, name }: Case, value: number, heat: number, random: () => number): number {
  if (kind === 'radiation') return rounded(value + heat * (0.85 + 0.15 * random()));
  if (kind === 'ceiling') return Math.min(value, CEILING);
  return rounded(FROM_DOCUMENTED[name](value));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/**
 * Height of the sun as a share of that at noon, by mean solar time; nothing by night.
 *
 * @param time since 1970-01-01T00:00Z [h]
 */
export function heatOfSun(longitude: number, time: number): number {
  const hour = (((time + longitude / 15) % 24) + 24) % 24;
  return Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12));
}

/** Variables in which it can be told. */
export function variablesOf({ variable }: InjectedKind): readonly Variable[] {
  return variable === null ? VARIABLES : [variable];
}
