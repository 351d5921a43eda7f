import type { EventMotion } from '../../schemas/weather-event.ts';

/** Where something passed and when: kilometres east and north of a common place, hours since a common time. */
export interface PlacedTime {
  readonly east: number;
  readonly north: number;
  /** The middle of the time in which it passed, and how long that is: it may have passed at any moment of it [h]. */
  readonly hours: number;
  readonly within: number;
}

/** Fewest stations of which times a plane tells something: three are fitted by one whatever they say. */
const FEWEST = 4;
/** Share of the spread of the times that the plane explains at least. */
const LEAST_EXPLAINED = 0.6;
/** The slope is so many of its standard errors at least: a speed that may be two thirds more is not told. */
const LEAST_SIGMAS = 5;
/** What is told of the uncertainty [sigmas]: so far the truth is off in one case of twenty. */
const TOLD_SIGMAS = 2;
/** The whole way takes so many times as long as it is not known when it passed at one station. */
const LEAST_WHILES = 2;
/** Stations lie on a line where the spread across it is less than this share of that along it. */
const LEAST_WIDTH = 0.15;
/** A station this far off the plane, and in sigmas of the others, is left out once [h]. */
const FAR_OFF = { hours: 0.5, sigmas: 2.5 } as const;
/** Of the stations, those that are not left out. */
const LEAST_KEPT = 0.75;
/** Speeds beyond these are no weather at the ground [km/h]. */
const SPEEDS = { low: 5, high: 200 } as const;

/** How long something takes to the east and to the north [h/km]. */
export interface Slowness {
  readonly east: number;
  readonly north: number;
}

interface Plane extends Slowness {
  readonly residuals: readonly number[];
  /** How unsure the times are by their residuals, in the share that their whiles let expect: 1 or above. */
  readonly sigma: number;
  readonly whiles: number;
  readonly explained: number;
  /** Standard errors of the slowness along its direction and across it [h/km]. */
  readonly error: number;
  readonly across: number;
}

/** Direction and speed, and how unsure they are. */
export interface Crossing {
  readonly motion: EventMotion;
  /** The direction may be so far off [degrees]. */
  readonly offBy: number;
  /** The speed lies between [km/h]. */
  readonly speeds: readonly [low: number, high: number];
}

/**
 * Direction and speed of what passed over stations at different times, by the least-squares plane of the times over the
 * places: its slope is the slowness. Method: isochrone analysis of a straight front that moves evenly.
 *
 * @returns null where the times do not show it
 */
export function crossingOf(passed: readonly PlacedTime[]): Crossing | null {
  let plane = planeOf(passed);
  if (plane === null) return null;
  const { residuals, sigma } = plane;
  const isFar = ({ within }: PlacedTime, residual: number) =>
    Math.abs(residual) > Math.max(FAR_OFF.hours, FAR_OFF.sigmas * sigma * sigmaOf(within));
  const kept = passed.filter((one, k) => !isFar(one, residuals[k]));
  if (kept.length < passed.length && kept.length >= LEAST_KEPT * passed.length) plane = planeOf(kept);
  if (plane === null) return null;
  const slowness = Math.hypot(plane.east, plane.north);
  if (plane.explained < LEAST_EXPLAINED || plane.whiles < LEAST_WHILES) return null;
  if (slowness < LEAST_SIGMAS * plane.error) return null;
  const speed = 1 / slowness;
  if (!(speed >= SPEEDS.low && speed <= SPEEDS.high)) return null;
  const to = (Math.atan2(plane.east, plane.north) * 180) / Math.PI;
  return {
    motion: { direction: (to + 540) % 360, speed },
    offBy: (Math.atan2(TOLD_SIGMAS * plane.across, slowness) * 180) / Math.PI,
    speeds: [1 / (slowness + TOLD_SIGMAS * plane.error), 1 / (slowness - TOLD_SIGMAS * plane.error)],
  };
}

/** The slowness that fits best; null where places or times do not tell one. */
export function slownessOf(passed: readonly PlacedTime[]): Slowness | null {
  return planeOf(passed);
}

function planeOf(passed: readonly PlacedTime[]): Plane | null {
  const n = passed.length;
  if (n < FEWEST) return null;
  const weightOf = ({ within }: PlacedTime) => 1 / sigmaOf(within) ** 2;
  const weight = passed.reduce((sum, one) => sum + weightOf(one), 0);
  const mean = (of: (one: PlacedTime) => number) =>
    passed.reduce((sum, one) => sum + weightOf(one) * of(one), 0) / weight;
  const [east, north, hours] = [mean((one) => one.east), mean((one) => one.north), mean((one) => one.hours)];
  const moment = (a: (one: PlacedTime) => number, b: (one: PlacedTime) => number) =>
    passed.reduce((sum, one) => sum + weightOf(one) * a(one) * b(one), 0);
  const x = (one: PlacedTime) => one.east - east;
  const y = (one: PlacedTime) => one.north - north;
  const t = (one: PlacedTime) => one.hours - hours;
  const [xx, xy, yy, xt, yt, tt] = [moment(x, x), moment(x, y), moment(y, y), moment(x, t), moment(y, t), moment(t, t)];
  const determinant = xx * yy - xy * xy;
  const [trace, root] = [xx + yy, Math.hypot(xx - yy, 2 * xy)];
  if (trace === 0 || tt === 0 || trace - root < LEAST_WIDTH ** 2 * (trace + root)) return null;
  const slopes = { east: (xt * yy - yt * xy) / determinant, north: (yt * xx - xt * xy) / determinant };
  const residuals = passed.map((one) => t(one) - slopes.east * x(one) - slopes.north * y(one));
  const squares = passed.reduce((sum, one, k) => sum + weightOf(one) * residuals[k] ** 2, 0);
  const sigma = Math.max(1, Math.sqrt(squares / (n - 3)));
  const length = Math.hypot(slopes.east, slopes.north);
  if (length === 0) return null;
  const ways = passed.map((one) => slopes.east * x(one) + slopes.north * y(one));
  const way = Math.max(...ways) - Math.min(...ways);
  // Standard error along a direction: the root of u' (X'X)^-1 u.
  const errorAlong = (ux: number, uy: number) =>
    sigma * Math.sqrt((ux * ux * yy - 2 * ux * uy * xy + uy * uy * xx) / determinant);
  const [ux, uy] = [slopes.east / length, slopes.north / length];
  return {
    ...slopes,
    residuals,
    sigma,
    explained: 1 - squares / tt,
    whiles: way / Math.sqrt((12 * n) / weight),
    error: errorAlong(ux, uy),
    across: errorAlong(-uy, ux),
  };
}

/** Standard deviation of a moment that may be any of a while [h]. */
function sigmaOf(within: number): number {
  return within / Math.sqrt(12);
}
