import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { SpatialWorker } from '../../../detectors/stages/spatial-worker.ts';
import { TemporalStage, type TemporalStageDependencies } from '../../../detectors/stages/temporal-stage.ts';
import { watermarksOf } from '../../../detectors/stages/watermark-note.ts';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import { followTopic } from '../../../ingest/log/follow-topic.ts';
import { rainCountOf, rainIntervalOf } from '../../../ingest/validation/rain-fields.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { type Station, stationKey } from '../../../schemas/station.ts';
import { slotOf } from '../../../schemas/time.ts';
import { until } from '../../until.ts';
import { Found } from './found.ts';
import { configuration, type EnteredRules, NO_RULES, said } from './live-judgement.ts';

const plan = planJudgement(configuration);
/** Batches that the store is behind the log. */
const BEHIND = 3;

/** Slot up to which two runs settle alike: stations report to the last slots or not, and what rests on them is left out. */
function comparedUpTo(observations: readonly Observation[]): number {
  const newest = Math.max(...observations.map(({ time }) => slotOf(time)));
  return newest - configuration.latenessSlots - configuration.hindsightSlots - 6;
}
/** A fault that ended may go on for so long. */
const GOES_ON_SLOTS = 6;

/** How a log is worked on. */
export interface Work {
  /** Workers of both stages. */
  readonly workers: number;
  /** One worker goes in the middle of the work, and another comes. */
  readonly change: boolean;
  /** What is known of the sensors of a partition that a worker takes over comes after everything is published. */
  readonly sensorsLast?: boolean;
  /**
   * Stations that are registered only after so many observations, though some of these are theirs. Slots pass in no time here:
   * more is sent once every worker has taken the registrations.
   */
  readonly late?: { readonly after: number; readonly ids: readonly string[]; readonly isTaken: () => boolean };
  /** Opens the log for a process. @param now its clock, ms since the epoch */
  readonly open: (now: () => number) => Promise<EventLog>;
}

/**
 * Runs both stages as several workers on a log that is empty.
 *
 * @param arrivals observations of the stations, in the order in which they come
 * @param expected how many verdicts are waited for
 * @returns what is settled, as `settled` gives it
 */
