import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, VARIABLES, type Variable } from '../../schemas/variables.ts';
import { canBeStuck } from '../windows/still-runs.ts';
import type { WindowView } from '../windows/window-view.ts';
import { amountOf, durationOf, QUANTITIES } from '../words/quantities.ts';
import type { CheckSpecification } from './check-specification.ts';
import { mostRadiation, solarElevation } from './solar-elevation.ts';
import { GUST_SLOTS } from './standing-gust.ts';

/** Rain above this in air below this humidity has another origin than clouds [mm in ten minutes, %]. */
const RAIN_THAT_TELLS = 0.3;
const DRY_AIR = 30;
/** Below this height of the sun there is no light of it [degrees], and a sensor reads so much at most [W/m2]. */
const NIGHT = -6;
const BY_NIGHT = 25;
/** A vane is stuck that stands for so long, with wind of this speed at each report [slots, km/h]. */
const VANE_SLOTS = 18;
const VANE_WIND = 7;
/** Of directions in sectors, or in tens of degrees, so long. */
const COARSE_VANE_SLOTS = 36;
const FEWEST_REPORTS = 4;
/** Reports farther apart than this break a run [slots]. */
const LONGEST_GAP = 9;

/** What the check says of itself. */
export const consistencySpecification: CheckSpecification = {
  name: 'consistency',
  version: 2,
  summary:
    'Compares the elements of one report with each other. A gust below the mean wind, a dew point above the temperature, and a lowest temperature above the highest are device failures of the element named first. So is a wind direction that does not change for 3 h (6 h for directions in sectors or tens of degrees) while wind of 7 km/h or more blows and its speed changes; an anemometer that is stuck itself says nothing. Nor does wind that has stood for 3 h of gusts that change. A gust is stuck that does not change for 3 h while the mean wind changes and is above it at two reports or more: all its equal values of that time fail. Solar radiation fails with the sun 6 degrees below the horizon, and above what is physically possible by day. Rain in air below 30 % of humidity is suspected. Only elements that are reported and kept are compared (HALCYON_ELEMENTS).',
  parameters: [
    {
      name: 'dry_air',
      unit: '%',
      meaning: 'humidity below which rain is suspected',
      low: 0,
      high: 100,
      default: DRY_AIR,
    },
    { name: 'by_night', unit: 'W/m2', meaning: 'most radiation by night', low: 0, high: 100, default: BY_NIGHT },
    {
      name: 'vane',
      unit: 'slots',
      meaning: 'time without change in wind after which a vane fails',
      low: 6,
      high: 36,
      default: VANE_SLOTS,
    },
    {
      name: 'gust',
      unit: 'slots',
      meaning: 'time without change after which a gust fails that the mean wind was above',
      low: 6,
      high: 36,
      default: GUST_SLOTS,
    },
    { name: 'vane_wind', unit: 'km/h', meaning: 'wind that moves a vane', low: 0, high: 100, default: VANE_WIND },
  ],
  source:
    'IOOS QARTOD, Manual for Real-Time Quality Control of Wind Data, multi-variate test; WMO-No. 488, Guide to the Global Observing System, appendix VI.2, internal consistency check; radiation: Long and Dutton (2002), BSRN Global Network recommended QC tests.',
};

/** The report that is compared. */
export interface ComparedReport {
  /** Its values by index into VARIABLES; NaN or null where there is none. */
  readonly values: ArrayLike<number | null>;
  /** Degrees; null where the station is not registered. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** ms since the epoch. */
  readonly time: number;
  /** For how many slots its wind direction (`vaneStands`) or its gust (`gustStands`) has stood; 0 where it did not. */
  readonly stoodSlots: number;
  /** True where its wind is stuck (`windStandsBeside`). */
  readonly isWindStuck?: boolean;
}

/** What of a report does not go together. */
export interface Inconsistency {
  /** Value nearest to the one that was reported with which it would go together, its unit. */
  readonly nearest: number;
  /** For how many slots a vane or a gust has stood; 0 of all else. */
  readonly stoodSlots: number;
  /** False where only a person can say which of both is wrong. */
  readonly isFailure: boolean;
  readonly reason: string;
}

/** True for a direction. @param variable index into VARIABLES */
export function isCircular(variable: number): boolean {
  return VARIABLE_SPECIFICATIONS[VARIABLES[variable]].kind === 'circular';
}

/** By index into VARIABLES, whether anything of its report is held against a value: of most variables nothing is. */
const IS_COMPARED: readonly boolean[] = VARIABLES.map((name) => {
  const { bounds, isSolar, kind } = VARIABLE_SPECIFICATIONS[name];
  return bounds.length > 0 || isSolar || name === 'rain' || kind === 'circular';
});

/** Whether anything of its report is held against the values of a variable. @param variable index into VARIABLES */
export function isCompared(variable: number): boolean {
  return IS_COMPARED[variable];
}

/** Whether a report by itself, without those before it, may show that a value fails. @param variable index into VARIABLES */
export function mayContradict(variable: number): boolean {
  const { bounds, isSolar } = VARIABLE_SPECIFICATIONS[VARIABLES[variable]];
  return bounds.length > 0 || isSolar;
}

/**
 * What keeps a value from being right, by the others of its report.
 *
 * @param variable index into VARIABLES
 * @returns null where they go together, or there is nothing to compare with
 */
