import { solarElevation } from '../../../detectors/checks/solar-elevation.ts';
import { seeded } from '../../detectors/stages/small-network.ts';

/** What a station reported at one time: the five in the units of KNMI's files, NaN where missing. */
export interface Five {
  /** degC, %, m/s, hPa, mm/h. */
  readonly ta: number;
  readonly rh: number;
  readonly ff: number;
  readonly pp: number;
  readonly rg: number;
}

export interface Site {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  /** m */
  readonly elevation: number;
}

/** Values of one station at one time, by the names of KNMI's files. */
export type TenMinuteValues = Readonly<Record<string, number>>;

/** The names that are made, besides the five. */
export const MADE = [
  ...['dd', 'gff', 'td', 'tx', 'tn', 'qg', 'zm', 'p0', 'tb2'],
  ...['Tn6', 'Tn12', 'Tn14', 'Tx6', 'Tx12', 'Tx24', 'tg', 'tgn', 'Tgn6', 'Tgn12', 'Tgn14', 'tb1', 'qnh'],
  ...['R1H', 'R6H', 'R12H', 'R24H', 'pg', 'dr', 'pr', 'D1H', 'ss', 'nc', 'nc1', 'nc2', 'nc3'],
  ...['hc', 'hc1', 'hc2', 'hc3', 'ts1', 'ts2'],
] as const;

/** Reports of an hour. */
const HOUR = 6;
const RADIANS = Math.PI / 180;

/**
 * Makes what a full station of KNMI reports beside the five, from the five and a weather that all stations share: clouds and the
 * direction of the wind drift over the network, each station adds a little of its own. Gusts are above the wind, dew points at or
 * below the temperature, no sun by night, extremes and sums over hours are those of the ten minutes in them.
 *
 * @param sites in the order of the columns of `five`
 * @param five by time, ten minutes apart, then by station
 * @returns the same order
 */
export function madeElements(
  sites: readonly Site[],
  start: number,
  five: readonly (readonly Five[])[],
  seed = 1,
): TenMinuteValues[][] {
  const random = seeded(seed);
  const noise = () => (random() + random() + random() - 1.5) * 1.2;
  let [clouds, direction] = [5, 210];
  const own = sites.map(() => ({ clouds: noise(), direction: 8 * noise(), soil5: Number.NaN, soil10: Number.NaN }));
  const series: TenMinuteValues[][] = [];
  for (const [k, row] of five.entries()) {
    clouds = within(clouds + 0.25 * noise() + 0.02 * (5 - clouds), 0, 8);
    direction = (direction + 2 * noise() + 360) % 360;
    const time = start + k * 600_000;
    series.push(
      row.map((it, s) => {
        const state = own[s];
        state.clouds = 0.95 * state.clouds + 0.3 * noise();
        state.direction = 0.97 * state.direction + 2 * noise();
        const cover = Math.round(within(clouds + state.clouds, 0, 8));
        const elevation = solarElevation(sites[s], time);
        const radiation = radiationOf(elevation, cover, random);
        const tx = round(it.ta + 0.3 * random());
        const tn = round(it.ta - 0.3 * random());
        const cooling = elevation < 0 ? -2 * (1 - cover / 10) : radiation / 150;
        const tg = round(it.ta + cooling + 0.3 * noise());
        state.soil5 = follow(state.soil5, it.ta, 0.03);
        state.soil10 = follow(state.soil10, it.ta, 0.015);
        const td = dewPoint(it.ta, it.rh);
        const base = Math.max(100, 400 * (it.ta - td)) + 150 * random();
        const rate = it.rg;
        const wet = rate > 0 ? within(60 + 240 * rate, 0, 600) : 0;
        return {
          ...it,
          dd: it.ff < 0.3 ? 0 : Math.round((direction + state.direction + 720) % 360) || 360,
          gff: round(it.ff * (1.3 + 0.3 * random()) + 0.4 * random(), 2),
          td: round(td),
          ...{ tx, tn, tg, tgn: round(tg - 0.3 * random()) },
          qg: radiation,
          zm: Math.round(within(60_000 * ((106 - it.rh) / 100) ** 1.5 * (0.85 + 0.3 * random()), 60, 50_000) / 10) * 10,
          p0: round(it.pp * Math.exp(-sites[s].elevation / 8_400), 2),
          qnh: round(it.pp + 0.05 * noise(), 2),
          tb1: round(state.soil5),
          tb2: round(state.soil10),
          pg: round(rate * (0.8 + 0.4 * random())),
          dr: Math.round(wet),
          pr: Math.round(wet * (0.8 + 0.2 * random())),
          ss: elevation > 3 && cover < 6 ? round(10 * (1 - cover / 8), 0) : 0,
          ...layersOf(cover, base, random),
          ...{ ts1: 0, ts2: 0 },
        };
      }),
    );
  }
  return series.map((row, k) => row.map((it, s) => ({ ...it, ...overHours(series, k, s) })));
}

