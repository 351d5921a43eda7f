import { DOCUMENTED_ELEMENTS } from '../../schemas/elements/documented-elements.ts';
import type { Element } from '../../schemas/elements/element.ts';
import { PACKAGED_ELEMENTS } from '../../schemas/elements/packaged-elements.ts';

/** A record of a CSV file of observations. */
export type Row = Record<string, string>;

/** Elements that are made of what a network reports, where it does not report them. */
export const DERIVED = ['wind_gust', 'dew_point', 'soil_temperature'] as const;

/** Share of the way to the temperature of the air that soil at 10 cm goes in ten minutes, about. */
const SOIL_FOLLOWS = 0.02;

/** A number of a cell; null where there is none. */
function numberIn(cell: string | undefined): number | null {
  return cell === undefined || cell === '' || !Number.isFinite(Number(cell)) ? null : Number(cell);
}

/**
 * Adds gusts of 1.35 to 1.6 times the mean wind, the dew point of temperature and humidity (Magnus formula: WMO-No. 8, volume I,
 * chapter 4, annex 4.B), and a soil temperature that follows the air slowly.
 *
 * @param rows in the order of time
 */
export function addDerived(rows: readonly Row[], random: () => number): void {
  const soil = new Map<string, number>();
  for (const row of rows) {
    const [air, humidity, wind] = ['temp_out', 'out_hum', 'wind_speed'].map((name) => numberIn(row[name]));
    const possible = air !== null && air > -60 && air < 60;
    row['wind_gust'] = wind === null ? '' : (wind * (1.35 + 0.25 * random()) + 1.5 * random()).toFixed(1);
    row['dew_point'] = possible && humidity !== null && humidity > 0 ? dewPoint(air, humidity).toFixed(1) : '';
    if (possible) {
      const last = soil.get(row['station_id']) ?? air;
      soil.set(row['station_id'], last + SOIL_FOLLOWS * (air - last));
    }
    row['soil_temperature'] = possible ? (soil.get(row['station_id']) ?? air).toFixed(1) : '';
  }
}

function dewPoint(air: number, humidity: number): number {
  const a = Math.log(Math.min(humidity, 100) / 100) + (17.62 * air) / (243.12 + air);
  return (243.12 * a) / (17.62 - a);
}

/** Length of each kind of fault [reports]. */
const KINDS = { spike: 1, block: 3, step: 36, noise: 12 } as const;
/** Sizes of faults, in floors of the variable. */
const SIZES = { small: 1.5, medium: 3, large: 6 } as const;
/** Reports between two faults of a station. */
const APART = 48;

/** A fault that was put into the data. */
export interface InjectedFault {
  readonly station: string;
  readonly variable: string;
  readonly kind: keyof typeof KINDS;
  readonly size: keyof typeof SIZES;
  /** First and last time, ms since the epoch. */
  readonly start: number;
  readonly end: number;
}

/**
 * Puts faults of each kind and size into variables, at stations and times drawn at random, none near another of its station.
 *
 * @param each faults of each variable, kind and size
 * @param random numbers from 0 to 1
 */
export function injectFaults(
  rows: readonly Row[],
  variables: readonly string[],
  each: number,
  random: () => number,
): InjectedFault[] {
  const byStation = new Map<string, Row[]>();
  for (const row of rows) {
    const series = byStation.get(row['station_id']);
    if (series === undefined) byStation.set(row['station_id'], [row]);
    else series.push(row);
  }
  const stations = [...byStation.keys()];
  const busy = new Map<string, [from: number, to: number][]>();
  const faults: InjectedFault[] = [];
  const asked = variables.flatMap((variable) =>
    (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) =>
      (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
        Array.from({ length: each }, () => ({ variable, kind, size })),
      ),
    ),
  );
  for (const { variable, kind, size } of asked) {
    for (let tries = 0; tries < 200; tries++) {
      const station = stations[Math.floor(random() * stations.length)];
      const series = byStation.get(station) ?? [];
      const at = Math.floor(random() * (series.length - 2 * APART)) + APART;
      const taken = busy.get(station) ?? [];
      const to = at + KINDS[kind];
      if (taken.some(([from, until]) => at - APART < until && to + APART > from)) continue;
      const hit = series.slice(at, to);
      if (hit.length < KINDS[kind] || hit.some((row) => numberIn(row[variable]) === null)) continue;
      busy.set(station, [...taken, [at, to]]);
      const side = random() < 0.5 ? -1 : 1;
      for (const row of hit)
        row[variable] = shifted(variable, row, side * SIZES[size], kind === 'noise' ? random : null);
      const [start, end] = [hit[0], hit[hit.length - 1]].map((row) => Date.parse(row['time']));
      faults.push({ station, variable, kind, size, start, end });
      break;
    }
  }
  return faults;
}

/** A value that is off by so many floors, within its limits; where `noise` draws, to either side by any share of it. */
function shifted(variable: string, row: Row, floors: number, noise: (() => number) | null): string {
  const { floor, low, high } = specificationOf(variable);
  const off = floors * floor * (noise === null ? 1 : 2 * noise() - 1);
  const value = (numberIn(row[variable]) ?? 0) + off;
  // What would be below 0 is above by as much: an anemometer does not read less than nothing.
  const folded = value < low ? 2 * low - value : value;
  return Math.min(high, folded).toFixed(1);
}

function specificationOf(variable: string): Element {
  const element = [...DOCUMENTED_ELEMENTS, ...PACKAGED_ELEMENTS].find(({ name }) => name === variable);
  if (element === undefined) throw new Error(`there is no element ${variable}`);
  return element;
}
