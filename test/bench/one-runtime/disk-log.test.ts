import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskLog } from '../../../bench/one-runtime/candidate/disk-log.ts';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import { eventLogContract } from '../../ingest/log/event-log-contract.ts';
import { records } from '../../ingest/log/numbered-records.ts';
import { until } from '../../until.ts';

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-disk-log-'));
  folders.push(folder);
  return folder;
}

function open(folder: string): Promise<DiskLog> {
  return DiskLog.open({ folder, lingerOf: (_, __, asked) => asked, onRejection: () => undefined });
}

/** Running numbers of what a group is given of the stations, as they come. */
async function taken(log: EventLog, group: string): Promise<number[]> {
  const numbers: number[] = [];
  await log.subscribe({ group, topic: 'stations' }, async (batch) => {
    numbers.push(...batch.records.map(({ value }) => value.updated));
  });
  return numbers;
}

after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

eventLogContract('log on disk', async () => open(await newFolder()));

describe('log on disk', () => {
  it('has what it had, and its groups go on where they were, after it was opened again', async () => {
    const folder = await newFolder();
    const before = await open(folder);
    const first = await taken(before, 'store');
    await before.publish('stations', records(0, 1_000));
    await until('the records have come', () => first.length === 1_000);
    await before.publish('stations', records(1_000, 1_010));
    await before.close();
    const again = await open(folder);
    const store = await taken(again, 'store');
    const late = await taken(again, 'late');
    await again.publish('stations', records(1_010, 1_020));
    await until('the records have come', () => late.length === 1_020 && store.at(-1) === 1_019);
    assert.deepEqual(
      late,
      Array.from({ length: 1_020 }, (_, n) => n),
    );
    assert.ok(store[0] >= 1_000, `began at ${store[0]} again`);
    await again.close();
  });

  it('cuts off what a crash has left half written', async () => {
    const folder = await newFolder();
    const before = await open(folder);
    await before.publish('stations', records(0, 10));
    await before.flushed('stations');
    await before.close();
    const [segment] = await readdir(join(folder, 'stations'));
    const path = join(folder, 'stations', segment);
    const { size } = await stat(path);
    await appendFile(path, Buffer.from([200, 0, 0, 0, 1, 2, 3, 4, 5]));
    const again = await open(folder);
    assert.deepEqual(await again.ends('stations'), [10]);
    assert.equal((await stat(path)).size, size);
    await again.publish('stations', records(10, 20));
    const all = await taken(again, 'store');
    await until('the records have come', () => all.length === 20);
    assert.equal(all.at(-1), 19);
    await again.close();
  });
});