/** Extremes and sums over the hours up to a time, as far as there are reports. */
function overHours(series: readonly (readonly TenMinuteValues[])[], k: number, s: number): TenMinuteValues {
  const over = (hours: number, name: string): number[] => {
    const rows = series.slice(Math.max(0, k + 1 - hours * HOUR), k + 1);
    return rows.map((row) => row[s][name]).filter((value) => !Number.isNaN(value));
  };
  const lowest = (hours: number, name: string) => round(Math.min(...orMissing(over(hours, name))));
  const highest = (hours: number, name: string) => round(Math.max(...orMissing(over(hours, name))));
  const rain = (hours: number) => {
    const amounts = over(hours, 'rg');
    return amounts.length === 0
      ? Number.NaN
      : round(
          amounts.reduce((sum, rate) => sum + rate / HOUR, 0),
          2,
        );
  };
  const wet = over(1, 'dr').reduce((sum, seconds) => sum + seconds, 0);
  return {
    ...{ Tn6: lowest(6, 'tn'), Tn12: lowest(12, 'tn'), Tn14: lowest(14, 'tn') },
    ...{ Tx6: highest(6, 'tx'), Tx12: highest(12, 'tx'), Tx24: highest(24, 'tx') },
    ...{ Tgn6: lowest(6, 'tgn'), Tgn12: lowest(12, 'tgn'), Tgn14: lowest(14, 'tgn') },
    ...{ R1H: rain(1), R6H: rain(6), R12H: rain(12), R24H: rain(24), D1H: Math.round(wet / 60) },
  };
}

function orMissing(values: readonly number[]): readonly number[] {
  return values.length === 0 ? [Number.NaN] : values;
}

/**
 * Global radiation under clouds: Haurwitz (1945) for the clear sky, less 0.75 (n / 8)^3.4 of it (Kasten and Czeplak 1980, Solar
 * Energy 24).
 */
function radiationOf(elevation: number, cover: number, random: () => number): number {
  const height = Math.sin(elevation * RADIANS);
  if (height <= 0.01) return 0;
  const clear = 1098 * height * Math.exp(-0.057 / height);
  return Math.round(clear * (1 - 0.75 * (cover / 8) ** 3.4) * (0.92 + 0.08 * random()));
}

/** Magnus formula, WMO-No. 8, annex 4.B. */
function dewPoint(air: number, humidity: number): number {
  const a = Math.log(within(humidity, 1, 100) / 100) + (17.62 * air) / (243.12 + air);
  return (243.12 * a) / (17.62 - a);
}

/** Up to three layers of clouds, each higher than the one below it [octa, ft]; no base without clouds. */
function layersOf(cover: number, base: number, random: () => number): TenMinuteValues {
  const layers = cover === 0 ? 0 : 1 + Math.floor(3 * random());
  const amounts = [1, 2, 3].map((layer) => (layer <= layers ? Math.max(1, cover - 2 * (layers - layer)) : 0));
  const bases = [1, 2.2, 4].map((times, k) => (k < layers ? Math.round((base * times) / 10) * 10 : Number.NaN));
  const [nc1, nc2, nc3] = amounts;
  const [hc1, hc2, hc3] = bases;
  return { nc: cover, nc1, nc2, nc3, hc: hc1, hc1, hc2, hc3 };
}

function follow(last: number, air: number, share: number): number {
  if (Number.isNaN(air)) return last;
  return Number.isNaN(last) ? air : last + share * (air - last);
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

function round(value: number, decimals = 1): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