export async function settledByWorkers(
  stations: readonly Station[],
  arrivals: readonly Observation[],
  { workers, change, sensorsLast = false, late = { after: 0, ids: [], isTaken: () => true }, ...work }: Work,
  { expected, rules = NO_RULES }: { readonly expected: number; readonly rules?: EnteredRules },
): Promise<unknown[]> {
  const halfWay = change ? 100 * Math.floor(arrivals.length / 200) : null;
  const end = arrivals.reduce((latest, observation) => Math.max(latest, observation.time), 0);
  const began = Date.now();
  const now = () => end + (Date.now() - began);
  const open = () => work.open(now);
  const recall = async (network: string, station: string, time: number) =>
    arrivals.findLast((o) => o.network === network && o.station === station && o.time === time) ?? null;
  const log = await open();
  const register = (some: readonly Station[]) =>
    log.publish(
      'stations',
      some.map((value) => ({ key: stationKey(value.network, value.id), value })),
    );
  const known = stations.filter(({ id }) => !late.ids.includes(id));
  await register(known);
  const found = new Found();
  await log.subscribe({ group: 'reader', topic: 'anomalies' }, async ({ records }) => {
    for (const { value } of records) found.takeVerdict(value);
  });
  await log.subscribe({ group: 'reader', topic: 'faults' }, async ({ records }) => {
    for (const { value } of records) found.takeFault(value);
  });
  const isRead = async (topic: 'anomalies' | 'faults', given?: readonly number[]) => {
    const ends = given ?? (await log.ends(topic));
    const done = await log.done('reader', topic);
    return ends.every((end, partition) => end === 0 || (done[partition] ?? 0) >= end);
  };
  /** What is stored follows what was published, some batches behind: so many observations, and where that is in the log. */
  let store = { count: 0, ends: await log.ends('observations') };
  const inFlight: (typeof store)[] = [];
  const stored = (keep: (observation: Observation) => boolean) =>
    arrivals
      .slice(0, store.count)
      .filter(keep)
      .sort((a, b) => slotOf(a.time) - slotOf(b.time));
  /** How many rules each worker has learnt of. */
  const learnt = new Set<{ rules: number }>();
  const verifying = new Set<SpatialWorker>();
  let ruledSoFar = 0;
  let isPublished = false;
  const startWorker = async (): Promise<() => Promise<void>> => {
    const own = await open();
    const book = new RuleBook();
    const has = { rules: 0 };
    learnt.add(has);
    const following = await followTopic(own, 'rules', 'judging', (rule) => {
      book.put(rule);
      has.rules++;
    });
    const takeOver: TemporalStageDependencies['takeOver'] = async (partition, { partition: number, done, note }) => {
      if (done === null) return undefined;
      // What is judged and not stored yet is read again.
      const begin = Math.min(done, store.ends[number] ?? 0);
      for (const [network, slot] of watermarksOf(note)) {
        const known = stored(
          (one) =>
            slotOf(one.time) <= slot + configuration.hindsightSlots &&
            own.partitionOf('observations', stationKey(network, one.station)) === number,
        );
        partition.warm(known, slot);
      }
      return begin;
    };
    const temporal = new TemporalStage({
      log: own,
      plan,
      now,
      recall,
      networks: () => new NetworkStates(plan, book),
      inStep: false,
      scored: true,
      takeOver,
    });
    const spatial = new SpatialWorker({
      log: own,
      plan,
      rules: book,
      now,
      stations: async function* () {
        yield known;
      },
      history: async function* (network, from, to, partitions) {
        const isAsked = ({ station, time }: Observation) =>
          slotOf(time) >= from &&
          slotOf(time) <= to &&
          partitions.has(own.partitionOf('observations', stationKey(network, station)));
        yield stored(isAsked).map((one) => ({
          ...one,
          rainCount: rainCountOf(one.original),
          rainInterval: rainIntervalOf(one.original),
        }));
      },
      // No baseline is stored: it is all learnt again from the first observation on.
      levels: async () => {
        const [oldest] = stored(() => true);
        return oldest === undefined ? null : { day: null, first: slotOf(oldest.time), days: noDays() };
      },
      sensors: async (_network, slot) => {
        if (sensorsLast) await until('everything is published', () => isPublished);
        const ends = await log.ends('faults');
        await until('the faults so far are read', () => isRead('faults', ends));
        return found.sensorsAt(slot);
      },
      stored: async () => store.ends,
      before: async () => new Map(),
    });
    await temporal.start();
    await spatial.start();
    verifying.add(spatial);
    const ticking = setInterval(() => {
      spatial.tick().catch(() => undefined);
    }, 200);
    return async () => {
      clearInterval(ticking);
      verifying.delete(spatial);
      learnt.delete(has);
      await temporal.stop();
      await spatial.stop();
      await following.stop();
      await own.close();
    };
  };
  const ending: (() => Promise<void>)[] = [];
  for (let worker = 0; worker < workers; worker++) ending.push(await startWorker());
  for (let k = 0; k < arrivals.length; k += 100) {
    if (k === halfWay) {
      // One goes in the middle of its work, and another comes.
      await ending.shift()?.();
      ending.push(await startWorker());
    }
    if (k === late.after && late.ids.length > 0) {
      const { length } = await log.ends('observations');
      const held = () => [...verifying].reduce((sum, worker) => sum + worker.held, 0);
      await until('every partition is verified', () => held() === length);
      await register(stations.filter(({ id }) => late.ids.includes(id)));
      await until('every worker has taken the registrations', late.isTaken);
    }
    const ruled = rules.between(k, k + 100);
    if (ruled.length > 0) {
      await log.publish(
        'rules',
        ruled.map((value) => ({ key: value.id, value })),
      );
      ruledSoFar += ruled.length;
      // A rule is entered ten minutes or more before the first report that is judged by it.
      await until('every worker has learnt of it', () => [...learnt].every(({ rules }) => rules >= ruledSoFar));
    }
    await log.publish(
      'observations',
      arrivals.slice(k, k + 100).map((value) => ({ key: stationKey(value.network, value.station), value })),
    );
    inFlight.push({ count: Math.min(arrivals.length, k + 100), ends: await log.ends('observations') });
    if (inFlight.length > BEHIND) store = inFlight.shift() ?? store;
  }
  isPublished = true;
  await until(
    () => `${expected} are settled, ${settled(found, arrivals).length} are`,
    () => settled(found, arrivals).length >= expected,
  );
  await Promise.all(ending.map((end) => end()));
  // What should not be there has come then as well.
  await until('all that they found is read', async () => (await isRead('anomalies')) && (await isRead('faults')));
  await log.close();
  return settled(found, arrivals);
}

async function* noDays(): AsyncGenerator<never> {}

/** What is settled up to the slot where every partition has come, verdicts and faults with their values, in the order of ids. */
export function settled(found: Found, observations: readonly Observation[]): unknown[] {
  const upTo = comparedUpTo(observations);
  const verdicts = found.settledVerdicts.filter(({ slot }) => slot <= upTo).map(said);
  const faults = found.settledFaults
    .filter(({ recovered }) => recovered !== null && slotOf(recovered) + GOES_ON_SLOTS <= upTo)
    .map((fault) => [said(fault), found.valuesOf(fault)]);
  // Evidence travels as JSON, which knows no -0.
  return JSON.parse(JSON.stringify([...verdicts, ...faults])) as unknown[];
}
