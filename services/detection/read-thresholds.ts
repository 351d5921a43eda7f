import { BASELINE_DAYS } from '../../detectors/baselines/baseline-book.ts';
import { cutOf } from '../../detectors/baselines/taught-day.ts';
import { type JudgementPlan, planJudgement } from '../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../detectors/network/network-states.ts';
import { RuleBook } from '../../detectors/rules/rule-book.ts';
import { TemporalJudge } from '../../detectors/temporal/temporal-judge.ts';
import { type StationThresholds, stationThresholds } from '../../detectors/thresholds/station-thresholds.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import { EVERY_STATION, type ExpertRule } from '../../schemas/expert-rule.ts';
import { saysOnlyLate } from '../../schemas/judgement.ts';
import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import type { Observation } from '../../schemas/observation.ts';
import type { Station } from '../../schemas/station.ts';
import { dayOfSlot, SLOT_MS, slotOf, timeOfSlot } from '../../schemas/time.ts';
import { stationsAround } from '../stations/stations-around.ts';
import { everyPage } from '../stores/every-page.ts';
import type { BaselineStore } from '../stores/roles/baseline-store.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { ObservationStore } from '../stores/roles/observation-store.ts';
import type { JudgedObservation } from '../stores/time-series-store.ts';

const PAGE = 5_000;

/** The thresholds of a station and what they are of. */
export interface ReadThresholds {
  readonly plan: JudgementPlan;
  readonly station: Station;
  /** The newest baseline that is learnt; null where none is. */
  readonly learnt: Baseline | null;
  readonly thresholds: StationThresholds;
  /** Thresholds and limits that somebody has set of the station and nobody taken back, then limits of the whole network. */
  readonly set: readonly ExpertRule[];
}

/** What thresholds are made of again. */
export type ThresholdStore = Pick<NetworkRegistry, 'stations'> &
  Pick<ObservationStore, 'observations'> &
  Pick<BaselineStore, 'stationBaselines'>;

/**
 * The effective thresholds of a station at a time, as the live stages judge by them: for its newest report up to that time,
 * or, where the window before it holds none, for a report that came then. Baselines are those that are stored, and what is
 * learnt since from the station's own observations: a day of them where the system runs, at most a month.
 *
 * @param configuration of the judgement
 * @param time ms since the epoch
 * @param rules what people have ruled of the network
 * @throws HalcyonError what the store throws
 */
export async function readThresholds(
  store: ThresholdStore,
  configuration: JudgementConfiguration,
  station: Station,
  time: number,
  rules: readonly ExpertRule[] = [],
): Promise<ReadThresholds> {
  const plan = planJudgement(configuration);
  const { network, id } = station;
  const slot = await slotInQuestion(store, plan, station, time);
  const day = dayOfSlot(slot);
  const book = new RuleBook();
  for (const rule of rules) book.put(rule);
  const state = new NetworkStates(plan, book).of(network);
  for (const one of await stationsAround(store, station, configuration.neighborRadiusKm)) state.stations.put(one);
  state.stations.put(station);
  const judge = new TemporalJudge(plan, state.stations, state.windows, state.baselines, () => time, false);

  const stored = await store.stationBaselines(network, id, day - BASELINE_DAYS - 1, day);
  const newest = stored.at(-1)?.day ?? day - BASELINE_DAYS;
  if (stored.length > 0) state.baselines.restore(stored, newest, (one) => state.stations.indexOf(one));
  const from = Math.min(cutOf(newest, configuration.latenessSlots), slot - plan.warmSlots);
  let learnt = stored.at(-1) ?? null;
  const reach = (slot: number) => {
    learnt = judge.advance(slot).findLast((baseline) => baseline.station === id) ?? learnt;
  };
  for (const observation of await inTime(store, station, timeOfSlot(from) - SLOT_MS / 2, time)) {
    reach(slotOf(observation.time));
    judge.warm(observation);
  }
  reach(slot);
  const inForce = rules.filter(({ kind, ended }) => (kind === 'threshold' || kind === 'limits') && ended === null);
  const set = [id, EVERY_STATION].flatMap((place) => inForce.filter((rule) => rule.station === place));
  return { plan, station, learnt, set, thresholds: stationThresholds(plan, state, state.stations.indexOf(id), slot) };
}

/** The slot of the newest report up to a time, where the window before the time holds one; else the time's own. */
async function slotInQuestion(
  store: ThresholdStore,
  { windowSlots }: JudgementPlan,
  { network, id }: Station,
  time: number,
): Promise<number> {
  const from = time - windowSlots * SLOT_MS;
  const { items } = await store.observations({ network, station: id, from, to: time, limit: 1 });
  return slotOf(items[0]?.observation.time ?? time);
}

/** A station's observations in a stretch of time, oldest first, without those that came too late for the windows. */
async function inTime(
  store: ThresholdStore,
  { network, id }: Station,
  from: number,
  to: number,
): Promise<Observation[]> {
  const found: Observation[] = [];
  const query = { network, station: id, from, to, limit: PAGE };
  for await (const page of everyPage((place) => store.observations({ ...query, ...place }))) {
    for (const item of page) if (!cameTooLate(item)) found.push(item.observation);
  }
  return found.reverse();
}

function cameTooLate({ assessment }: JudgedObservation): boolean {
  return assessment !== null && saysOnlyLate(assessment.judgement);
}
