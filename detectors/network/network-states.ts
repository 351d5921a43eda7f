import { BaselineBook } from '../baselines/baseline-book.ts';
import { RuleBook } from '../rules/rule-book.ts';
import { TaughtWindows } from '../rules/taught-windows.ts';
import { WindowStore } from '../windows/window-store.ts';
import type { JudgementPlan } from './judgement-plan.ts';
import { NetworkStations } from './network-stations.ts';

/** What both judgements of one network work on. In one process the stages share it. */
export interface NetworkState {
  readonly stations: NetworkStations;
  readonly windows: WindowStore;
  readonly baselines: BaselineBook;
}

/** The state of every network, made when a network is first met. */
export class NetworkStates {
  readonly #plan: JudgementPlan;
  readonly #rules: RuleBook;
  readonly #states = new Map<string, NetworkState>();

  /** @param rules by which is judged; none where it is not given */
  constructor(plan: JudgementPlan, rules: RuleBook = new RuleBook()) {
    this.#plan = plan;
    this.#rules = rules;
  }

  of(network: string): NetworkState {
    let state = this.#states.get(network);
    if (state === undefined) {
      const { neighborRadiusKm } = this.#plan.configuration;
      state = this.#begun(new NetworkStations(network, neighborRadiusKm, [], this.#rules.of(network)));
      this.#states.set(network, state);
    }
    return state;
  }

  /** True where a station is known. */
  knows(network: string, station: string): boolean {
    return this.#states.get(network)?.stations.has(station) === true;
  }

  /** Forgets all networks, where nobody judges any. */
  forget(): void {
    this.#states.clear();
  }

  /** The state of each network. */
  networks(): Iterable<NetworkState> {
    return this.#states.values();
  }

  /** Names of the networks that were met. */
  get names(): readonly string[] {
    return [...this.#states.keys()];
  }

  /** Begins a network anew that nobody judges yet: its stations stay, windows and baselines are empty. */
  empty(network: string): void {
    this.#states.set(network, this.#begun(this.of(network).stations));
  }

  #begun(stations: NetworkStations): NetworkState {
    const { capacity, recentSlots, configuration } = this.#plan;
    const windows = new WindowStore(capacity, recentSlots, stations.limitsOf);
    const taught = new TaughtWindows(windows, stations);
    const { network, floorShare } = stations;
    const baselines = new BaselineBook(network, configuration.latenessSlots, taught, floorShare);
    return { stations, windows, baselines };
  }

  /** Stations of all networks. */
  get stations(): number {
    return this.#sum(({ stations }) => stations.ids.length);
  }

  /** Bytes that their windows take. */
  get windowBytes(): number {
    return this.#sum(({ windows }) => windows.bytes);
  }

  #sum(of: (state: NetworkState) => number): number {
    let sum = 0;
    for (const state of this.#states.values()) sum += of(state);
    return sum;
  }

  /** Has the neighbours of all networks ready to be asked for. */
  prepareNeighbours(): void {
    for (const { stations } of this.#states.values()) stations.neighbours.prepare();
  }

  /** Empties the windows of all networks, and forgets the levels that were learnt from them. */
  clearWindows(): void {
    for (const { windows, baselines } of this.#states.values()) {
      windows.clear();
      baselines.levels.clear();
    }
  }
}
