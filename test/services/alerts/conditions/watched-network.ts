import type { Extent, ObservationSource } from '../../../../ingest/observation-source.ts';
import type { Observation, Values } from '../../../../schemas/observation.ts';
import type { Station } from '../../../../schemas/station.ts';
import { heardBy } from '../../../../schemas/station-state.ts';
import { SLOT_MS, slotOf } from '../../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import {
  type Reported,
  type ReportedSlots,
  SLOTS_PER_WORD,
  type StationReports,
} from '../../../../services/stores/roles/observation-store.ts';
import { NOON, someStation } from '../../api/some-records.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** What a station says at a time [minutes after noon]; null for nothing. */
type Says = (station: string, minutes: number, usual: Values) => Values | null;

/** A network of six stations that report every ten minutes, but for what a test says. */
export class WatchedNetwork implements ObservationSource {
  readonly title = 'the network of the test';
  readonly network: string;
  /** ms since the epoch: nothing later has come. */
  clock = NOON;
  says: Says = (_station, _minutes, usual) => usual;
  /** By how many minutes the clock of a station is behind: its reports arrive when they are due, with times of before. */
  behind: (station: string) => number = () => 0;
  readonly retired = new Set<string>();

  constructor(network: string) {
    this.network = network;
  }

  /** The clock, in minutes after noon. */
  get minutes(): number {
    return (this.clock - NOON) / 60_000;
  }

  async networks(): Promise<string[]> {
    return [this.network];
  }

  /** One east of the other. */
  async stations(): Promise<Station[]> {
    return IDS.map((id, k) =>
      someStation({
        ...{ network: this.network, id, name: `Station ${id}`, latitude: 51, longitude: 4 + k / 5 },
        retired: this.retired.has(id),
      }),
    );
  }

  async extent(): Promise<Extent> {
    return { first: NOON - 3 * DAY_MS, last: this.clock };
  }

  async baselines(): Promise<never[]> {
    return [];
  }

  async *read(_network: string, from: number, to: number): AsyncGenerator<readonly Observation[]> {
    yield this.#observations(from, to);
  }

  async close(): Promise<void> {}

  /** As `ObservationStore.reportedSlots`. */
  async *reportedSlots(_network: string, from: number, to: number): AsyncGenerator<ReportedSlots[]> {
    const words = new Map<string, { station: string; word: number; reports: number; values: number[] }>();
    for (const { station, time, values } of this.#observations(from, to)) {
      const [slot, word] = [slotOf(time), Math.floor(slotOf(time) / SLOTS_PER_WORD)];
      const one = words.get(`${station} ${word}`) ?? { station, word, reports: 0, values: VARIABLES.map(() => 0) };
      words.set(`${station} ${word}`, one);
      const bit = 1 << (slot - SLOTS_PER_WORD * word);
      one.reports |= bit;
      for (const [k, variable] of VARIABLES.entries()) if ((values[variable] ?? null) !== null) one.values[k] |= bit;
    }
    yield [...words.values()];
  }

  /** As `ObservationStore.stationReports`. */
  async reports(from: number, to: number): Promise<StationReports[]> {
    const found = new Map<string, { times: number[]; heard: number; values: Partial<Record<Variable, number[]>> }>();
    for (const { station, time, received, values } of this.#observations(from, to)) {
      const one = found.get(station) ?? { times: [], heard: time, values: {} };
      found.set(station, one);
      one.times.push(time);
      one.heard = Math.max(one.heard, heardBy({ time, received }, to));
      for (const variable of VARIABLES) {
        const value = values[variable];
        if (value !== null && value !== undefined) one.values[variable] = [...(one.values[variable] ?? []), time];
      }
    }
    return [...found].map(([station, { times, heard, values }]) => ({
      station,
      ...reportedAt(times),
      heard,
      values: Object.fromEntries(
        VARIABLES.flatMap((name) => (values[name] === undefined ? [] : [[name, reportedAt(values[name])]])),
      ),
    }));
  }

  #observations(from: number, to: number): Observation[] {
    const found: Observation[] = [];
    const begin = Math.ceil(Math.max(from, NOON - 3 * DAY_MS) / SLOT_MS) * SLOT_MS;
    for (let time = begin; time <= Math.min(to, this.clock); time += SLOT_MS) {
      for (const [k, station] of IDS.entries()) {
        const values = this.says(station, (time - NOON) / 60_000, usualAt(time, k));
        const received = time + this.behind(station) * MINUTE_MS;
        if (values === null || received > this.clock) continue;
        const came = { network: this.network, station, time, source: 'test', received };
        found.push({ ...came, values, extras: {}, original: {} });
      }
    }
    return found;
  }
}

function usualAt(time: number, k: number): Values {
  const phase = (2 * Math.PI * time) / DAY_MS;
  const ripple = Math.sin((time / SLOT_MS) * 1.7 + k);
  return {
    temp_out: 12 - 5 * Math.cos(phase) + ripple / 10,
    out_hum: 70 + 10 * Math.cos(phase) + ripple / 2,
    wind_speed: 8 + 4 * ripple,
    bar: 1013 + Math.sin(phase) + ripple / 5,
    rain: 0,
  };
}

function reportedAt(times: readonly number[]): Reported {
  return { first: times[0], last: times[times.length - 1], slots: new Set(times.map(slotOf)).size };
}
