import { LONGEST_PAUSE } from '../../detectors/episodes/joining-rules.ts';
import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Fault, FaultValue } from '../../schemas/fault.ts';
import { stationKey } from '../../schemas/station.ts';
import { isOfFeed } from '../answers/causes.ts';
import { overlayOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { FaultStore } from '../stores/roles/fault-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import { feedOccasions, feedOf } from './feed-occasions.ts';
import { keepAlerts } from './keep-alerts.ts';
import { isFirm, type Occasion } from './occasion.ts';
import { alertedAnomalies, alertedFaults, anomaliesOfAlert, unresolvedAlerts } from './records/alert-records.ts';
import { catalogueBook } from './records/catalogue-book.ts';
import { looksAt, noteLook } from './records/look-records.ts';
import { allRules } from './records/rule-records.ts';
import { HISTORY_MS, mayRaise, mayRaiseFault } from './rule-matching.ts';
import { stationOccasions } from './station-occasions.ts';

const HOUR_MS = 3_600_000;
/** How far back anomalies are read [ms]: a sensor that is stuck for months is not read whole at each report. */
const FOLLOWED_MS = 48 * HOUR_MS;

/** In place of a station: what many stations of a network have in common. Alerts of several stations are kept so too. */
const MANY_STATIONS = '';

/** A station of which something is to be looked at again, and the times of it, ms since the epoch, both included. */
export interface Touched {
  readonly network: string;
  /** Empty: what many stations have in common. */
  readonly station: string;
  readonly from: number;
  readonly to: number;
}

/** What is looked at of a verdict, to see whom it may concern. */
export type Verdict = Pick<Anomaly, 'id' | 'network' | 'station' | 'time' | 'check' | 'state' | 'classification'>;

/** What is looked at of a version of a fault, to see whom it may concern. */
export interface FaultMark extends Pick<Fault, 'id' | 'network' | 'station' | 'variable' | 'certainty'> {
  /** Newest report that it speaks of, ms since the epoch. */
  readonly last: number;
}

/** What the engine works with. */
export interface AlertEngineDependencies {
  readonly catalogue: Catalogue;
  readonly store: Pick<VerdictStore, 'anomalies'> &
    Pick<FaultStore, 'fault' | 'faultsOver' | 'faultValues'> &
    Pick<NetworkRegistry, 'station' | 'allStations'> &
    Pick<ObservationStore, 'extent'>;
  /** What people say of anomalies. */
  readonly experts: RuleRegister;
  /** History that the live stages judge against [ms]. */
  readonly windowMs: number;
  /** How long after its observation a verdict is settled [ms]. */
  readonly settlesAfterMs: number;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/**
 * Makes alerts of what is stored: one for each rule and fault, or episode, or what many stations have in common. Each look at
 * a station is a function of its stored faults and anomalies and of the alerts that there are, so that it may be repeated, and be
 * done by any process. What it has in common with many is looked at by itself after that, one look after the other.
 */
export class AlertEngine {
  readonly #dependencies: AlertEngineDependencies;

  constructor(dependencies: AlertEngineDependencies) {
    this.#dependencies = dependencies;
  }

  /** Stations where some verdicts may open an alert, or change one. */
  async touchedBy(anomalies: readonly Verdict[]): Promise<Touched[]> {
    if (anomalies.length === 0) return [];
    const { catalogue, now } = this.#dependencies;
    const rules = await allRules(catalogue);
    const alerted = await alertedAnomalies(catalogue, [...new Set(anomalies.map(({ id }) => id))]);
    const recent = now() - HISTORY_MS;
    const touched = anomalies.filter(
      (anomaly) =>
        alerted.has(anomaly.id) ||
        (isFirm(anomaly) && anomaly.time >= recent && rules.some((rule) => mayRaise(rule, anomaly))),
    );
    return gathered(touched.map(({ network, station, time }) => ({ network, station, from: time, to: time })));
  }

  /** Stations where some versions of faults may open an alert, or change one. */
  async touchedByFaults(faults: readonly FaultMark[]): Promise<Touched[]> {
    if (faults.length === 0) return [];
    const { catalogue, now } = this.#dependencies;
    const rules = await allRules(catalogue);
    const alerted = await alertedFaults(catalogue, [...new Set(faults.map(({ id }) => id))]);
    const recent = now() - HISTORY_MS;
    const touched = faults.filter(
      (fault) => alerted.has(fault.id) || (fault.last >= recent && rules.some((rule) => mayRaiseFault(rule, fault))),
    );
    return gathered(touched.map(({ network, station, last }) => ({ network, station, from: last, to: last })));
  }

  /**
   * Opens, describes anew and resolves the alerts of a station, with everything that is to be told of them.
   *
   * @throws HalcyonError what the stores throw
   */
  async look(touched: Touched): Promise<void> {
    // What was read before another has looked may be older than what that one has written.
    const { network, station } = touched;
    if (station === MANY_STATIONS) while (!(await this.#lookAtManyOnce(network)));
    else while (!(await this.#lookOnce(touched)));
  }

  /** What many stations of a network have in common, with the alerts of it that are not resolved. */
  async #many(network: string) {
    const { catalogue, store, experts, now } = this.#dependencies;
    const open = await unresolvedAlerts(catalogue, network, MANY_STATIONS);
    const oldest = open.reduce((time, { first }) => Math.min(time, first), now() - FOLLOWED_MS);
    const faults = (await store.faultsOver(network, oldest, now())).filter(({ kind }) => isOfFeed(kind));
    const stations = await store.allStations(network);
    const overlay = await overlayOf(experts, { network });
    const inUse = stations.filter(({ retired }) => !retired).length;
    const settled = await this.settledUntil(network);
    return { open, oldest, stations, occasions: feedOccasions(faults, { overlay, inUse, settled }) };
  }

  /** @returns false, and nothing is written, where somebody else has looked meanwhile */
  async #lookAtManyOnce(network: string): Promise<boolean> {
    const { catalogue, now } = this.#dependencies;
    const looks = await looksAt(catalogue, network, MANY_STATIONS);
    const { open, oldest, stations, occasions } = await this.#many(network);
    const rules = await allRules(catalogue);
    const known = new Map(stations.map((station) => [station.id, station]));
    const faultOf = new Map(open.map(({ id, fault }) => [id, fault?.id]));
    return catalogue.transaction(async (statements) => {
      if (!(await noteLook(statements, network, MANY_STATIONS, looks))) return false;
      await keepAlerts(catalogueBook(statements), {
        ...{ rules, occasions, open, renewing: { oldest, at: now() } },
        stationOf: (id) => known.get(id) ?? null,
        occasionOf: (alert) => occasionOf(occasions, faultOf.get(alert), new Set()),
      });
      return true;
    });
  }

  /** @returns false, and nothing is written, where somebody else has looked at the station meanwhile */
  async #lookOnce({ network, station, ...stretch }: Touched): Promise<boolean> {
    const { catalogue, store, experts, windowMs: window, now } = this.#dependencies;
    const looks = await looksAt(catalogue, network, station);
    const unresolved = await unresolvedAlerts(catalogue, network, station);
    const latest = unresolved.reduce((time, { last }) => Math.max(time, last), stretch.to);
    const oldest = latest - FOLLOWED_MS;
    const open = unresolved.filter(({ fault, last }) => fault !== null || last >= oldest);
    const raisedBy = new Map<string, ReadonlySet<string>>();
    for (const { id } of open) raisedBy.set(id, new Set(await anomaliesOfAlert(catalogue, id)));
    const overlay = await overlayOf(experts, { network, station });
    const settled = await this.settledUntil(network);
    const raised = new Set([...raisedBy.values()].flatMap((ids) => [...ids]));
    const faults = new Set(open.flatMap(({ fault }) => (fault === null ? [] : [fault.id])));
    const to = Math.max(now(), latest);
    const asked = { network, station, from: oldest, to, settled, window, raised, faults };
    const occasions = await stationOccasions(store, asked, overlay);
    const isOfMany = occasions.some(({ fault }) => fault !== null && isOfFeed(fault.said.kind));
    const many = isOfMany ? await this.#many(network) : { open: [], occasions: [] };
    const found = await store.station(network, station);
    const stationOf = () => found;
    const rules = await allRules(catalogue);
    const at = now();

    const kept = await catalogue.transaction(async (statements) => {
      if (!(await noteLook(statements, network, station, looks))) return false;
      const own = new Map(
        open.map(({ id, fault }) => {
          const occasion = occasionOf(occasions, fault?.id, raisedBy.get(id) ?? new Set());
          return [id, (occasion && feedOf(many.occasions, occasion)) ?? occasion];
        }),
      );
      await keepAlerts(catalogueBook(statements), {
        ...{ rules, open, stationOf, renewing: { oldest, at } },
        occasions: occasions.filter((occasion) => feedOf(many.occasions, occasion) === undefined),
        occasionOf: (alert) => own.get(alert),
      });
      return true;
    });
    if (kept && many.open.length + many.occasions.length > 0)
      await this.look({ network, station: MANY_STATIONS, ...stretch });
    return kept;
  }

  /**
   * Up to when the observations of a network are settled, by the newest of them, ms since the epoch; a network that has been
   * silent for a day is settled up to then.
   */
  async settledUntil(network: string): Promise<number> {
    const { store, settlesAfterMs, now } = this.#dependencies;
    return settledUntil(store, network, { settlesAfterMs, now: now() });
  }
}

/** As `AlertEngine.settledUntil`. */
export async function settledUntil(
  store: Pick<ObservationStore, 'extent'>,
  network: string,
  { settlesAfterMs, now }: { readonly settlesAfterMs: number; readonly now: number },
): Promise<number> {
  const newest = (await store.extent(network))?.last ?? Number.NEGATIVE_INFINITY;
  return Math.max(newest - settlesAfterMs, now - HISTORY_MS);
}

/** What is looked at of a version of a fault. @param values those that it says something new of */
export function faultMark(fault: Fault, values: readonly FaultValue[] = []): FaultMark {
  const { id, network, station, variable, certainty } = fault;
  // Of one that holds the report of each version is among its values.
  const newest = values.reduce((last, { time }) => Math.max(last, time), Math.max(fault.start, fault.known));
  const last = fault.end ?? (values.length > 0 ? newest : fault.judged);
  return { id, network, station, variable, certainty, last };
}

/** Least pause after which an episode may be over [ms]. */
export const SHORTEST_END_MS = LONGEST_PAUSE;

/** One for each station. */
export function gathered(touched: readonly Touched[]): Touched[] {
  const stations = new Map<string, Touched>();
  for (const one of touched) {
    const key = stationKey(one.network, one.station);
    const other = stations.get(key) ?? one;
    stations.set(key, { ...one, from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) });
  }
  return [...stations.values()];
}

/** What an alert is of: its fault, else what has one of its anomalies. */
function occasionOf(
  occasions: readonly Occasion[],
  fault: string | undefined,
  anomalies: ReadonlySet<string>,
): Occasion | undefined {
  if (fault !== undefined) return occasions.find((one) => one.faults.includes(fault));
  return occasions.find((one) => one.anomalies.some(({ id }) => anomalies.has(id)));
}
