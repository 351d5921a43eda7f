import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf, SLOT_MS } from '../../schemas/time.ts';
import { dataOf, givenNetwork } from './given-network.ts';
import { InjectedHistory } from './injected-history.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';

const START = Date.UTC(2024, 0, 1);
const SEGMENT = `${isoOf(START)}..${isoOf(START + 86_400_000)}`;

describe('a network that is given to the quality run', () => {
  it('names its folder, its stretches, whom to leave out and which reports to take', () => {
    const given = { data: '/d/north', segments: SEGMENT, exclude: 'a,b', every: 6, stations: [] };
    assert.deepEqual(givenNetwork(`/d/north;${SEGMENT};a,b;6`), { name: 'north, 1 report of 6', ...given });
    assert.deepEqual(givenNetwork(`/d/north;${SEGMENT}`), { ...given, name: 'north', exclude: '', every: 1 });
    assert.deepEqual(givenNetwork(`/d/north;${SEGMENT};;1;c,d`), {
      ...{ ...given, name: 'north, c d', exclude: '', every: 1 },
      stations: ['c', 'd'],
    });
  });

  it('is refused with what it should be', () => {
    for (const given of ['', '/d/north', `;${SEGMENT}`, `/d/north;${SEGMENT};;0`, `/d/north;${SEGMENT};;often`]) {
      assert.throws(() => givenNetwork(given), /should be 'DIR;FROM\.\.TO/, given);
    }
  });

  const root = mkdtempSync(join(tmpdir(), 'halcyon-given-'));
  after(() => rmSync(root, { recursive: true, force: true }));

  it('has one report of so many, of the same slots at every station', async () => {
    const reports: MadeReport[] = [];
    for (let slot = 0; slot < 144; slot++) {
      for (const id of ['a', 'b'])
        reports.push([id, START + slot * SLOT_MS + (id === 'a' ? 0 : 60_000), [slot, 50, 0, 1000, 0]]);
    }
    writeMadeFolder(join(root, 'whole'), reports);
    const network = givenNetwork(`${join(root, 'whole')};${SEGMENT};;6`);
    const folder = dataOf(network, root);
    assert.equal(dataOf(network, root), folder);
    const history = new InjectedHistory(folder);
    const extent = await history.extent();
    const read: number[] = [];
    for await (const some of history.read('quality', extent?.first ?? 0, extent?.last ?? 0)) {
      read.push(...some.map(({ values }) => values.temp_out ?? -1));
    }
    assert.equal(read.length, 48);
    assert.ok(read.every((slot) => slot % 6 === 0));
  });

  it('has the stations that are named, and no others', async () => {
    const reports = ['a', 'b', 'c'].map((id): MadeReport => [id, START, [15, 50, 0, 1000, 0]]);
    writeMadeFolder(join(root, 'three'), reports);
    const folder = dataOf(givenNetwork(`${join(root, 'three')};${SEGMENT};;1;a,c`), root);
    const history = new InjectedHistory(folder);
    assert.deepEqual(
      (await history.stations()).map(({ id }) => id),
      ['a', 'c'],
    );
    const read: string[] = [];
    for await (const some of history.read('quality', START, START)) read.push(...some.map(({ station }) => station));
    assert.deepEqual(read, ['a', 'c']);
    const misspelt = givenNetwork(`${join(root, 'three')};${SEGMENT};;1;a,d`);
    assert.throws(() => dataOf(misspelt, root), /three has no station d$/);
  });
});
