import type { EventMotion } from '../../schemas/weather-event.ts';

/** Where something passed and when: kilometres east and north of a common place, hours since a common time. */
export interface PlacedTime {
  readonly east: number;
  readonly north: number;
  readonly hours: number;
}

/** Fewest stations of which times a plane tells something: three are fitted by one whatever they say. */
const FEWEST = 4;
/** Share of the spread of the times that the plane explains at least. */
const LEAST_EXPLAINED = 0.6;
/** The slope is so many of its standard errors at least, or nothing moved that anybody could see. */
const LEAST_SIGMAS = 3;
/** Times cannot be told better than this (a slot, uniform) [h]: the least residual that the errors of the slope rest on. */
const LEAST_RESIDUAL = 1 / 6 / Math.sqrt(12);
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
  /** Root of their mean square, with what the fit used up taken off [h]. */
  readonly sigma: number;
  readonly explained: number;
  /** Of the slowness along its direction [h/km]. */
  readonly error: number;
}

/**
 * Direction and speed of what passed over stations at different times, by the least-squares plane of the times over the
 * places: its slope is the slowness. Method: isochrone analysis of a straight front that moves evenly.
 *
 * @returns null where the times do not show it
 */
export function motionOf(passed: readonly PlacedTime[]): EventMotion | null {
  let plane = planeOf(passed);
  if (plane === null) return null;
  const { residuals, sigma } = plane;
  const limit = Math.max(FAR_OFF.hours, FAR_OFF.sigmas * sigma);
  const kept = passed.filter((_, k) => Math.abs(residuals[k]) <= limit);
  if (kept.length < passed.length && kept.length >= LEAST_KEPT * passed.length) plane = planeOf(kept);
  if (plane === null) return null;
  const slowness = Math.hypot(plane.east, plane.north);
  if (plane.explained < LEAST_EXPLAINED || slowness < LEAST_SIGMAS * plane.error) return null;
  const speed = 1 / slowness;
  if (!(speed >= SPEEDS.low && speed <= SPEEDS.high)) return null;
  const to = (Math.atan2(plane.east, plane.north) * 180) / Math.PI;
  return { direction: (to + 540) % 360, speed };
}

/** The slowness that fits best; null where places or times do not tell one. */
export function slownessOf(passed: readonly PlacedTime[]): Slowness | null {
  return planeOf(passed);
}

function planeOf(passed: readonly PlacedTime[]): Plane | null {
  const n = passed.length;
  if (n < FEWEST) return null;
  const mean = (of: (one: PlacedTime) => number) => passed.reduce((sum, one) => sum + of(one), 0) / n;
  const [east, north, hours] = [mean((one) => one.east), mean((one) => one.north), mean((one) => one.hours)];
  const moment = (a: (one: PlacedTime) => number, b: (one: PlacedTime) => number) =>
    passed.reduce((sum, one) => sum + a(one) * b(one), 0);
  const x = (one: PlacedTime) => one.east - east;
  const y = (one: PlacedTime) => one.north - north;
  const t = (one: PlacedTime) => one.hours - hours;
  const [xx, xy, yy, xt, yt, tt] = [moment(x, x), moment(x, y), moment(y, y), moment(x, t), moment(y, t), moment(t, t)];
  const determinant = xx * yy - xy * xy;
  const [trace, root] = [xx + yy, Math.hypot(xx - yy, 2 * xy)];
  if (trace === 0 || tt === 0 || trace - root < LEAST_WIDTH ** 2 * (trace + root)) return null;
  const slopes = { east: (xt * yy - yt * xy) / determinant, north: (yt * xx - xt * xy) / determinant };
  const residuals = passed.map((one) => t(one) - slopes.east * x(one) - slopes.north * y(one));
  const squares = residuals.reduce((sum, residual) => sum + residual * residual, 0);
  const sigma = Math.sqrt(squares / (n - 3));
  const length = Math.hypot(slopes.east, slopes.north);
  if (length === 0) return null;
  // Variance along the slope: u' (X'X)^-1 u.
  const [ux, uy] = [slopes.east / length, slopes.north / length];
  const along = (ux * ux * yy - 2 * ux * uy * xy + uy * uy * xx) / determinant;
  return {
    ...slopes,
    residuals,
    sigma,
    explained: 1 - squares / tt,
    error: Math.max(LEAST_RESIDUAL, sigma) * Math.sqrt(along),
  };
}
