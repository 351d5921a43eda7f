import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { NetworkRegistry } from '../../stores/roles/network-registry.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import type { RowExpression } from '../../stores/rows/row-expression.ts';
import type {
  FoundRows,
  GroupQuery,
  Relation,
  RowQuery,
  SearchedRows,
  ValueGroup,
  ValueRow,
} from '../../stores/rows/row-search.ts';
import type { EntityKey } from '../model/entity-key.ts';
import type { ReadBudget } from './read-budget.ts';

/** Values that are asked for at once at most, and groups of them. */
const MOST_AT_ONCE = { values: 20_000, groups: 1_000 };

/** What the service reads from. */
export type ReadStore = Pick<ObservationStore, 'search'> & Pick<NetworkRegistry, 'station'>;

/**
 * Reads rows for one request. What follows from a station that was read before is not asked again: every entity of a page
 * leads to the same few.
 */
export class RowReader {
  readonly #store: ReadStore;
  readonly #budget: ReadBudget;
  readonly #stations = new Map<string, Promise<Station | null>>();

  constructor(store: ReadStore, budget: ReadBudget) {
    this.#store = store;
    this.#budget = budget;
  }

  async find<R extends Relation>(relation: R, query: RowQuery): Promise<FoundRows<SearchedRows[R]>> {
    this.#budget.beforeRead();
    const found = await this.#store.search.find(relation, query);
    for (const row of found.rows) {
      if (relation === 'stations') this.#know(row as SearchedRows['stations']);
      if (relation === 'variablesOfStations') this.#know((row as SearchedRows['variablesOfStations']).station);
    }
    this.#budget.spend(found.rows.length);
    return found;
  }

  /** The first values of each of several groups, in the order of the groups: one question for as many as may be. */
  async findOfEach(groups: readonly ValueGroup[], query: GroupQuery): Promise<FoundRows<ValueRow>[]> {
    const found: FoundRows<ValueRow>[] = [];
    const { values, groups: most } = MOST_AT_ONCE;
    const atOnce = Math.max(1, Math.min(most, Math.floor(values / (query.limit + 1))));
    for (let at = 0; at < groups.length; at += atOnce) {
      this.#budget.beforeRead();
      const some = await this.#store.search.findOfEach(groups.slice(at, at + atOnce), query);
      this.#budget.spend(some.reduce((sum, { rows }) => sum + rows.length, 0));
      found.push(...some);
    }
    return found;
  }

  count(relation: Relation, where: RowExpression | null): Promise<number> {
    this.#budget.beforeRead();
    return this.#store.search.count(relation, where);
  }

  /** All rows that have a key where these are known without a search, in the order of a search; null where they are not. */
  async known<R extends Relation>(relation: R, key: EntityKey): Promise<SearchedRows[R][] | null>;
  async known(relation: Relation, key: EntityKey): Promise<SearchedRows[Relation][] | null> {
    if (relation === 'values') return null;
    const variables = VARIABLES.filter((variable) => key.variable === undefined || key.variable === variable);
    if (relation === 'variables') return variables.map((variable) => ({ variable }));
    if (key.network === undefined || key.station === undefined) return null;
    const station = await this.#station(key.network, key.station);
    if (station === null) return [];
    this.#budget.spend(1);
    return relation === 'stations' ? [station] : variables.map((variable) => ({ station, variable }));
  }

  #station(network: string, id: string): Promise<Station | null> {
    const name = JSON.stringify([network, id]);
    let found = this.#stations.get(name);
    if (found === undefined) {
      this.#budget.beforeRead();
      found = this.#store.station(network, id);
      this.#stations.set(name, found);
    }
    return found;
  }

  #know(station: Station): void {
    this.#stations.set(JSON.stringify([station.network, station.id]), Promise.resolve(station));
  }
}
