import { isoOf, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { seeded } from '../detectors/stages/small-network.ts';

/** A report as it is pushed. */
export interface Report {
  readonly station_id: string;
  readonly time: string;
  readonly temp_out: number;
  readonly out_hum: number;
  readonly wind_speed: number;
  readonly bar: number;
  readonly rain: number;
}

/** Slot in which the calm network begins to report. */
const FIRST_SLOT = slotOf(Date.UTC(2025, 5, 1));

/** Stations 4 km apart, as they are registered. */
export function calmStations(count: number): { station_id: string; latitude: number; longitude: number }[] {
  return Array.from({ length: count }, (_, i) => ({
    station_id: `s${i}`,
    latitude: 50 + i * 0.03,
    longitude: 4 + i * 0.03,
  }));
}

/**
 * What the stations of a calm network report in the slots from `from` to `to`, both included, counted from its first:
 * one weather for all, a little noise, nothing that a detector should mind.
 *
 * @param spikes degrees added to the temperature, by `station@slot`
 */
export function calmReports(
  stations: number,
  from: number,
  to: number,
  spikes: Readonly<Record<string, number>> = {},
): Report[] {
  const reports: Report[] = [];
  for (let k = from; k <= to; k++) {
    for (let i = 0; i < stations; i++) {
      const random = seeded(k * 1000 + i);
      const day = Math.sin((2 * Math.PI * k) / 144);
      reports.push({
        station_id: `s${i}`,
        time: isoOf(timeOfSlot(FIRST_SLOT + k)),
        temp_out: tenth(15 + 5 * day + 0.3 * random() + (spikes[`s${i}@${k}`] ?? 0)),
        out_hum: Math.round(65 - 15 * day + 2 * random()),
        wind_speed: tenth(9 + 2 * day + 1.5 * random()),
        bar: tenth(1012 + Math.sin(k / 90) + 0.1 * random()),
        rain: 0,
      });
    }
  }
  return reports;
}

/** Time of a slot counted from the network's first, ms since the epoch. */
export function timeAt(k: number): number {
  return timeOfSlot(FIRST_SLOT + k);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
