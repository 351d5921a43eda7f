import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesTo } from '../../../schemas/logger.ts';
import { type Arrival, ArrivalJournal } from '../../../services/stream/arrival-journal.ts';

const arrival = (number: number): Arrival => ({
  key: String(number).padStart(8, '0'),
  stamp: 1_700_000_000_000 + number,
});
const arrivals = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => arrival(from + k));

describe('the journal of arrivals', () => {
  let folder = '';
  let path = '';
  let opened: ArrivalJournal[] = [];
  const said: string[] = [];
  const open = async (capacity = 100): Promise<ArrivalJournal> => {
    const journal = await ArrivalJournal.open(
      path,
      capacity,
      5,
      linesTo((line) => said.push(line)),
    );
    opened.push(journal);
    return journal;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-journal-'));
    path = join(folder, 'arrivals');
    said.length = 0;
  });
  afterEach(async () => {
    for (const journal of opened) await journal.close();
    opened = [];
    rmSync(folder, { recursive: true, force: true });
  });

  it('numbers what comes, and knows it again after a restart', async () => {
    assert.equal(await ArrivalJournal.isThere(path), false);
    const first = await open();
    assert.equal(await first.add(arrivals(0, 3)), 1);
    assert.equal(await first.add(arrivals(3, 5)), 4);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const again = await open();
    assert.deepEqual([again.id, again.begun, again.first, again.next], [first.id, 5, 1, 6]);
    assert.deepEqual(again.arrivals, arrivals(0, 5));
    assert.equal(again.numberOf(arrival(3).key), 4);
    assert.equal(again.numberOf(arrival(9).key), undefined);
    assert.deepEqual(said, []);
  });

  it('keeps the newest only, and its file small', async () => {
    const journal = await open(10);
    for (let number = 0; number < 200; number += 5) await journal.add(arrivals(number, number + 5));
    assert.ok(journal.arrivals.length >= 10 && journal.arrivals.length < 25);
    assert.equal(journal.next, 201);
    assert.equal(journal.numberOf(arrival(199).key), 200);
    assert.equal(journal.numberOf(arrival(100).key), undefined);
    assert.ok(statSync(path).size < 1_000);
    const again = await open(10);
    assert.equal(again.next, 201);
    assert.equal(await again.add(arrivals(200, 201)), 201);
  });

  it('goes on behind the last whole arrival where the end was torn off', async () => {
    await (await open()).add(arrivals(0, 3));
    truncateSync(path, statSync(path).size - 5);
    const again = await open();
    assert.equal(again.next, 3);
    await again.add(arrivals(7, 8));
    assert.deepEqual((await open()).arrivals, [...arrivals(0, 2), arrival(7)]);
  });

  it('begins anew where what is there is no journal, and says so', async () => {
    for (const bytes of ['', 'HALCYON1', 'x'.repeat(100)]) {
      writeFileSync(path, bytes);
      const journal = await open();
      assert.equal(journal.next, 1);
      assert.match(said.pop() ?? '', /is no journal/);
    }
  });

  it('goes on where it cannot be written, and is there no more after a restart unless it could be again', async () => {
    const journal = await open(10);
    await journal.add(arrivals(0, 3));
    rmSync(folder, { recursive: true });
    // The open file takes more: the folder is missed when it is written anew.
    for (let number = 3; number < 60; number += 3) await journal.add(arrivals(number, number + 3));
    assert.equal(journal.next, 61);
    assert.equal(said.length, 1);
    mkdirSync(folder);
    await journal.add(arrivals(60, 61));
    const again = await open(10);
    assert.deepEqual([again.id, again.next], [journal.id, 62]);
  });

  it('begins anew where it is told to: numbers of before are none of it', async () => {
    const journal = await open();
    const { id } = journal;
    await journal.add(arrivals(0, 3));
    await journal.beginAnew(9);
    assert.deepEqual([journal.next, journal.begun, journal.numberOf(arrival(1).key)], [1, 9, undefined]);
    assert.notEqual(journal.id, id);
    assert.equal(readFileSync(path).length, 32);
  });
});
