import { isoOf, SLOT_MS, timeOfSlot } from '../../schemas/time.ts';
import { MadeHistory, madeStation } from '../made-history.ts';

/** A network and how it reports. */
export interface NetworkShape {
  readonly name: string;
  readonly stations: number;
  /** Stations of a row, and how far apart they are [degrees of latitude]. */
  readonly row: number;
  readonly apart: number;
  /** When in a slot its stations report, from its centre [ms], about. */
  readonly offsets: readonly number[];
  /** By how much each report is off that, at most [ms]. */
  readonly jitter: number;
  /** Slots of history in the store, of which the last hours are not settled. */
  readonly historySlots: number;
  /** Observations that are pushed, of one push, and pushes under way at once. */
  readonly pushed: number;
  readonly atOnce: number;
  readonly pushes: number;
}

/** One to 40 km: some 15 neighbours within 100 km; two reports a slot, beside its centre. */
export function sparse(): NetworkShape {
  return {
    name: 'sparse',
    ...{ stations: 1_000, row: 40, apart: 0.36, historySlots: 160 },
    ...{ offsets: [-150_000, 150_000], jitter: 60_000 },
    ...{ pushed: 20_000, atOnce: 500, pushes: 4 },
  };
}

/** One to 2 km: as many neighbours as are ever compared; a report a slot, at its centre. */
export function dense(stations: number): NetworkShape {
  return {
    name: 'dense',
    ...{ stations, row: 1_000, apart: 0.018, historySlots: Math.min(160, Math.ceil(10_000_000 / stations)) },
    ...{ offsets: [0], jitter: 0 },
    ...{ pushed: Math.max(40_000, 2 * stations), atOnce: 2_000, pushes: 8 },
  };
}

/** Every so many-th report carries a spike. */
const SPIKE_EVERY = 997;

/** Where a station stands, as it is registered. */
export function placeOf({ row, apart }: NetworkShape, index: number): { latitude: number; longitude: number } {
  return { latitude: 35 + Math.floor(index / row) * apart, longitude: (index % row) * apart * 1.35 };
}

/** Station and time of a report, counted over the stations and on through the slots. @param first slot of report 0 */
export function reportAt(
  shape: NetworkShape,
  first: number,
  i: number,
): { readonly index: number; readonly time: number } {
  const { stations, offsets, jitter } = shape;
  const index = i % stations;
  const round = Math.floor(i / stations);
  const slot = first + Math.floor(round / offsets.length);
  // The same for a station and round at any time, another for the next.
  const share = (((i * 7919 + round * 104_729) % 2_001) - 1_000) / 1_000;
  return { index, time: timeOfSlot(slot) + offsets[round % offsets.length] + Math.round(share * jitter) };
}

/** Reports from one up to another as lines of JSON, in the weather of the made history, so that it goes on without a step. */
export function linesOf(shape: NetworkShape, first: number, from: number, to: number): string {
  let text = '';
  for (let i = from; i < to; i++) {
    const { index, time } = reportAt(shape, first, i);
    const noise = ((i * 7919) % 7) - 3;
    const wave = (period: number) => MadeHistory.wave(index, time / SLOT_MS, period);
    const temperature = 12 + 6 * wave(23) + noise / 10 + (i % SPIKE_EVERY === 0 ? 20 : 0);
    text += `{"station_id":"${madeStation(index)}","time":"${isoOf(time)}","temp_out":${temperature.toFixed(1)},`;
    text += `"out_hum":${(65 - 20 * wave(23) + noise).toFixed(0)},"wind_speed":${(9 + 5 * wave(31) + noise / 2).toFixed(1)},`;
    text += `"bar":${(1013 + 8 * wave(90) - noise / 10).toFixed(1)},"rain":0}\n`;
  }
  return text;
}
