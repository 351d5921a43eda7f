import type { Classification } from '../../../schemas/anomaly.ts';
import type { Values } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { byVariable, VARIABLES, type Variable, WEATHER_VARIABLES } from '../../../schemas/variables.ts';
import { FRONT_SLOTS } from './cold-fronts.ts';
import { demoSites, type Sites, siteName } from './demo-sites.ts';
import { DemoWeather } from './demo-weather.ts';
import { type GapKind, MissingReports } from './missing-reports.ts';
import { applyFault, type FaultKind, SensorFaults } from './sensor-faults.ts';
import { STORM_SLOTS } from './thunderstorms.ts';

/** Name of the demonstration's network. */
export const DEMO_NETWORK = 'demo';

export interface DemoOptions {
  /** 1 to 1,000,000. */
  readonly stations: number;
  /** 0 to 4,294,967,295. */
  readonly seed: number;
}

/** Something that was put into the data of one station, and what it is in truth. */
export interface DemoEvent {
  /** Identifier of the station. */
  readonly station: string;
  readonly variables: readonly Variable[];
  /** First and last slot that show it. */
  readonly startSlot: number;
  readonly endSlot: number;
  readonly kind: FaultKind | GapKind | 'front' | 'storm';
  /** `no_data`: nothing is there to be judged. */
  readonly class: Exclude<Classification, 'suspected'> | 'no_data';
}

/** Who made the stations, and what they call them: invented, one after the other. */
const MAKES: readonly Pick<Station, 'manufacturer' | 'model'>[] = [
  { manufacturer: 'Boreal', model: 'BX2' },
  { manufacturer: 'Cirrus', model: 'C10' },
  { manufacturer: 'Boreal', model: 'BX3' },
];

/** Steps of the instruments are 1 / PER_UNIT, in the order of VARIABLES. */
const PER_UNIT = [10, 1, 10, 10, 10];

/**
 * The demonstration network: every reading is a pure function of the seed, the number of stations, the station and the
 * slot. Nothing is carried from slot to slot, so any stretch can be made again, in any order.
 */
export class DemoNetwork {
  readonly size: number;
  readonly #seed: number;
  readonly #sites: Sites;
  readonly #weather: DemoWeather;
  readonly #faults: SensorFaults;
  readonly #gaps: MissingReports;
  readonly #digits: number;
  readonly #now = new Float64Array(WEATHER_VARIABLES);
  readonly #first = new Float64Array(WEATHER_VARIABLES);

  constructor({ stations, seed }: DemoOptions) {
    this.size = stations;
    this.#seed = seed;
    this.#sites = demoSites(stations, seed);
    this.#weather = new DemoWeather(this.#sites, seed);
    this.#faults = new SensorFaults(seed);
    this.#gaps = new MissingReports(seed);
    this.#digits = Math.max(4, String(stations).length);
  }

  /** Identifier of a station by its index from 0: `demo-0001`. */
  id(index: number): string {
    return `demo-${String(index + 1).padStart(this.#digits, '0')}`;
  }

  /** A station by its index from 0. */
  station(index: number): Omit<Station, 'updated'> {
    return {
      network: DEMO_NETWORK,
      id: this.id(index),
      name: siteName(index, this.#seed),
      latitude: this.#sites.latitude[index],
      longitude: this.#sites.longitude[index],
      elevation: this.#sites.elevation[index],
      pressureLevel: 'sea_level',
      rainInterval: null,
      ...MAKES[index % MAKES.length],
      retired: false,
    };
  }

  /** What a station reports for a slot; null where its report does not come. */
  observe(index: number, slot: number): Values | null {
    const gap = this.#gaps.at(index, slot);
    if (gap !== null && gap.kind !== 'missing') return null;
    const values = this.#now;
    this.#weather.read(index, slot, values);
    const fault = this.#faults.at(index, slot);
    if (fault !== null) {
      this.#weather.read(index, fault.start, this.#first);
      applyFault(fault, slot, values, this.#first);
    }
    const report = shown(values);
    if (gap !== null) for (const v of gap.variables) report[VARIABLES[v]] = null;
    return report;
  }

  /** What sound instruments would show: `observe` without faults and gaps. */
  sound(index: number, slot: number): Values {
    this.#weather.read(index, slot, this.#now);
    return shown(this.#now);
  }

  /** What was put into the slots from <= t <= to, by station, then by start. */
  truth(fromSlot: number, toSlot: number): DemoEvent[] {
    const events: DemoEvent[] = [];
    for (let index = 0; index < this.size; index++) {
      const own = [
        ...this.#brokenReports(index, fromSlot, toSlot),
        ...this.#frontsOver(index, fromSlot, toSlot),
        ...this.#stormsOver(index, fromSlot, toSlot),
      ];
      own.sort((a, b) => a.startSlot - b.startSlot);
      events.push(...own);
    }
    return events;
  }

  #brokenReports(index: number, from: number, to: number): DemoEvent[] {
    const event = (
      {
        kind,
        variables,
        start,
        end,
      }: { kind: DemoEvent['kind']; variables: readonly number[]; start: number; end: number },
      kindOfTruth: DemoEvent['class'],
    ): DemoEvent => ({
      station: this.id(index),
      variables: variables.map((v) => VARIABLES[v]),
      startSlot: start,
      endSlot: end,
      kind,
      class: kindOfTruth,
    });
    return [
      ...this.#faults.between(index, from, to).map((fault) => event(fault, 'device_failure')),
      ...this.#gaps.between(index, from, to).map((gap) => event(gap, 'no_data')),
    ];
  }

  #frontsOver(index: number, from: number, to: number): DemoEvent[] {
    const { east, north } = this.#sites;
    const passages = this.#weather.fronts.reaching(east[index], north[index], from - FRONT_SLOTS + 1, to);
    return passages.map((passage) => this.#weatherEvent(index, Math.ceil(passage.onset), FRONT_SLOTS, 'front'));
  }

  #stormsOver(index: number, from: number, to: number): DemoEvent[] {
    const { east, north } = this.#sites;
    const passage = { onset: 0, drop: 0 };
    const events: DemoEvent[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (let slot = from; slot <= to; slot++) {
      this.#weather.storms.at(east[index], north[index], slot, this.#weather.summer(slot), passage);
      if (passage.drop === 0 || passage.onset === last || slot - passage.onset >= STORM_SLOTS) continue;
      last = passage.onset;
      events.push(this.#weatherEvent(index, passage.onset, STORM_SLOTS, 'storm'));
    }
    return events;
  }

  #weatherEvent(index: number, onset: number, slots: number, kind: 'front' | 'storm'): DemoEvent {
    return {
      station: this.id(index),
      variables: VARIABLES,
      startSlot: onset,
      endSlot: onset + slots - 1,
      kind,
      class: 'weather_event',
    };
  }
}

/** Makes the demonstration network of a seed. */
export function demoNetwork(options: DemoOptions): DemoNetwork {
  return new DemoNetwork(options);
}

function shown(values: Float64Array): Values {
  return byVariable((_, v) => (v < WEATHER_VARIABLES ? step(values, v) : null));
}

/** A value in the steps of its instrument; adding 0 turns -0 into 0. */
function step(values: Float64Array, v: number): number {
  return Math.round(values[v] * PER_UNIT[v]) / PER_UNIT[v] + 0;
}
