import { isCondition } from '../../../schemas/alert.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { FaultStore } from '../../stores/roles/fault-store.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import type { VerdictStore } from '../../stores/roles/verdict-store.ts';
import { settledUntil } from '../alert-engine.ts';
import { feedOccasions, feedOf } from '../feed-occasions.ts';
import { alertOf, keepAlerts } from '../keep-alerts.ts';
import { mayRaise, mayRaiseFault } from '../rule-matching.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import { isAt } from '../rules/place.ts';
import { stationOccasions } from '../station-occasions.ts';
import { type Step, stepsOf } from './occasion-steps.ts';
import type { PreviewBook } from './preview-book.ts';
import type { PastOfNetwork } from './previewed-conditions.ts';
import { readTogether } from './read-together.ts';

/** Stations that are read at once: their anomalies are in memory together. */
const AT_ONCE = 20;

/** Where verdicts and faults are stored. */
type Verdicts = Pick<VerdictStore, 'anomalies' | 'verdictMarks'> &
  Pick<FaultStore, 'fault' | 'faultsOver' | 'faultValues'> &
  Pick<ObservationStore, 'extent'>;

/** What the past of faults is read with. */
export interface FaultSources {
  readonly store: Verdicts;
  /** History that the live stages judge against [ms]. */
  readonly windowMs: number;
  /** How long after its observation a verdict is settled [ms]. */
  readonly settlesAfterMs: number;
}

/** How many stations have something that the rule may be of, and how many of them were looked at. */
export interface Looked {
  readonly concerned: number;
  readonly looked: number;
}

/**
 * Opens and ends the alerts of faults and episodes of a network in the order of their times.
 *
 * @param most stations whose anomalies are read
 * @throws the reason of the signal; what the store throws
 */
export async function previewFaults(
  { store, windowMs: window, settlesAfterMs }: FaultSources,
  past: PastOfNetwork,
  { book, rule, most }: { readonly book: PreviewBook; readonly rule: AlertRule; readonly most: number },
  signal: AbortSignal,
): Promise<Looked> {
  const { network, stations, overlay, from, to } = past;
  if (rule.classes.every(isCondition)) return { concerned: 0, looked: 0 };
  const settled = await settledUntil(store, network, { settlesAfterMs, now: to });
  const { concerned, faultsOf } = await concernedStations(store, past, rule);
  const looked = concerned.slice(0, most);
  const faults = [...faultsOf.values()].flat();
  const inUse = [...stations.values()].filter(({ retired }) => !retired).length;
  const feeds = feedOccasions(faults, { overlay, inUse, settled });
  const steps: Step[] = feeds.flatMap((feed) => stepsOf(feed, rule, settlesAfterMs));
  for (let begin = 0; begin < looked.length; begin += AT_ONCE) {
    signal.throwIfAborted();
    const few = looked.slice(begin, begin + AT_ONCE);
    const read = await readTogether(store, { network, stations: few, from, to }, faultsOf);
    for (const station of few) {
      const none = { raised: new Set<string>(), faults: new Set<string>() };
      const occasions = await stationOccasions(read, { network, station, from, to, settled, window, ...none }, overlay);
      const alone = occasions.filter((occasion) => feedOf(feeds, occasion) === undefined);
      steps.push(...alone.flatMap((occasion) => stepsOf(occasion, rule, settlesAfterMs)));
    }
  }
  const stationOf = (id: string) => stations.get(id) ?? null;
  const seen = steps.filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at);
  for (const { at, occasion } of seen) {
    const alert = await alertOf(book, rule, occasion);
    await keepAlerts(book, {
      ...{ rules: [rule], occasions: [occasion], stationOf },
      open: alert === null ? [] : [alert],
      occasionOf: () => occasion,
      renewing: { oldest: Number.NEGATIVE_INFINITY, at },
    });
  }
  return { concerned: concerned.length, looked: looked.length };
}

/** Ids of the stations that have a fault or an anomaly that the rule may be of, in their order, and the faults of all stations. */
async function concernedStations(
  store: Verdicts,
  { network, stations, from, to }: PastOfNetwork,
  rule: AlertRule,
): Promise<{ readonly concerned: readonly string[]; readonly faultsOf: ReadonlyMap<string, readonly Fault[]> }> {
  const [faults, marks] = await Promise.all([
    store.faultsOver(network, from, to),
    store.verdictMarks(network, from, to),
  ]);
  const found = new Set([
    ...faults.filter((fault) => mayRaiseFault(rule, fault)).map(({ station }) => station),
    ...marks.filter((mark) => mayRaise(rule, mark)).map(({ station }) => station),
  ]);
  const faultsOf = new Map<string, Fault[]>();
  for (const fault of faults) faultsOf.set(fault.station, [...(faultsOf.get(fault.station) ?? []), fault]);
  return { concerned: [...found].filter((id) => isAt(rule, network, id, stations.get(id) ?? null)).sort(), faultsOf };
}