export function inconsistencyOf(variable: number, report: ComparedReport): Inconsistency | null {
  const value = report.values[variable];
  if (value === null || !Number.isFinite(value)) return null;
  const name = VARIABLES[variable];
  const { bounds, isSolar } = VARIABLE_SPECIFICATIONS[name];
  if (report.stoodSlots > 0) return hasStood(variable, value, report.stoodSlots);
  for (const { never, of, margin } of bounds) {
    const other = valueIn(report, of as Variable);
    if (other === null || (of === 'wind_speed' && report.isWindStuck === true)) continue;
    const beyond = never === 'below' ? other - value : value - other;
    if (beyond > margin) {
      const reason = `${told(name, value)} is ${never} the ${QUANTITIES[of as Variable]} of ${amountOf(of as Variable, other)}`;
      return { nearest: other, isFailure: true, stoodSlots: 0, reason };
    }
  }
  if (isSolar) return radiationBeyond(name, value, report);
  if (name === 'rain') return rainInDryAir(value, report);
  return null;
}

function hasStood(variable: number, value: number, stoodSlots: number): Inconsistency {
  const meanwhile = isCircular(variable) ? 'while the wind blew' : 'while the mean wind rose above it';
  const lasted = durationOf(stoodSlots * SLOT_MS);
  const reason = `${told(VARIABLES[variable], value)} has not changed for ${lasted} ${meanwhile}`;
  return { nearest: value, isFailure: true, stoodSlots, reason };
}

function radiationBeyond(name: Variable, value: number, { place, time }: ComparedReport): Inconsistency | null {
  if (place === null) return null;
  const elevation = solarElevation(place, time);
  if (elevation < NIGHT && value > BY_NIGHT) {
    const reason = `${told(name, value)} with the sun ${Math.round(-elevation)} degrees below the horizon`;
    return { nearest: 0, isFailure: true, stoodSlots: 0, reason };
  }
  const most = mostRadiation(elevation, time);
  if (value <= most) return null;
  const reason = `${told(name, value)} is more than the sun can bring then (${amountOf(name, most)})`;
  return { nearest: most, isFailure: true, stoodSlots: 0, reason };
}

function rainInDryAir(value: number, report: ComparedReport): Inconsistency | null {
  const humidity = valueIn(report, 'out_hum');
  if (value <= RAIN_THAT_TELLS || humidity === null || humidity >= DRY_AIR) return null;
  return {
    nearest: 0,
    isFailure: false,
    stoodSlots: 0,
    reason: `${told('rain', value)} in air of ${amountOf('out_hum', humidity)} humidity`,
  };
}

/**
 * For how long a station's wind direction has been the same while the wind blew and its speed changed, up to a slot.
 *
 * @returns slots; 0 where it has not stood for long enough to be stuck
 */
export function vaneStands(windows: WindowView, station: number, variable: number, slot: number): number {
  const value = windows.value(station, variable, slot);
  if (Number.isNaN(value)) return 0;
  let oldest = slot;
  let reports = 0;
  let speed = Number.NaN;
  let changes = false;
  for (let t = slot; oldest - t <= LONGEST_GAP && slot - t <= COARSE_VANE_SLOTS; t--) {
    const direction = windows.value(station, variable, t);
    if (Number.isNaN(direction)) continue;
    const wind = windows.value(station, VARIABLE_INDEX.wind_speed, t);
    if (direction !== value || !(wind >= VANE_WIND)) break;
    changes ||= !Number.isNaN(speed) && wind !== speed;
    speed = wind;
    oldest = t;
    reports++;
  }
  const isCoarse = value % 10 === 0 || value % 22.5 === 0;
  const lasted = slot - oldest;
  return changes && reports >= FEWEST_REPORTS && lasted >= (isCoarse ? COARSE_VANE_SLOTS : VANE_SLOTS) ? lasted : 0;
}

/**
 * Whether the mean wind of a station has stood for as long as a stuck vane, above 0, while another of its values changed, up to a
 * slot: an anemometer that is stuck says nothing of gusts.
 *
 * @param variable index into VARIABLES of the value that changed
 */
export function windStandsBeside(windows: WindowView, station: number, variable: number, slot: number): boolean {
  const wind = VARIABLE_INDEX.wind_speed;
  const value = windows.value(station, wind, slot);
  if (!canBeStuck('wind_speed', value)) return false;
  const own = windows.value(station, variable, slot);
  let oldest = slot;
  let reports = 0;
  let changes = false;
  for (let t = slot; oldest - t <= LONGEST_GAP && slot - t <= COARSE_VANE_SLOTS; t--) {
    const read = windows.value(station, wind, t);
    if (Number.isNaN(read)) continue;
    if (read !== value) break;
    const beside = windows.value(station, variable, t);
    changes ||= !Number.isNaN(beside) && beside !== own;
    oldest = t;
    reports++;
  }
  return changes && reports >= FEWEST_REPORTS && slot - oldest >= VANE_SLOTS;
}

/** The value of another variable of a report; null where it is not kept or was not reported. */
function valueIn({ values }: ComparedReport, variable: Variable): number | null {
  const index = VARIABLE_INDEX[variable] as number | undefined;
  const value = index === undefined ? null : values[index];
  return value === null || !Number.isFinite(value) ? null : value;
}

function told(variable: Variable, value: number): string {
  return `${QUANTITIES[variable]} ${amountOf(variable, value)}`;
}
