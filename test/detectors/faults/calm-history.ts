import { replay } from '../../../detectors/replay/replay.ts';
import type { ReplayResult } from '../../../detectors/replay/replay-result.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOT_MS, timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource, seeded, smallStations } from '../stages/small-network.ts';

export const SLOTS = 200;
/** The network; where nothing else is said, of s03 a test makes what it wants. */
export const stations = smallStations(8);

/**
 * What a calm network reads, with some stations changed.
 *
 * @param isChanged by the id of a station; s03 alone where it is not given
 */
export function history(
  change: (slot: number, values: Values) => Values,
  count = stations.length,
  isChanged: (id: string) => boolean = (id) => id === 's03',
): Observation[] {
  const observations: Observation[] = [];
  const random = seeded(3);
  for (let k = 0; k < SLOTS; k++) {
    for (const { id } of stations.slice(0, count)) {
      const day = Math.sin((2 * Math.PI * k) / 144);
      const values = {
        temp_out: Math.round((15 + 5 * day + 0.3 * random()) * 10) / 10,
        out_hum: Math.round(65 - 15 * day + 2 * random()),
        wind_speed: Math.round((8 + 2 * random()) * 10) / 10,
        bar: Math.round((1012 + Math.sin(k / 90) + 0.05 * random()) * 100) / 100,
        rain: 0,
      };
      observations.push({
        network: 'small',
        station: id,
        time: timeOfSlot(FIRST_SLOT + k),
        values: isChanged(id) ? change(k, values) : values,
        extras: {},
        original: {},
        source: 'test',
        received: 0,
      });
    }
  }
  return observations;
}

/**
 * The same with 30 km/h of wind or so.
 *
 * @param own what the anemometer of s03 reads of it
 * @param around the wind of all of them
 */
export function windyHistory(
  own: (slot: number, wind: number) => number,
  around: (slot: number, wind: number) => number = (_, wind) => wind,
): Observation[] {
  const change = (isOwn: boolean) => (slot: number, values: Values) => {
    const wind = around(slot, 3 * (values.wind_speed ?? 0));
    return { ...values, wind_speed: Math.round(10 * (isOwn ? own(slot, wind) : wind)) / 10 };
  };
  const others = history(change(false), stations.length, (id) => id !== 's03');
  const mine = history(change(true)).filter(({ station }) => station === 's03');
  return [...others.filter(({ station }) => station !== 's03'), ...mine].sort((a, b) => a.time - b.time);
}

/** What a replay from slot 60 on finds. */
export function replayed(
  observations: readonly Observation[],
  until = SLOTS - 1,
  count = stations.length,
): Promise<ReplayResult> {
  const start = timeOfSlot(FIRST_SLOT + 60);
  const end = timeOfSlot(FIRST_SLOT + until);
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return replay(new MemorySource(stations.slice(0, count), observations), request);
}

/** The faults that it finds. */
export async function faultsOf(...asked: Parameters<typeof replayed>): Promise<readonly Fault[]> {
  return (await replayed(...asked)).faults;
}

/** Slot of a time, counted from the first. */
export const slotIn = (time: number | null) => (time === null ? null : Math.round(time / SLOT_MS) - FIRST_SLOT);
