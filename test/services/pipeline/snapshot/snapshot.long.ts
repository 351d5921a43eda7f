import assert from 'node:assert/strict';
import { copyFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { planJudgement } from '../../../../detectors/network/judgement-plan.ts';
import { TEMPORAL_GROUP } from '../../../../detectors/stages/temporal-stage.ts';
import { liveJudgement, readConfiguration } from '../../../../schemas/configuration.ts';
import type { JudgementConfiguration } from '../../../../schemas/judgement-configuration.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { slotOf } from '../../../../schemas/time.ts';
import { EmbeddedPipeline } from '../../../../services/pipeline/embedded-pipeline.ts';
import { inCounts } from '../../../detectors/stages/rain-counts.ts';
import { enteredAlong } from '../../../detectors/stages/ruled-history.ts';
import { seeded, smallHistory, smallStations } from '../../../detectors/stages/small-network.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { until } from '../../../until.ts';
import { MemoryStore } from './memory-store.ts';

const STATIONS = smallStations(6);
const DAYS = 2.2;
const BATCH = 150;

/**
 * Some days of the small network as they arrive: late, too late, twice, corrected; the rain of some as counts. `received`
 * is when they do.
 */
function arrivalsOf(seed: number, frequent = 0): Observation[] {
  const random = seeded(seed);
  const history = smallHistory(STATIONS, DAYS, seed);
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
class Lives {
  readonly said: string[] = [];
  readonly #arrivals: readonly Observation[];
  readonly #judgement: Partial<JudgementConfiguration>;

  constructor(arrivals: readonly Observation[], judgement: Partial<JudgementConfiguration> = {}) {
    this.#arrivals = arrivals;
    this.#judgement = judgement;
  }

  /** Starts one, has it judge what comes, and gives how to stop it. */
  async begin({ store, path, from, end }: Life): Promise<() => Promise<void>> {
    const arrivals = this.#arrivals;
    const entered = enteredAlong(arrivals);
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
function told({ judgements, verdicts, baselines }: MemoryStore) {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    judgements: sorted(judgements).map(([key, { judged: _, ...judgement }]) => [key, judgement]),
    verdicts: sorted(verdicts).map(([key, { judged: _, final: __, ...anomaly }]) => [key, anomaly]),
    baselines: sorted(baselines),
  };
}

async function newStore(): Promise<MemoryStore> {
  const store = new MemoryStore();
  await store.insertStations(STATIONS);
  return store;
}

describe('a snapshot of windows and baselines', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'windows.snapshot');
  beforeEach(() => rm(path, { force: true }));

  /** What is left of a system at a moment: its store, and a copy of its snapshot. */
  async function leftOf(store: MemoryStore, name: string) {
    const kept = join(folder, name);
    await copyFile(path, kept);
    return { store: store.doubled(), kept };
  }

  /** A system that is stopped and started, what is left of it when it is killed later, and when it is stopped instead. */
  async function lived(lives: Lives, arrivals: readonly Observation[], stopped: number, end: number) {
    const store = await newStore();
    const stop = await lives.begin({ store, path, from: 0, end: stopped });
    await stop();
    const stopAgain = await lives.begin({ store, path, from: stopped, end });
    // How far all is settled is noted every two seconds only.
    const newest = Math.max(...arrivals.slice(0, end).map(({ time }) => slotOf(time)));
    const { latenessSlots, hindsightSlots } = liveJudgement(readConfiguration({}));
    const settled = newest - latenessSlots - hindsightSlots - 1;
    await until('all is settled', async () => ((await store.judgedUntil())[0]?.slot ?? 0) >= settled);
    const killed = await leftOf(store, 'killed');
    await stopAgain();
    return { killed, stopped: await leftOf(store, 'stopped') };
  }

  for (const [seed, judgement, frequent] of [
    [2, { temporalMethod: 'stl', windowHours: 24 }, 0],
    [3, {}, 4],
  ] as const) {
    it(`leads to what all that is stored leads to, after a stop and after a kill, history ${seed}`, async () => {
      const arrivals = arrivalsOf(seed, frequent);
      const random = seeded(seed + 100);
      const lives = new Lives(arrivals, judgement);
      const stopped = Math.floor(arrivals.length * (0.2 + 0.3 * random()));
      const end = stopped + Math.floor(arrivals.length * 0.3 * random());
      const left = await lived(lives, arrivals, stopped, end);
      for (const { store, kept } of [left.killed, left.stopped]) {
        const [restored, rebuilt] = [store.doubled(), store.doubled()];
        for (const [store, path] of [
          [restored, kept],
          [rebuilt, null],
        ] as const) {
          const stop = await lives.begin({ store, path, from: end, end: arrivals.length });
          await stop();
        }
        // Seven hours of that, which are of two days at most.
        const most = frequent > 0 ? 2 : 0;
        assert.ok(restored.reads.all <= most, 'nothing was rebuilt but what lies beside the slots');
        assert.equal(restored.reads.since > 0, store === left.killed.store, 'what was stored since was read');
        assert.ok(rebuilt.reads.all > 0);
        assert.deepEqual(told(restored), told(rebuilt));
        assert.ok(restored.verdicts.size > 20, `${restored.verdicts.size} anomalies`);
      }
      const others = lives.said.filter((line) => !/rain has no interval/.test(line));
      assert.deepEqual(others, []);
    });
  }

  describe('that is of no use', () => {
    const arrivals = arrivalsOf(4).slice(0, 500);
    let left: Awaited<ReturnType<typeof leftOf>>;
    let whole: Buffer;
    before(async () => {
      await rm(path, { force: true });
      const store = await newStore();
      const stop = await new Lives(arrivals).begin({ store, path, from: 0, end: 450 });
      await stop();
      left = await leftOf(store, 'left');
      whole = await readFile(left.kept);
    });

    /** Starts on what is left, and on the same without a snapshot; what the operator was told. */
    async function refused(judgement: Partial<JudgementConfiguration> = {}): Promise<string> {
      const lives = new Lives(arrivals, judgement);
      const [restored, rebuilt] = [left.store.doubled(), left.store.doubled()];
      for (const [store, path] of [
        [restored, left.kept],
        [rebuilt, null],
      ] as const) {
        const stop = await lives.begin({ store, path, from: 450, end: 500 });
        await stop();
      }
      assert.equal(restored.reads.all, rebuilt.reads.all);
      assert.deepEqual(told(restored), told(rebuilt));
      // Of reports that come more often than every ten minutes it is told besides.
      const said = lives.said.filter((line) => !line.startsWith('network small: '));
      assert.equal(said.length, 1, said.join());
      return said[0];
    }

    for (const [what, changed] of [
      ['has lost its end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 48)],
      ['has a wrong byte', (bytes: Buffer) => Buffer.from(bytes).fill(bytes[9_999] ^ 1, 9_999, 10_000)],
      ['is something else', () => Buffer.from('PK '.repeat(40))],
    ] as const) {
      it(`is told of and rebuilt from the store where it ${what}`, async () => {
        await writeFile(left.kept, changed(whole));
        assert.match(await refused(), /^the windows are rebuilt from the store, .*left is of no use: /);
      });
    }

    it('is told of where it was made with other settings', async () => {
      await writeFile(left.kept, whole);
      assert.match(await refused({ windowHours: 24 }), /is of no use: it was written with other settings$/);
    });

    it('is told of where older observations have been stored since', async () => {
      await writeFile(left.kept, whole);
      const before = left.store.doubled();
      const { time } = arrivals[200];
      const late = { ...arrivals[200], time: time + 1000, received: arrivals[499].received };
      await left.store.insertObservations([late]);
      assert.match(await refused(), /^the windows of small are rebuilt from the store: older observations have been/);
      left = { ...left, store: before };
    });

    it('is told of where the table was made anew', async () => {
      await writeFile(left.kept, whole);
      const before = left.store.doubled();
      left.store.table = 'another';
      assert.match(await refused(), /is of no use: the store has been changed since$/);
      left = { ...left, store: before };
    });
  });
});
