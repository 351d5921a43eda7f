import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceZone } from '../../../../ingest/feeds/clock/source-zone.ts';
import { CollectorHistory } from '../../../../ingest/feeds/collector/collector-history.ts';
import { importFeed } from '../../../../ingest/feeds/import/import-feed.ts';
import { SqliteTables } from '../../../../services/stores/collector/sqlite-tables.ts';
import { feedContract } from '../../../ingest/feeds/feed-contract.ts';
import { onSqlite, sqliteMissing } from '../../../servers/sqlite.ts';
import { collectorContract } from './collector-contract.ts';
import { row, TWO_STATIONS, tablesOf } from './collector-schema.ts';

const TABLES = tablesOf('TEXT', 'INTEGER PRIMARY KEY AUTOINCREMENT');
const UTC = SourceZone.of('UTC');

class Files {
  readonly folder = mkdtempSync(join(tmpdir(), 'halcyon-collector-'));
  private made = 0;

  make(sql: string): string {
    this.made += 1;
    const path = join(this.folder, `it's ${this.made}.db`);
    onSqlite(path, sql || 'VACUUM;');
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

collectorContract(
  'SQLite',
  async () => {
    const files = new Files();
    return {
      open: (sql, zone, tables = true) => SqliteTables.open(files.make(tables ? TABLES + sql : sql), zone, 500),
      local: true,
      noNumber: "'abc'",
      stop: async () => files.remove(),
    };
  },
  sqliteMissing(),
);

if (sqliteMissing() === null) {
  describe('an SQLite file as a feed', () => {
    const files = new Files();
    let tables: SqliteTables | null = null;
    after(async () => {
      await tables?.close();
      files.remove();
    });
    feedContract('import of a database', async () => {
      const values = Array.from({ length: 60 }, (_, slot) => {
        const time = new Date(Date.UTC(2025, 10, 20) + ((slot * 7) % 60) * 600_000).toISOString();
        return row(time.slice(0, 19).replace('T', ' '), slot % 2 === 0 ? 'a' : 'b', slot % 9 === 0 ? "'abc'" : slot);
      });
      const nothing = "INSERT INTO observations (time, station_id, temp_out) VALUES ('soon', 'a', 1);";
      const opened = await SqliteTables.open(files.make(TABLES + TWO_STATIONS + nothing + values.join('')), UTC, 20);
      tables = opened;
      return {
        items: 61,
        clock: () => () => Date.UTC(2026, 2, 1),
        feed: () => ({
          name: 'import',
          run: async (context) =>
            importFeed(await CollectorHistory.open(opened, UTC, 'net'), { batch: 7, waits: [1, 1] }).run(context),
        }),
      };
    });
  });
}

describe('an SQLite file', () => {
  const files = new Files();
  before(function () {
    if (sqliteMissing() !== null) this.skip();
  });
  after(() => files.remove());

  const timesOf = async (tables: SqliteTables) => {
    const times: unknown[] = [];
    for await (const rows of tables.rows(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      times.push(...rows.map(({ time }) => (typeof time === 'number' ? new Date(time).toISOString() : time.wrong)));
    }
    return times;
  };

  it('may write times with a T, a fraction, no seconds, or a zone; others are none', async () => {
    const times = ['2025-11-20T12:30', '2025-11-20 12:20:00.500', '2025-11-20T16:10:00+04:00', '2025-11-20 12:00:00Z'];
    const others = ['1700000000', 'yesterday', '2025-13-01 00:00:00', ''];
    const calendar = ['2025-02-30 10:00:00'];
    const sql = [...times, ...others, ...calendar].map((time) => row(time, 'a', 1)).join('');
    const tables = await SqliteTables.open(files.make(TABLES + TWO_STATIONS + sql), UTC, 1);
    assert.deepEqual(await timesOf(tables), [
      "time is '2025-02-30 10:00:00', no date and time of the calendar",
      '2025-11-20T12:00:00.000Z',
      '2025-11-20T12:10:00.000Z',
      '2025-11-20T12:20:00.500Z',
      '2025-11-20T12:30:00.000Z',
    ]);
    const undated: unknown[] = [];
    for await (const rows of tables.undatedRows(3)) undated.push(...rows.map((one) => one.row['time']));
    assert.deepEqual(undated, others);
    assert.equal((await tables.undated()).count, 4);
    assert.equal(await tables.count(), 9);
    await tables.close();
  });

  it('is refused where it is damaged, however far in', async () => {
    const rows = Array.from({ length: 4000 }, (_, minute) =>
      row(new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' '), 'a', 1),
    );
    const path = files.make(`BEGIN;${TABLES}${TWO_STATIONS}${rows.join('')}COMMIT;`);
    const bytes = readFileSync(path);
    const torn = join(files.folder, 'torn.db');
    writeFileSync(torn, Buffer.concat([bytes.subarray(0, 40_000), Buffer.alloc(bytes.length - 40_000, 0xa5)]));
    await assert.rejects(
      async () => {
        const tables = await SqliteTables.open(torn, UTC);
        try {
          await timesOf(tables);
        } finally {
          await tables.close();
        }
      },
      { code: 'store_unreadable', message: `the SQLite database ${torn} is damaged` },
    );
    const cut = join(files.folder, 'cut.db');
    writeFileSync(cut, bytes.subarray(0, 50));
    await assert.rejects(SqliteTables.open(cut, UTC), { code: 'store_unreadable' });
  });

  it('is not changed by being read, and leaves nothing behind', async () => {
    const path = files.make(TABLES + TWO_STATIONS + row('2025-11-20 12:00:00', 'a', 1));
    const before = readFileSync(path);
    // A folder of its own: other tests read SQLite files at the same time.
    const usual = process.env['TMPDIR'];
    const temporary = mkdtempSync(join(tmpdir(), 'halcyon-test-'));
    process.env['TMPDIR'] = temporary;
    try {
      const tables = await SqliteTables.open(path, UTC);
      assert.equal((await timesOf(tables)).length, 1);
      await tables.close();
      const left = readdirSync(temporary).filter((name) => name.startsWith('halcyon-'));
      assert.deepEqual(left, []);
    } finally {
      if (usual === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = usual;
      rmSync(temporary, { recursive: true, force: true });
    }
    assert.ok(readFileSync(path).equals(before));
  });

  it('is read while its collector has it open, a write-ahead log too', async () => {
    const path = files.make(`PRAGMA journal_mode = wal;${TABLES}${TWO_STATIONS}${row('2025-11-20 12:00:00', 'a', 1)}`);
    const tables = await SqliteTables.open(path, UTC);
    onSqlite(path, row('2025-11-20 12:10:00', 'a', 2));
    assert.equal((await timesOf(tables)).length, 2);
    await tables.close();
  });
});
