import { between, uniform } from '../../../ingest/feeds/demo/lattice-noise.ts';
import { SLOT_MS } from '../../../schemas/time.ts';

/** How often the stations of a network report. */
export interface Cadence {
  /** Name of its network. */
  readonly name: string;
  /** For the table. */
  readonly title: string;
  /** Minutes between two reports, of the stations in turn. */
  readonly minutes: readonly number[];
  /** How much later than its due time a report may come [ms], drawn for each. */
  readonly jitterMs: number;
  /** Whether single reports and stretches of up to an hour and a half are missing. */
  readonly gaps: boolean;
}

export const MINUTE_MS = 60_000;
/** Minutes of a slot. */
const OFFSETS = SLOT_MS / MINUTE_MS;
/** One gap may begin in each stretch of so many hours. */
const GAP_EVERY_MS = 12 * 60 * MINUTE_MS;
const SHARE_MISSED = 0.02;

const REGULAR = [1, 2, 5, 10, 15, 30, 60, 120, 180].map(
  (minutes): Cadence => ({
    name: `every-${minutes}`,
    title: `${minutes} min`,
    minutes: [minutes],
    jitterMs: 0,
    gaps: false,
  }),
);

/** The networks of the trial: regular ones, one in which the stations differ, and one that is never on time. */
export const CADENCES: readonly Cadence[] = [
  ...REGULAR,
  { name: 'mixed', title: 'mixed', minutes: [1, 2, 5, 10, 15, 30, 60], jitterMs: 0, gaps: false },
  { name: 'irregular', title: '4 min, irregular', minutes: [4], jitterMs: 150_000, gaps: true },
];

/** Minutes between two reports of a station, by its index. */
function minutesOf({ minutes }: Cadence, station: number): number {
  return minutes[station % minutes.length];
}

/** Times at which a station reports in from <= time <= to, oldest first, to the second [ms since the epoch]. */
export function reportTimes(cadence: Cadence, station: number, from: number, to: number, seed: number): number[] {
  const step = minutesOf(cadence, station) * MINUTE_MS;
  const times: number[] = [];
  for (let k = Math.ceil(from / step); k * step <= to; k++) {
    const late = Math.floor((cadence.jitterMs * uniform(seed, station, k, 1)) / 1000) * 1000;
    const time = k * step + late;
    if (time > to || (cadence.gaps && isMissing(station, k, time, seed))) continue;
    times.push(time);
  }
  return times;
}

function isMissing(station: number, k: number, time: number, seed: number): boolean {
  if (uniform(seed, station, k, 2) < SHARE_MISSED) return true;
  const stretch = Math.floor(time / GAP_EVERY_MS);
  const begin = between(0, GAP_EVERY_MS / 2, seed, station, stretch, 3);
  const length = between(20, 90, seed, station, stretch, 4) * MINUTE_MS;
  const since = time - stretch * GAP_EVERY_MS - begin;
  return since >= 0 && since < length;
}

/** Minute of its slot in which a time lies, 0 to 9, counted from the slot's centre. */
export function minuteOffset(time: number): number {
  return Math.floor(time / MINUTE_MS) % OFFSETS;
}

/** The minutes of a slot, 0 to 9, in which a station reports, in order. */
export function minuteOffsets(cadence: Cadence, station: number): number[] {
  const minutes = cadence.jitterMs > 0 ? 1 : minutesOf(cadence, station);
  const offsets = new Set(Array.from({ length: OFFSETS }, (_, k) => (k * minutes) % OFFSETS));
  return [...offsets].sort((a, b) => a - b);
}
