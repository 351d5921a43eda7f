import { rainCountOf, rainIntervalOf } from '../../ingest/validation/rain-fields.ts';
import { type Observation, type OriginalValue, type Values, writeNumbers } from '../../schemas/observation.ts';
import { VARIABLES } from '../../schemas/variables.ts';

/** Numbers of one observation: its station, its time, its values, its rain count, the minutes that its rain is of. */
const WIDTH = VARIABLES.length + 4;
const COUNT = WIDTH - 2;
const INTERVAL = WIDTH - 1;
const NO_EXTRAS: Observation['extras'] = {};
const NO_ORIGINAL: Readonly<Record<string, OriginalValue>> = {};

/** Observations as a thread is handed them: what is judged by, in memory that both see. */
export interface PackedObservations {
  /** Stations that come for the first time; they are numbered in the order in which they come. */
  readonly stations: readonly string[];
  /** Of each observation: number of the station, time [ms since the epoch], values in the order of VARIABLES, rain count [mm], interval of rain [min]; NaN where missing. */
  readonly numbers: Float64Array;
}

/** Packs batch after batch of one network's observations. */
export class ObservationPacker {
  readonly #stations = new Map<string, number>();

  pack(observations: readonly Observation[]): PackedObservations {
    const bytes = observations.length * WIDTH * Float64Array.BYTES_PER_ELEMENT;
    const numbers = new Float64Array(new SharedArrayBuffer(bytes));
    const stations: string[] = [];
    let at = 0;
    for (const { station, time, values, original } of observations) {
      let number = this.#stations.get(station);
      if (number === undefined) {
        number = this.#stations.size;
        this.#stations.set(station, number);
        stations.push(station);
      }
      numbers[at] = number;
      numbers[at + 1] = time;
      writeNumbers(values, numbers, at + 2);
      numbers[at + COUNT] = rainCountOf(original) ?? Number.NaN;
      numbers[at + INTERVAL] = rainIntervalOf(original) ?? Number.NaN;
      at += WIDTH;
    }
    return { stations, numbers };
  }
}

/** Unpacks them in the order in which they were packed. */
export class ObservationUnpacker {
  readonly #network: string;
  readonly #stations: string[] = [];

  constructor(network: string) {
    this.#network = network;
  }

  /** The observations, without what is not judged by: extras, source and when they were received. */
  *unpack({ stations, numbers }: PackedObservations): Generator<Observation> {
    this.#stations.push(...stations);
    for (let at = 0; at < numbers.length; at += WIDTH) {
      const values = {} as Values;
      for (let v = 0; v < VARIABLES.length; v++) values[VARIABLES[v]] = knownOf(numbers[at + 2 + v]);
      yield {
        network: this.#network,
        station: this.#stations[numbers[at]],
        time: numbers[at + 1],
        values,
        extras: NO_EXTRAS,
        original: originalOf(knownOf(numbers[at + COUNT]), knownOf(numbers[at + INTERVAL])),
        source: '',
        received: 0,
      };
    }
  }
}

/** What is judged by of how rain came: its count, or the minutes that it is of. */
function originalOf(count: number | null, interval: number | null): Observation['original'] {
  if (count !== null) return { rain: { value: count, unit: 'mm', kind: 'since_reset' } };
  return interval === null ? NO_ORIGINAL : { rain: { value: 0, unit: 'mm', interval } };
}

function knownOf(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
