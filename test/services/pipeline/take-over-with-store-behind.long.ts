import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalStage } from '../../../detectors/stages/temporal-stage.ts';
import type { BatchHandler, DeliveredRecord, EventLog, SubscriptionOptions } from '../../../ingest/log/event-log.ts';
import { rainCountOf } from '../../../ingest/validation/rain-fields.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { Judgement } from '../../../schemas/judgement.ts';
import { SILENT } from '../../../schemas/logger.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, slotOf } from '../../../schemas/time.ts';
import { type TakeOverStore, TemporalTakeOver } from '../../../services/pipeline/temporal-take-over.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { FIRST_SLOT, smallHistory, smallStations } from '../../detectors/stages/small-network.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';

const plan = planJudgement(configuration);
const stations = smallStations(3);
const DAYS = 4;

/** A log of one partition that a test delivers by hand. */
class LogByHand extends MemoryLog {
  options: SubscriptionOptions<'observations'> | null = null;
  handler: BatchHandler<Observation> | null = null;
  /** Offsets up to which the sink has stored observations, and how many there are. */
  readonly stored: number;
  readonly end: number;

  constructor(stored: number, end: number) {
    super();
    this.stored = stored;
    this.end = end;
  }

  asLog(): EventLog {
    const log: Partial<EventLog> = {
      publish: (topic, records) => this.publish(topic, records),
      flushed: (topic) => this.flushed(topic),
      traced: (topic) => this.traced(topic),
      ends: async (topic) => [topic === 'observations' ? this.end : 1],
      done: async (group, topic) => [group === 'store' && topic === 'observations' ? this.stored : 1],
      partitionOf: () => 0,
      subscribe: async (options, handler) => {
        this.options = options as unknown as SubscriptionOptions<'observations'>;
        this.handler = handler as unknown as BatchHandler<Observation>;
        return { stop: async () => undefined };
      },
    };
    return log as EventLog;
  }
}

/** What a store holds of some observations, and baselines. */
function storeOf(observations: readonly Observation[], baselines: readonly Baseline[]): TakeOverStore {
  const times = observations.map(({ time }) => time);
  return {
    networks: async () => ['small'],
    judgedUntil: async () => [],
    readObservations: () => assert.fail('observations are read one by one'),
    extent: async () => ({ first: Math.min(...times), last: Math.max(...times) }),
    baselineDay: async (_network, toDay) => {
      const days = baselines.map(({ day }) => day).filter((day) => day <= toDay);
      return days.length === 0 ? null : Math.max(...days);
    },
    ownDays: async function* (_network, from, to) {
      yield baselines.filter(({ day }) => day >= from && day <= to);
    },
    windowReports: async function* (_network, from, to) {
      yield stations.flatMap(({ id }) =>
        observations
          .filter(({ station, time }) => station === id && slotOf(time) >= from && slotOf(time) <= to)
          .sort((a, b) => a.time - b.time)
          .map(({ station, time, values, original }) => ({
            station,
            time,
            values,
            rainCount: rainCountOf(original),
            rainInterval: null,
          })),
      );
    },
  };
}

interface Judged {
  readonly judgements: Judgement[];
  readonly baselines: Baseline[];
  /** What was noted with the last commit. */
  readonly note: string;
}

