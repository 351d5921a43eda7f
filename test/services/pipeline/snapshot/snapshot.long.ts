import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { liveJudgement, readConfiguration } from '../../../../schemas/configuration.ts';
import type { JudgementConfiguration } from '../../../../schemas/judgement-configuration.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { slotOf } from '../../../../schemas/time.ts';
import { seeded } from '../../../detectors/stages/small-network.ts';
import { temporaryFolder } from '../../../integration/data-folders.ts';
import { until } from '../../../until.ts';
import { arrivalsOf, Lives, newStore, told } from './lives.ts';
import type { MemoryStore } from './memory-store.ts';

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
      const arrivals = arrivalsOf(seed, { frequent });
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
