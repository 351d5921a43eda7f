import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, slotOf } from '../../../schemas/time.ts';
import { seeded } from './small-network.ts';

/** Offset of the stations' zone: their midnight is 21:00 UTC. */
const ZONE_MS = 3 * 3_600_000;

/** Rain that fell at a station in a slot, whether its report came or not [mm]. */
function fallen(station: string, slot: number): number {
  const random = seeded(slot * 31 + station.charCodeAt(station.length - 1));
  const shower = seeded(Math.floor(slot / 30))() < 0.3;
  const amount = shower ? Math.round(random() * 8) / 5 : 0;
  // A gauge that is emptied over: 25 mm where nothing else rains.
  return random() < 0.004 ? amount + 25 : amount;
}

/** History whose rain comes in amounts as it fell. */
export function inAmounts(history: readonly Observation[]): Observation[] {
  return history.map((it) => ({ ...it, values: { ...it.values, rain: fallen(it.station, slotOf(it.time)) } }));
}

/**
 * The same rain as counts since local midnight, in inches where `unit` says so; the gauge of some takes a tip back now
 * and then.
 */
export function inCounts(history: readonly Observation[], unit: 'mm' | 'in' = 'mm', tips = true): Observation[] {
  const first = Math.min(...history.map(({ time }) => slotOf(time)));
  return history.map((it) => {
    const slot = slotOf(it.time);
    const midnight = Math.ceil(
      (Math.floor((slot * SLOT_MS - 1 + ZONE_MS) / 86_400_000) * 86_400_000 - ZONE_MS) / SLOT_MS,
    );
    let count = 0;
    for (let at = Math.max(first, midnight + 1); at <= slot; at++) count += fallen(it.station, at);
    if (tips && count > 2 && slot % 97 === 0) count -= 0.2;
    const value = Math.round(count * 10) / 10;
    const rain = {
      value: unit === 'in' ? Math.round((value / 25.4) * 1e6) / 1e6 : value,
      unit,
      kind: 'since_midnight',
    };
    return { ...it, values: { ...it.values, rain: null }, original: { rain } };
  });
}
