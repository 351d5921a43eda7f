import assert from 'node:assert/strict';
import { openCsvFolder } from '../../../../ingest/feeds/import/csv-folder.ts';
import { CsvFolderSource } from '../../../../ingest/feeds/import/csv-folder-source.ts';
import { importFeed } from '../../../../ingest/feeds/import/import-feed.ts';
import { feedContract } from '../feed-contract.ts';
import { Folders, STATIONS } from '../import/folder-fixture.ts';
import { runFeed } from '../run-feed.ts';

const NOW = Date.parse('2026-12-01T00:00:00Z');
const SLOT = 600_000;
const ZONE = 'Europe/Athens';
/** The clocks of Athens were set back at 01:00 UTC, from 04:00 to 03:00. */
const AUTUMN = Date.parse('2025-10-26T01:00:00Z');
/** They are set forward at 01:00 UTC, from 03:00 to 04:00. */
const SPRING = Date.parse('2026-03-29T01:00:00Z');

const folders = new Folders();
after(() => folders.remove());

/** What a clock in Athens shows. */
function local(time: number): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(time);
}

function rowsAround(middle: number, slots = 18): { station: string; time: number; row: string }[] {
  const found: { station: string; time: number; row: string }[] = [];
  for (let slot = -slots; slot <= slots; slot++) {
    for (const station of ['A', 'B']) {
      const time = middle + slot * SLOT;
      found.push({ station, time, row: `${station},${local(time)},${slot}` });
    }
  }
  return found;
}

async function folderOf(rows: readonly string[], format = 'iso', shape = (time: string) => time) {
  const lines = rows.map((row) => row.replace(/,([^,]*),/, (_, time: string) => `,${shape(time)},`));
  return folders.make({
    'stations.csv': STATIONS,
    'observations.csv': ['station_id,time,temp_out', ...lines].join('\n'),
    'mapping.json': JSON.stringify({ time: { zone: ZONE, format } }),
  });
}

async function readBack(path: string) {
  const source = await CsvFolderSource.open(await openCsvFolder(path, { network: 'net' }), { latest: NOW });
  const found: string[] = [];
  for await (const batch of source.read('net', -Infinity, Infinity)) {
    for (const { station, time, values } of batch) found.push(`${station} ${time} ${values.temp_out}`);
  }
  return { found: found.sort(), problems: source.problems };
}

const expected = (rows: readonly { station: string; time: number; row: string }[]) =>
  rows.map(({ station, time, row }) => `${station} ${time} ${row.split(',')[2]}`).sort();

const ORDERS = {
  'in order of time': (rows: ReturnType<typeof rowsAround>) => rows,
  'one station after the other': (rows: ReturnType<typeof rowsAround>) =>
    [...rows].sort((a, b) => (a.station < b.station ? -1 : a.station > b.station ? 1 : 0)),
  'newest first': (rows: ReturnType<typeof rowsAround>) => [...rows].reverse(),
};

describe('local times of a CSV folder', () => {
  for (const [order, sorted] of Object.entries(ORDERS)) {
    it(`keep both hours where the clock was set back, ${order}`, async () => {
      const rows = rowsAround(AUTUMN);
      assert.equal(new Set(rows.map(({ row }) => row.split(',')[1])).size, 31, 'six times come twice');
      const { found, problems } = await readBack(await folderOf(sorted(rows).map(({ row }) => row)));
      assert.equal(problems.total, 0);
      assert.deepEqual(found, expected(rows));
    });
  }

  it('keep both hours in another form, with reports missing in either', async () => {
    const rows = rowsAround(AUTUMN).filter((_, k) => k % 5 !== 0);
    const shape = (time: string) => time.replace(/(\d+)-(\d+)-(\d+) (\d+:\d+):\d+/, '$3.$2.$1 $4');
    const path = await folderOf(
      rows.map(({ row }) => row),
      'DD.MM.YYYY HH:mm',
      shape,
    );
    assert.deepEqual((await readBack(path)).found, expected(rows));
  });

  it('are the first of two where nothing tells them apart', async () => {
    const { found } = await readBack(await folderOf(['A,2025-10-26 03:30:00,1']));
    assert.deepEqual(found, [`A ${AUTUMN - 3 * SLOT} 1`]);
  });

  it('go on over the hour that was skipped; a time in it is refused by name', async () => {
    const rows = rowsAround(SPRING);
    const { found, problems } = await readBack(
      await folderOf([...rows.map(({ row }) => row), 'A,2026-03-29 03:30:00,1']),
    );
    assert.deepEqual(found, expected(rows));
    assert.equal(problems.total, 1);
    assert.match(
      problems.first[0].detail,
      /time is '2026-03-29 03:30:00', which the clocks of Europe\/Athens skipped: they were set forward over it/,
    );
  });

  it('leave alone times that name their own zone', async () => {
    const { found } = await readBack(await folderOf(['A,2025-10-26T03:30:00+02:00,1', 'A,1761438600,2']));
    assert.deepEqual(found, [`A ${AUTUMN + 3 * SLOT} 1`, 'A 1761438600000 2'].sort());
  });

  it('are the same when imported', async () => {
    const rows = ORDERS['newest first'](rowsAround(AUTUMN));
    const path = await folderOf(rows.map(({ row }) => row));
    const log = await runFeed(importFeed(await openCsvFolder(path, { network: 'net' })), NOW, rows.length);
    const found = log
      .values('observations')
      .map(({ station, time, values }) => `${station} ${time} ${values.temp_out}`);
    assert.deepEqual(found.sort(), expected(rows));
  });

  feedContract('import of rows in local time over both changes of the clock', async () => {
    const rows = [...rowsAround(AUTUMN), ...rowsAround(SPRING)].map(({ row }) => row);
    const path = await folderOf([...rows, 'A,2026-03-29 03:30:00,1']);
    return {
      items: 149,
      clock: () => () => NOW,
      feed: () => ({
        name: 'import',
        run: async (context) =>
          importFeed(await openCsvFolder(path, { network: 'net' }), { batch: 10, waits: [1, 1] }).run(context),
      }),
    };
  });
});
