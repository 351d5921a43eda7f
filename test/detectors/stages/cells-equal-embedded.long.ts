import assert from 'node:assert/strict';
import { line, lineHistory, settledOnLine } from './line-of-stations.ts';
import { delayed, judgeLive } from './live-judgement.ts';
import { settled } from './several-workers.ts';

describe('workers that read only what their partitions need', () => {
  const arrivals = delayed(lineHistory, 5);
  let embedded: unknown[];
  before(async function () {
    this.timeout(120_000);
    embedded = settled(await judgeLive(line, arrivals), arrivals);
    assert.ok(embedded.length > 20, `${embedded.length} settled`);
  });

  for (const partitions of [1, 6, 24]) {
    for (const workers of [1, 2, 4, 8]) {
      for (const cells of [true, false]) {
        const change = workers > 1;
        const where = cells ? 'in cells' : 'anywhere';
        const going = change ? ', where one goes half way and another comes' : '';
        it(`settle the same with ${partitions} partitions of stations ${where} and ${workers} workers${going}`, async function () {
          this.timeout(120_000);
          const found = await settledOnLine(arrivals, { partitions, workers, cells, change }, embedded.length);
          assert.deepEqual(found.settled, embedded);
        });
      }
    }
  }
});
