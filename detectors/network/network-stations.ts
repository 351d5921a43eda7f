import type { Station } from '../../schemas/station.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../schemas/variables.ts';
import { effectiveLimits } from '../checks/gross-range.ts';
import { NeighbourIndex } from '../neighbours/neighbour-index.ts';
import { NetworkRules } from '../rules/network-rules.ts';
import type { LimitsOf } from '../windows/window-content.ts';

/**
 * The stations of one network by index, in the order they became known, who is near whom, and what people have ruled of
 * them; windows and baselines are indexed alike.
 */
export class NetworkStations {
  readonly network: string;
  /** Identifiers by index. */
  readonly ids: string[] = [];
  /** Registrations by index; undefined where only observations are known. */
  readonly registered: (Station | undefined)[] = [];
  /** The neighbours of those that are registered: one index for all judges of the network, as large as its windows are. */
  readonly neighbours: NeighbourIndex;
  /** The rules by which they are judged. */
  readonly rules: NetworkRules;
  readonly #indices = new Map<string, number>();

  /** @param radiusKm largest distance of a neighbour [km] */
  constructor(
    network: string,
    radiusKm: number,
    stations: readonly Station[] = [],
    rules: NetworkRules = new NetworkRules(),
  ) {
    this.network = network;
    this.rules = rules;
    this.neighbours = new NeighbourIndex(radiusKm);
    for (const station of stations) this.put(station);
  }

  /** Takes in a registration; of two the newer counts. */
  put(station: Station): void {
    if (this.describe(station)) this.neighbours.put(this.indexOf(station.id), station);
  }

  /**
   * Takes in what a registration says of the station itself, where nobody asks for neighbours.
   *
   * @returns false where a newer one is known
   */
  describe(station: Station): boolean {
    const index = this.indexOf(station.id);
    const known = this.registered[index];
    if (known !== undefined && known.updated > station.updated) return false;
    this.registered[index] = station;
    return true;
  }

  /**
   * The limits that a value is held against: those that are set, else what the station's registration says.
   *
   * @param variable index into VARIABLES
   * @param interval minutes that an amount of rain is of; null where its report does not say
   */
  readonly limitsOf: LimitsOf = (station, variable, slot, interval) => {
    const { rules, ids, registered } = this;
    const name = VARIABLES[variable];
    const set = rules.noLimits ? null : rules.limitsAt(ids[station], name, slot);
    return effectiveLimits(name, set, registered[station], interval);
  };

  /**
   * What the documented floor of a variable is taken by at a station: rain that is registered as of more than ten minutes is
   * held as the mean of ten, and so is what matters of it.
   */
  readonly floorShare = (station: number, variable: number): number => {
    const interval = variable === VARIABLE_INDEX.rain ? (this.registered[station]?.rainInterval ?? null) : null;
    return interval === null ? 1 : Math.min(1, 10 / interval);
  };

  /** True where a station is known. */
  has(id: string): boolean {
    return this.#indices.has(id);
  }

  /** Index of a station; a new one is given the next. */
  indexOf(id: string): number {
    let index = this.#indices.get(id);
    if (index === undefined) {
      index = this.ids.length;
      this.#indices.set(id, index);
      this.ids.push(id);
      this.registered.push(undefined);
    }
    return index;
  }
}
