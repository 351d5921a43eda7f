import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { linesTo, SILENT } from '../../../schemas/logger.ts';
import { SpaceWatch } from '../../../services/pipeline/space-watch.ts';
import { until } from '../../until.ts';
import { observation, START } from '../stores/records.ts';
import { ROOMY } from './roomy-disk.ts';

const MiB = 2 ** 20;
const written = [observation('n', 's', START)];

describe('the watch over the disk of a store', () => {
  let free = 0;
  let broken: string[] = [];
  let isHeld = true;
  let isAway = false;
  let merges: boolean[] = [];
  let said: string[] = [];
  let watch: SpaceWatch;
  beforeEach(() => {
    [free, broken, isHeld, isAway, merges, said] = [1_000 * MiB, [], true, false, [], []];
    const disk = {
      ...ROOMY,
      space: async () => {
        if (isAway) throw new Error('no answer');
        return { free, total: 1_000 * MiB };
      },
      allowMerges: async (allowed: boolean) => {
        merges.push(allowed);
      },
      brokenParts: async () => broken,
      holds: async () => isHeld,
    };
    watch = new SpaceWatch({ disk, logger: linesTo((line) => said.push(line)) });
  });

  it('stops inserts and merges before there is no room left, and has them go on when there is', async () => {
    await watch.look();
    watch.assertRoom();
    assert.deepEqual(watch.check(), { ok: true, detail: '1000 MiB free' });
    free = 99 * MiB;
    await watch.look();
    const words = '99 MiB free on the disk of the time series, at least 100 are kept';
    assert.throws(() => watch.assertRoom(), { code: 'insufficient_storage', status: 507 });
    assert.deepEqual(watch.check(), { ok: false, detail: words });
    // A little more than the mark is not enough: it would go up and down.
    free = 110 * MiB;
    await watch.look();
    assert.throws(() => watch.assertRoom(), { code: 'insufficient_storage' });
    free = 200 * MiB;
    await watch.look();
    watch.assertRoom();
    assert.deepEqual(merges, [false, false, true]);
    assert.deepEqual(said, [`nothing is stored any more: ${words}`, 'there is room again']);
  });

  it('keeps 1 GiB free of a large disk', async () => {
    const large = new SpaceWatch({
      disk: { ...ROOMY, space: async () => ({ free: 1_023 * MiB, total: 2 ** 40 }) },
      logger: SILENT,
    });
    await large.look();
    assert.throws(() => large.assertRoom(), { code: 'insufficient_storage' });
  });

  it('reads back what was written where little room is left', async () => {
    isHeld = false;
    await watch.look();
    await watch.assertHeld(written);
    free = 250 * MiB;
    await watch.look();
    await assert.rejects(watch.assertHeld(written), { code: 'insufficient_storage' });
    isHeld = true;
    await watch.assertHeld(written);
  });

  it('tells of parts that are broken', async () => {
    broken = ['observations 202609_1_7_2'];
    await watch.look();
    assert.deepEqual(said, [
      'parts of the tables are broken and put aside, what was in them is missing: observations 202609_1_7_2',
    ]);
    assert.deepEqual(watch.check(), {
      ok: false,
      needed: false,
      detail: '1 part of the tables is broken and put aside; halcyon doctor says which',
    });
  });

  it('has what was in broken parts stored again, once, by the process whose turn it is', async () => {
    const answers = [null, 'what the log has was stored again'];
    let asked = 0;
    const recover = async () => answers[asked++] ?? null;
    const disk = { ...ROOMY, brokenParts: async () => broken };
    const recovering = new SpaceWatch({ disk, logger: linesTo((line) => said.push(line)), recover });
    broken = ['observations 202609_1_7_2', 'stations all_1_1_0'];
    for (let look = 0; look < 5; look++) {
      await recovering.look();
      await setImmediate();
    }
    assert.equal(asked, 2);
    assert.equal(said.at(-1), 'what the log has was stored again');
    assert.deepEqual(recovering.check(), {
      ok: false,
      needed: false,
      detail:
        '2 parts of the tables are broken and put aside; what the log has was stored again; halcyon doctor says which',
    });
    await recovering.stop();
  });

  it('asks a store that does not answer once, however long that takes, and ends with that', async () => {
    let [asked, answer] = [0, () => {}];
    const disk = {
      ...ROOMY,
      space: async () => {
        if (asked++ > 0) await new Promise<void>((resolve) => (answer = resolve));
        return { free: 1_000 * MiB, total: 1_000 * MiB };
      },
    };
    const patient = new SpaceWatch({ disk, logger: SILENT, everyMs: 1 });
    await patient.start();
    await until('it asks again', () => asked > 1);
    // Others come due: the clock of this one began later.
    let due = 0;
    const clock = setInterval(() => due++, 1);
    await until('it would have asked more often', () => due > 10);
    clearInterval(clock);
    const stopped = patient.stop();
    answer();
    await stopped;
    assert.equal(asked, 2);
  });

  it('stays as it was while the store is away', async () => {
    free = 50 * MiB;
    await watch.look();
    isAway = true;
    await watch.look();
    assert.throws(() => watch.assertRoom(), { code: 'insufficient_storage' });
  });
});
