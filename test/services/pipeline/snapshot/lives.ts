import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { planJudgement } from '../../../../detectors/network/judgement-plan.ts';
import { TEMPORAL_GROUP } from '../../../../detectors/stages/temporal-stage.ts';
import { liveJudgement, readConfiguration } from '../../../../schemas/configuration.ts';
import type { JudgementConfiguration } from '../../../../schemas/judgement-configuration.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { EmbeddedPipeline } from '../../../../services/pipeline/embedded-pipeline.ts';
import type { EnteredRules } from '../../../detectors/stages/live-judgement.ts';
import { inCounts } from '../../../detectors/stages/rain-counts.ts';
import { enteredAlong } from '../../../detectors/stages/ruled-history.ts';
import { seeded, smallHistory, smallStations } from '../../../detectors/stages/small-network.ts';
import { until } from '../../../until.ts';
import { MemoryStore } from './memory-store.ts';

const STATIONS = smallStations(6);
const BATCH = 150;

/**
 * Some days of the small network as they arrive: late, too late, twice, corrected; the rain of some as counts. `received`
 * is when they do.
 *
 * @param frequent so many stations report between the others as well
 */
export function arrivalsOf(seed: number, { frequent = 0, days = 2.2 } = {}): Observation[] {
  const random = seeded(seed);
  const history = smallHistory(STATIONS, days, seed);
  // Some stations report between the others as well.
  for (const one of [...history].filter(({ station }) => station < `s0${frequent}`)) {
    for (const minutes of [3, 6]) history.push({ ...one, time: one.time + minutes * 60_000 });
  }
  const counted = new Map(inCounts(history).map((one) => [`${one.station}|${one.time}`, one]));
  const arrivals: Observation[] = [];
  for (const reported of history) {
    const one = reported.station < 's03' ? reported : (counted.get(`${reported.station}|${reported.time}`) ?? reported);
    const late = random();
    const hours = late < 0.01 ? 4 : late < 0.15 ? 1.8 * random() : 0;
    const received = one.time + 60_000 + hours * 3_600_000;
    arrivals.push({ ...one, received });
    if (random() < 0.03) {
      const temp_out = (one.values.temp_out ?? 10) + 9;
      arrivals.push({ ...one, values: { ...one.values, temp_out }, received: received + random() * 3_000_000 });
    }
    if (random() < 0.03) arrivals.push({ ...one, received: received + 1 });
  }
  return arrivals.sort((a, b) => a.received - b.received);
}

interface Life {
  readonly store: MemoryStore;
  readonly path: string | null;
  /** Places among the arrivals: from which on, and up to which, they come. */
  readonly from: number;
  readonly end: number;
}

/** Systems on stores in memory, one after the other, that observations come to. */
export class Lives {
  readonly said: string[] = [];
  readonly #arrivals: readonly Observation[];
  readonly #judgement: Partial<JudgementConfiguration>;
  readonly #entered: EnteredRules;

  /** @param entered rules, by default some along the arrivals */
  constructor(
    arrivals: readonly Observation[],
    judgement: Partial<JudgementConfiguration> = {},
    entered: EnteredRules = enteredAlong(arrivals),
  ) {
    this.#arrivals = arrivals;
    this.#judgement = judgement;
    this.#entered = entered;
  }

  /** Starts one, has it judge what comes, and gives how to stop it. */
  async begin({ store, path, from, end }: Life): Promise<() => Promise<void>> {
    const arrivals = this.#arrivals;
    const entered = this.#entered;
    const now = arrivals[end - 1].received;
    const before = path === null ? null : await fileAt(path);
    const pipeline = new EmbeddedPipeline({
      plan: planJudgement({ ...liveJudgement(readConfiguration({})), ...this.#judgement }),
      store,
      scored: true,
      rules: async () => entered.between(0, from),
      snapshot: path === null ? null : { path, written: true },
      now: () => now,
      logger: linesTo((line) => this.said.push(line)),
    });
    await pipeline.prepare();
    await pipeline.start();
    const { log } = pipeline;
    const hasTaken = async (group: string, topic: 'rules' | 'observations') =>
      ((await log.done(group, topic))[0] ?? 0) >= (await log.ends(topic))[0];
    // Looked at in every turn: what is read from then on is not counted.
    while ((await pipeline.checks()).pipeline.detail !== 'judging') await turn();
    store.hasBegun = true;
    // Written when what is stored has been judged, before anything else comes.
    if (path !== null) await until('a snapshot is written', async () => (await fileAt(path)) !== before);
    for (let next = from; next < end; next += BATCH) {
      const last = Math.min(next + BATCH, end);
      const rules = entered.between(next, last);
      await log.publish(
        'rules',
        rules.map((value) => ({ key: value.id, value })),
      );
      if (rules.length > 0) await until('the rules count', () => hasTaken('judging', 'rules'));
      await log.publish(
        'observations',
        arrivals.slice(next, last).map((value) => ({ key: value.station, value })),
      );
      await until('what was published is judged', () => hasTaken(TEMPORAL_GROUP, 'observations'));
    }
    await log.flushed('observations');
    return () => pipeline.stop();
  }
}

/** Number of the file at a path, which another has that takes its place; null where there is none. */
async function fileAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ ino }) => ino,
    () => null,
  );
}

/** Everything that a store was told, without when. */
export function told({ judgements, verdicts, baselines }: MemoryStore) {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    judgements: sorted(judgements).map(([key, { judged: _, ...judgement }]) => [key, judgement]),
    verdicts: sorted(verdicts).map(([key, { judged: _, final: __, ...anomaly }]) => [key, anomaly] as const),
    baselines: sorted(baselines),
  };
}

export async function newStore(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.insertStations(STATIONS);
  return store;
}
