import assert from 'node:assert/strict';
import { line, lineHistory, settledOnLine } from './line-of-stations.ts';
import { delayed, judgeLive } from './live-judgement.ts';
import { settled } from './several-workers.ts';

describe('workers that read only what their partitions need', () => {
  const arrivals = delayed(lineHistory, 5);
  let embedded: unknown[];
  before(async () => {
    embedded = settled(await judgeLive(line, arrivals), arrivals);
    assert.ok(embedded.length > 20, `${embedded.length} settled`);
  });

  for (const partitions of [1, 6, 24]) {
    for (const workers of [1, 2, 4, 8]) {
      for (const areas of [true, false]) {
        const change = workers > 1;
        const where = areas ? 'in areas' : 'anywhere';
        const going = change ? ', where one goes half way and another comes' : '';
        it(`settle the same with ${partitions} partitions of stations ${where} and ${workers} workers${going}`, async () => {
          const found = await settledOnLine(arrivals, { partitions, workers, areas, change }, embedded.length);
          assert.deepEqual(found.settled, embedded);
        });
      }
    }
  }

  it('settle the same as one process where stations are registered after they have reported', async () => {
    // Of each three one is known at first: partitions are not read until those beside them are registered.
    const ids = line.filter((_, place) => place % 12 > 2).map(({ id }) => id);
    const work = { partitions: 12, workers: 4, areas: true, change: false, late: { after: 200, ids } };
    const found = await settledOnLine(arrivals, work, embedded.length);
    assert.deepEqual(found.settled, embedded);
  });

  it('settle the same as one process, and read the partitions beside their own alone', async () => {
    const work = { partitions: 6, workers: 6, areas: true, change: false };
    const found = await settledOnLine(arrivals, work, embedded.length);
    assert.deepEqual(found.settled, embedded);
    // The first worker has all partitions until the others come.
    const half = arrivals.length / work.partitions / 2;
    const read = found.log.delivered.filter(({ group, offset }) => group === 'neighbours' && offset >= half);
    for (const client of new Set(read.map((one) => one.client))) {
      const partitions = new Set(read.filter((one) => one.client === client).map(({ partition }) => partition));
      assert.ok(partitions.size <= 3, `one worker reads the partitions ${[...partitions].join(', ')}`);
    }
    // Without areas it would be six times as much.
    assert.ok(read.length < 3 * half * work.partitions, `${read.length} are read of ${half * work.partitions}`);
  });
});
