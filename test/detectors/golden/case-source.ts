import type { Extent, ObservationSource } from '../../../ingest/observation-source.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { isDocumented, possibleValue, VARIABLES, type Variable } from '../../../schemas/variables.ts';
import type { GoldenCase, GoldenEvent } from './golden-case.ts';

const NETWORK = 'golden';
const KM_A_DEGREE = 111.2;
/** Digits behind the point of a common instrument. */
const DIGITS: Readonly<Record<Variable, number>> = { temp_out: 1, out_hum: 0, wind_speed: 1, bar: 2, rain: 1 };

/** Slot in which every case begins. */
const FIRST_SLOT = slotOf(Date.parse('2024-05-01T00:00:00Z'));

/** Slot of an hour of a case. */
export function slotOfHour(hour: number): number {
  return FIRST_SLOT + Math.round(hour * SLOTS_PER_HOUR);
}

interface Site {
  readonly station: Station;
  readonly cadence: number;
}

/** Standard normal deviate of a station, variable and slot (Box and Muller over a hash of the four numbers). */
function noiseOf(seed: number, station: number, variable: number, slot: number): number {
  let state =
    (Math.imul(seed, 0x9e3779b1) ^ Math.imul(station + 1, 0x85ebca6b) ^ Math.imul(variable + 1, 0xc2b2ae35) ^ slot) >>>
    0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  uniform();
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

function sitesOf(golden: GoldenCase): Site[] {
  const places: { id: string; latitude: number; longitude: number; cadence?: number | undefined }[] = [
    ...golden.stations,
  ];
  if (golden.grid !== undefined) {
    const { rows, columns, km } = golden.grid;
    for (let row = 1; row <= rows; row++) {
      for (let column = 1; column <= columns; column++) {
        const latitude = 50 - ((row - 1) * km) / KM_A_DEGREE;
        const longitude = 10 + ((column - 1) * km) / (KM_A_DEGREE * Math.cos((50 * Math.PI) / 180));
        places.push({ id: `r${row}c${column}`, latitude, longitude });
      }
    }
  }
  return places.map(({ id, latitude, longitude, cadence }) => ({
    station: {
      network: NETWORK,
      id,
      name: id,
      latitude,
      longitude,
      elevation: null,
      pressureLevel: 'unknown',
      rainInterval: null,
      manufacturer: null,
      model: null,
      retired: false,
      updated: 0,
    },
    cadence: cadence ?? golden.cadence,
  }));
}

/** How far each station lies in the direction of movement [km], counted from the one that is met first. */
function waysOf(sites: readonly Site[], towards: number): Map<string, number> {
  const angle = (towards * Math.PI) / 180;
  const along = sites.map(({ station }) => {
    const north = station.latitude * KM_A_DEGREE;
    const east = station.longitude * KM_A_DEGREE * Math.cos((50 * Math.PI) / 180);
    return north * Math.cos(angle) + east * Math.sin(angle);
  });
  const first = Math.min(...along);
  return new Map(sites.map(({ station }, k) => [station.id, along[k] - first]));
}

/** Share of an added value that is there in a slot: it comes over `rise` slots, stays for `slots`, goes over `fade`. */
function shareOf(event: GoldenEvent, since: number): number {
  if (since < 0 || since >= event.slots + event.fade) return 0;
  if (since < event.slots) return Math.min(1, (since + 1) / event.rise);
  return 1 - (since - event.slots + 1) / (event.fade + 1);
}

class CaseValues {
  readonly #golden: GoldenCase;
  readonly #ways: ReadonlyMap<GoldenEvent, ReadonlyMap<string, number>>;

  constructor(golden: GoldenCase, sites: readonly Site[]) {
    this.#golden = golden;
    this.#ways = new Map(
      golden.events.flatMap((event) => {
        if (event.moving === undefined) return [];
        const touched = sites.filter(({ station }) => event.stations === 'all' || event.stations.includes(station.id));
        return [[event, waysOf(touched, event.moving.towards)] as const];
      }),
    );
  }

  /** Values of a station in a slot; null where it reports nothing. */
  at(site: Site, place: number, slot: number): Values | null {
    const values = {} as Values;
    for (const [v, variable] of VARIABLES.entries()) values[variable] = this.#value(site, place, variable, v, slot);
    return Object.values(values).every((value) => value === null) ? null : values;
  }

  #value(site: Site, place: number, variable: Variable, v: number, slot: number): number | null {
    const { base, daily, noise, events } = this.#golden;
    const middle = base[variable];
    if (middle === undefined) return null;
    const scale = isDocumented(variable) ? noise[variable] : 0;
    let value = middle + scale * noiseOf(noise.seed, place, v, slot);
    const cycle = daily[variable];
    if (cycle !== undefined) {
      const phase = (slot % SLOTS_PER_DAY) / SLOTS_PER_DAY - cycle.peak / 24;
      value += cycle.amplitude * Math.cos(2 * Math.PI * phase);
    }
    for (const event of events) {
      if (event.variable !== 'all' && event.variable !== variable) continue;
      if (event.stations !== 'all' && !event.stations.includes(site.station.id)) continue;
      const km = this.#ways.get(event)?.get(site.station.id) ?? 0;
      const delay = event.moving === undefined ? 0 : Math.round((km / event.moving.kmh) * SLOTS_PER_HOUR);
      const begin = slotOfHour(event.hour) + delay;
      const inside = slot >= begin && slot < begin + event.slots;
      if (event.do === 'add') value += event.value * shareOf(event, slot - begin);
      if (event.do === 'set' && inside) return event.value;
      if (event.do === 'silent' && inside) return null;
      if (event.do === 'freeze' && inside && slot > begin) return this.#value(site, place, variable, v, begin);
    }
    return Number(possibleValue(variable, value).toFixed(DIGITS[variable]));
  }
}

/** The history a golden case describes, as a source that can be replayed. */
export class CaseSource implements ObservationSource {
  readonly title: string;
  readonly #sites: readonly Site[];
  readonly #values: CaseValues;
  readonly #last: number;

  constructor(golden: GoldenCase) {
    this.title = golden.title;
    this.#sites = sitesOf(golden);
    this.#values = new CaseValues(golden, this.#sites);
    this.#last = slotOfHour(golden.hours);
  }

  async networks(): Promise<string[]> {
    return [NETWORK];
  }

  async stations(): Promise<Station[]> {
    return this.#sites.map(({ station }) => station);
  }

  async extent(): Promise<Extent> {
    return { first: timeOfSlot(FIRST_SLOT), last: timeOfSlot(this.#last) };
  }

  async *read(_network: string, from: number, to: number): AsyncGenerator<Observation[]> {
    for (let slot = FIRST_SLOT; slot <= this.#last; slot++) {
      const time = timeOfSlot(slot);
      if (time < from || time > to) continue;
      const batch: Observation[] = [];
      for (const [place, site] of this.#sites.entries()) {
        const values = slot % site.cadence === 0 ? this.#values.at(site, place, slot) : null;
        if (values === null) continue;
        const { id } = site.station;
        batch.push({
          network: NETWORK,
          station: id,
          time,
          values,
          extras: {},
          original: {},
          source: 'golden',
          received: time,
        });
      }
      yield batch;
    }
  }

  async baselines(): Promise<[]> {
    return [];
  }

  async close(): Promise<void> {}
}
