import { SLOT_MS } from '../../../schemas/time.ts';

/** One axis of a chart: from where to where, by what scale, and what stands at it. */
export interface Axis {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly logarithmic: boolean;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
}

const HOUR_MS = 6 * SLOT_MS;
/** Room beyond the values, as a share of their range; and ticks, about. */
const MARGIN = 0.06;
const TICKS = 5;

/** Place of a value on an axis: 0 at its low end, 1 at its high one. */
export function placeOn({ low, high, logarithmic }: Axis, value: number): number {
  const scaled = (x: number) => (logarithmic ? Math.log(x) : x);
  return (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
}

/**
 * An axis over values, its ticks at 1, 2 or 5 times a power of ten.
 *
 * @param values one or more, finite
 */
export function valueAxis(title: string, values: readonly number[]): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const range = most - least || 1;
  const [low, high] = [least - MARGIN * range, most + MARGIN * range];
  const rough = (high - low) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((times) => times * power >= rough) ?? 10);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) {
    ticks.push({ at: k * step, text: (k * step).toFixed(digits) });
  }
  return { title, low, high, logarithmic: false, ticks };
}

/**
 * An axis of time with a tick every some hours, UTC.
 *
 * @param low and `high` ms since the epoch
 */
export function timeAxis(low: number, high: number, hours: number): Axis {
  const step = hours * HOUR_MS;
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) {
    const iso = new Date(at).toISOString();
    ticks.push({ at, text: iso.slice(11, 16) === '00:00' ? iso.slice(0, 10) : iso.slice(11, 16) });
  }
  return { title: 'UTC', low, high, logarithmic: false, ticks };
}
