import type { Station } from '../../../schemas/station.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { RowExpression } from '../../stores/row-expression.ts';
import type { FoundRows, Relation, RowQuery, SearchedRows } from '../../stores/row-search.ts';
import type { TimeSeriesStore } from '../../stores/time-series-store.ts';
import type { EntityKey } from '../model/entity-key.ts';
import type { ReadBudget } from './read-budget.ts';

/** What the service reads from. */
export type ReadStore = Pick<TimeSeriesStore, 'search' | 'station'>;

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
