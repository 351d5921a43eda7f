import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { SLOT_MS, SLOTS_PER_HOUR, slotOf } from '../../schemas/time.ts';
import { smallHistory, smallStations } from '../detectors/stages/small-network.ts';
import { observationItem } from './stored-answers.ts';
import { WrongSensors } from './wrong-sensors.ts';

/** Slots that follow the last disturbance: what came before them is settled when they have come. */
export const SETTLING_SLOTS = 3.5 * SLOTS_PER_HOUR;

/** How the history of a network is pushed. */
export interface PushSettings {
  readonly network: string;
  readonly seed: number;
  /** How many stations; default 12. */
  readonly stations?: number;
  /** How many days; default 12. */
  readonly days?: number;
  /** When its last slot is, about, ms since the epoch; by default it lies in the past. */
  readonly endsAt?: number;
}

/** What became of one item of a push. */
interface Answered {
  readonly status: string;
  readonly detail?: string;
}

/** The history of a small network, in which some sensor is wrong at any time, pushed slot by slot, each until it is acknowledged. */
export class PushedHistory {
  readonly network: string;
  readonly stations: readonly Station[];
  /** The history by slot, oldest first. */
  readonly slots: readonly (readonly Observation[])[];
  /** What was acknowledged, by station and time: of corrections the last. */
  readonly acknowledged = new Map<string, Observation>();
  /** The observations that were acknowledged last, of one slot. */
  last: readonly Observation[] = [];
  /** How often a slot had to be sent again. */
  resent = 0;
  #next = 0;

  constructor({ network, seed, stations = 12, days = 12, endsAt }: PushSettings) {
    this.network = network;
    this.stations = smallStations(stations, network);
    const slots = new Map<number, Observation[]>();
    const made = smallHistory(this.stations, days, seed);
    const oldest = slotOf(made[0]?.time ?? 0);
    const wrong = new WrongSensors(this.stations.map(({ id }) => id));
    const newest = slotOf(made.at(-1)?.time ?? 0);
    const shiftMs = endsAt === undefined ? 0 : (slotOf(endsAt) - newest) * SLOT_MS;
    for (const one of made) {
      const observation = wrong.reported({ ...one, time: one.time + shiftMs }, slotOf(one.time) - oldest);
      const slot = slotOf(observation.time);
      const known = slots.get(slot);
      if (known === undefined) slots.set(slot, [observation]);
      else known.push(observation);
    }
    this.slots = [...slots.values()];
  }

  /** Slots that were pushed. */
  get pushed(): number {
    return this.#next;
  }

  /** Registers its stations. */
  async register(url: string): Promise<void> {
    const body = this.stations.map(({ network, id, name, latitude, longitude }) => ({
      network,
      station_id: id,
      station_name: name,
      latitude,
      longitude,
    }));
    const response = await fetch(`${url}/api/v1/stations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`stations were refused: ${response.status} ${await response.text()}`);
  }

  /** Pushes so many slots as fast as they are acknowledged. */
  async pushSlots(url: string, count: number): Promise<void> {
    for (let k = 0; k < count && this.#next < this.slots.length; k++) await this.pushNext(url);
  }

  /** Pushes slot after slot until something is over, then those that settle what came before. */
  async pushWhile(url: string, busy: Promise<unknown>, paceMs: number): Promise<void> {
    let over = false;
    const end = () => {
      over = true;
    };
    busy.then(end, end);
    while (!over && this.#next < this.slots.length - SETTLING_SLOTS) {
      await this.pushNext(url);
      await sleep(paceMs);
    }
    await busy;
    await this.pushSlots(url, SETTLING_SLOTS);
  }

  /** Pushes the next slot. */
  async pushNext(url: string): Promise<void> {
    const slot = this.takeNext();
    await this.push(url, slot);
    this.last = slot;
  }

  /** The next slot, for somebody else to push. */
  takeNext(): readonly Observation[] {
    return this.slots[this.#next++] ?? [];
  }

  /** Pushes observations again and again until they are acknowledged. */
  async push(url: string, observations: readonly Observation[]): Promise<void> {
    if (observations.length === 0) return;
    const body = observations
      .map(({ station, time, values }) =>
        JSON.stringify({ station_id: station, time: new Date(time).toISOString(), ...values }),
      )
      .join('\n');
    for (let attempt = 0; !(await this.#acknowledged(url, body)); attempt++) {
      this.resent++;
      await sleep(Math.min(1_000, 50 * 2 ** attempt));
    }
    for (const observation of observations) this.acknowledged.set(observationItem(observation).key, observation);
  }

  /** @throws Error where something was refused, which sending again would not change */
  async #acknowledged(url: string, body: string): Promise<boolean> {
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${url}/api/v1/observations?network=${this.network}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
        signal: AbortSignal.timeout(60_000),
      });
      status = response.status;
      text = await response.text();
    } catch {
      return false;
    }
    if (status >= 500) return false;
    const refused = () => new Error(`refused: ${status} ${text.slice(0, 500)}`);
    if (status !== 200) throw refused();
    const { items } = JSON.parse(text) as { items: Answered[] };
    if (items.some((item) => item.status !== 'accepted')) throw refused();
    return true;
  }
}