/** A worker that takes the partition over and judges up to an offset. */
async function work(
  history: readonly Observation[],
  to: number,
  before: { readonly done: number; readonly note: string } | null,
  stored: number,
  storedBaselines: readonly Baseline[],
): Promise<Judged> {
  const log = new LogByHand(stored, history.length);
  const store = storeOf(history.slice(0, stored), storedBaselines);
  const takeOver = new TemporalTakeOver({ log: log.asLog(), store, plan, logger: SILENT });
  const end = Math.max(...history.map(({ time }) => time));
  const stage = new TemporalStage({
    log: log.asLog(),
    plan,
    now: () => end,
    recall: async () => null,
    networks: () => new NetworkStates(plan),
    inStep: false,
    scored: true,
    takeOver: (partition, assignment) =>
      before === null ? Promise.resolve(undefined) : takeOver.take(partition, assignment),
  });
  await stage.start();
  const begin = await log.options?.onAssigned?.({ partition: 0, done: before?.done ?? null, note: before?.note ?? '' });
  let note = '';
  // As the log brings them: a slot or so at a time.
  for (let from = begin ?? 0; from < to; from += stations.length) {
    const records = history
      .slice(from, Math.min(from + stations.length, to))
      .map((value, k): DeliveredRecord<Observation> => ({ key: value.station, value, offset: from + k }));
    const accepted = await log.handler?.({ partition: 0, records, behind: history.length - from - records.length });
    note = accepted?.note ?? note;
  }
  await stage.stop();
  return { judgements: log.values('judgements'), baselines: log.values('baselines'), note };
}

/** What judgements and baselines say, without when they were made, and whether by who heard of the observation first. */
function said(judgements: readonly Judgement[]): string[] {
  return judgements.map(({ judged: _judged, received: _received, ...rest }) => JSON.stringify(rest)).sort();
}

describe('a partition that is taken over while the store is behind', () => {
  const history = smallHistory(stations, DAYS, 7);
  /** Offset of the first observation of a slot after the first of the history. */
  const offsetOf = (slot: number) => history.findIndex(({ time }) => slotOf(time) >= FIRST_SLOT + slot);
  const silent = history.filter(({ time }) => {
    const slot = slotOf(time) - FIRST_SLOT;
    return slot < 2 * SLOTS_PER_DAY + 20 || slot > 2 * SLOTS_PER_DAY + 110;
  });

  for (const [name, done, behind] of [
    ['in the middle of a day, by nothing', 2 * SLOTS_PER_DAY + 60, 0],
    ['in the middle of a day, by an hour', 2 * SLOTS_PER_DAY + 60, 6],
    ['in the middle of a day, by six hours', 2 * SLOTS_PER_DAY + 60, 36],
    ['in the middle of a day, by sixteen hours', 2 * SLOTS_PER_DAY + 60, 96],
    ['behind midnight, by eight hours', 2 * SLOTS_PER_DAY + 5, 48],
    ['before the cut of a day, by eight hours', 3 * SLOTS_PER_DAY - 14, 48],
    ['a day and a half', 3 * SLOTS_PER_DAY + 30, 216],
  ] as const) {
    it(`is judged as if nobody had gone: ${name}`, async () => {
      await assertTakenOver(history, offsetOf(done), offsetOf(done - behind));
    });
  }

  it('is judged as if nobody had gone where the network was silent for hours', async () => {
    const at = silent.findIndex(({ time }) => slotOf(time) >= FIRST_SLOT + 2 * SLOTS_PER_DAY + 130);
    for (const behind of [0, 30, 120]) await assertTakenOver(silent, at, at - behind);
  });
});

async function assertTakenOver(history: readonly Observation[], done: number, stored: number): Promise<void> {
  const whole = await work(history, history.length, null, history.length, []);
  const predecessor = await work(history, done, null, done, []);
  const successor = await work(
    history,
    history.length,
    { done, note: predecessor.note },
    stored,
    predecessor.baselines,
  );
  const known = new Set(said(predecessor.judgements));
  const rest = said(whole.judgements).filter((one) => !known.has(one));
  assert.ok(rest.length > 100);
  assert.deepEqual(apart(said(successor.judgements), rest), []);
  const made = new Set(predecessor.baselines.map((one) => JSON.stringify(one)));
  const later = whole.baselines.map((one) => JSON.stringify(one)).filter((one) => !made.has(one));
  const own = successor.baselines.map((one) => JSON.stringify(one)).filter((one) => !made.has(one));
  assert.deepEqual(apart(own, later), []);
}

/** The first of what only one of two lists has. */
function apart(one: readonly string[], other: readonly string[]): string[] {
  const [left, right] = [new Set(one), new Set(other)];
  return [...one.filter((text) => !right.has(text)), ...other.filter((text) => !left.has(text))].slice(0, 3);
}
