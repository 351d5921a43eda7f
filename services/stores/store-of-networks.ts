import type { NetworkScope } from '../../schemas/network-scope.ts';
import { allOf, call, field, type RowExpression, text } from './rows/row-expression.ts';
import {
  FIELDS_OF,
  type FoundRows,
  type GroupQuery,
  type Relation,
  type RowQuery,
  type RowSearch,
  type SearchedRows,
  type ValueGroup,
} from './rows/row-search.ts';
import type { StoreReads } from './store-reads.ts';
import type {
  AnomalyQuery,
  FaultQuery,
  NetworkQuery,
  ObservationQuery,
  StationQuery,
  StretchQuery,
  UpToSlot,
} from './time-series-store.ts';

/**
 * A store as somebody may read it who is bound to some networks: lists hold theirs alone, what is of another network is not
 * found by its id, and whoever names another one is refused.
 *
 * @throws HalcyonError `forbidden` from every method that names a network outside the scope, and for an id of a network that
 * they may read, but not do this in
 */
export class StoreOfNetworks implements StoreReads {
  readonly search: RowSearch;
  readonly #store: StoreReads;
  readonly #scope: NetworkScope;

  constructor(store: StoreReads, scope: NetworkScope) {
    this.#store = store;
    this.#scope = scope;
    this.search = new SearchOfNetworks(store.search, scope);
  }

  async networks() {
    return (await this.#store.networks()).filter((network) => this.#scope.includes(network));
  }

  async judgedUntil() {
    return (await this.#store.judgedUntil()).filter(({ network }) => this.#scope.includes(network));
  }

  async allStations(network?: string | readonly string[]) {
    return this.#store.allStations(this.#scope.within(network));
  }

  async stations(query: StationQuery) {
    return this.#store.stations(this.#within(query));
  }

  async observations(query: ObservationQuery) {
    return this.#store.observations(this.#within(query));
  }

  async anomalies(query: AnomalyQuery) {
    return this.#store.anomalies(this.#within(query));
  }

  async faults(query: FaultQuery) {
    return this.#store.faults(this.#within(query));
  }

  async rules(network?: string | readonly string[]) {
    return this.#store.rules(this.#scope.within(network));
  }

  async anomaly(id: string) {
    const versions = await this.#store.anomaly(id);
    return versions.every(({ network }) => this.#scope.finds([network])) ? versions : [];
  }

  async fault(id: string) {
    const fault = await this.#store.fault(id);
    return fault === null || this.#scope.finds([fault.network]) ? fault : null;
  }

  async station(network: string, id: string) {
    return this.#of(network).station(network, id);
  }

  async elements(network: string, from: number, to: number) {
    return this.#of(network).elements(network, from, to);
  }

  async extent(network: string) {
    return this.#of(network).extent(network);
  }

  readObservations(network: string, from: number, to: number, withoutLate?: boolean) {
    return this.#of(network).readObservations(network, from, to, withoutLate);
  }

  reportColumns(network: string, from: number, to: number) {
    return this.#of(network).reportColumns(network, from, to);
  }

  observationBlocks(query: StretchQuery, signal: AbortSignal) {
    return this.#of(query.network).observationBlocks(query, signal);
  }

  async valueCounts(query: StretchQuery) {
    return this.#of(query.network).valueCounts(query);
  }

  async assessments(network: string, from: number, to: number) {
    return this.#of(network).assessments(network, from, to);
  }

  async stationMoments(network: string, time: number, stations: readonly string[]) {
    return this.#of(network).stationMoments(network, time, stations);
  }

  async stationReports(network: string, from: number, to: number, stations?: readonly string[]) {
    return this.#of(network).stationReports(network, from, to, stations);
  }

  reportedSlots(network: string, from: number, to: number) {
    return this.#of(network).reportedSlots(network, from, to);
  }

  async verdictMarks(network: string, from: number, to: number) {
    return this.#of(network).verdictMarks(network, from, to);
  }

  async faultsOver(network: string, from: number, to: number, station?: string) {
    return this.#of(network).faultsOver(network, from, to, station);
  }

  async faultValues(network: string, from: number, to: number, station?: string) {
    return this.#of(network).faultValues(network, from, to, station);
  }

  async faultAnomalies(network: string, faults: readonly string[]) {
    return this.#of(network).faultAnomalies(network, faults);
  }

  async sensorConditions(network: string, at: number | UpToSlot) {
    return this.#of(network).sensorConditions(network, at);
  }

  async lastingCondition(network: string, slot: number) {
    return this.#of(network).lastingCondition(network, slot);
  }

  async baselines(network: string, fromDay: number, toDay: number) {
    return this.#of(network).baselines(network, fromDay, toDay);
  }

  async stationBaselines(network: string, station: string, fromDay: number, toDay: number) {
    return this.#of(network).stationBaselines(network, station, fromDay, toDay);
  }

  /** The store, of a network that may be read. */
  #of(network: string): StoreReads {
    this.#scope.assertIncludes(network);
    return this.#store;
  }

  #within<Q extends NetworkQuery>(query: Q): Q {
    const network = this.#scope.within(query.network);
    return network === undefined ? query : { ...query, network };
  }
}

/** A search that finds rows of some networks alone. */
class SearchOfNetworks implements RowSearch {
  readonly #search: RowSearch;
  readonly #scope: NetworkScope;

  constructor(search: RowSearch, scope: NetworkScope) {
    this.#search = search;
    this.#scope = scope;
  }

  async find<R extends Relation>(relation: R, query: RowQuery): Promise<FoundRows<SearchedRows[R]>> {
    return this.#search.find(relation, { ...query, where: this.#within(relation, query.where) });
  }

  async findOfEach(groups: readonly ValueGroup[], query: GroupQuery) {
    for (const { network } of groups) this.#scope.assertIncludes(network);
    return this.#search.findOfEach(groups, query);
  }

  async count(relation: Relation, where: RowExpression | null) {
    return this.#search.count(relation, this.#within(relation, where));
  }

  #within(relation: Relation, where: RowExpression | null): RowExpression | null {
    const { names } = this.#scope;
    if (names === null || !FIELDS_OF[relation].has('network')) return where;
    const one = (name: string) => call('eq', field('network'), text(name));
    const none: RowExpression = { kind: 'constant', type: 'flag', value: false };
    return allOf([where, names.map(one).reduce((all, next) => call('or', all, next), none)]);
  }
}
