import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { databaseKind } from '../../../services/detection/database-kind.ts';
import { type OpeningOptions, openDatabase } from '../../../services/detection/open-database.ts';

const STATIONS = 'station_id,station_name,latitude,longitude,elevation\ns01,One,47,11,\n';
const HEADER = 'station_id,time,temp_out,out_hum,wind_speed,bar,rain\n';

describe('opening a database', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-database-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const place = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const csv = (observations: string | Buffer) => {
    const path = join(folder, 'alps');
    mkdirSync(path);
    place('alps/stations.csv', STATIONS);
    place('alps/observations.csv', observations);
    return path;
  };
  const refused = (message: RegExp) => (error: unknown) => {
    assert.ok(error instanceof HalcyonError, String(error));
    assert.equal(error.exitCode, 2);
    assert.match(error.message, message);
    return true;
  };
  const open = (text: string | null, environment = {}, options: OpeningOptions = {}) =>
    openDatabase(text, readConfiguration({ HALCYON_DATA: join(folder, 'data'), ...environment }), options);

  it('tells the kinds apart', async () => {
    mkdirSync(join(folder, 'store', 'time-series'), { recursive: true });
    const store = join(folder, 'store');
    assert.deepEqual(await databaseKind('http://localhost:8123'), { kind: 'clickhouse', url: 'http://localhost:8123' });
    assert.deepEqual(await databaseKind('clickhouse://h:8123/db'), { kind: 'clickhouse', url: 'http://h:8123/db' });
    assert.deepEqual(await databaseKind(store), { kind: 'embedded', folder: store });
    const path = csv(HEADER);
    assert.deepEqual(await databaseKind(path), { kind: 'csv', folder: path });
    const file = place('weather.db', 'SQLite format 3\0...');
    assert.deepEqual(await databaseKind(file), { kind: 'sqlite', path: file });
    assert.deepEqual(await databaseKind('postgres://h/db'), { kind: 'postgres', url: 'postgres://h/db' });
    assert.deepEqual(await databaseKind('postgresql://h/db'), { kind: 'postgres', url: 'postgresql://h/db' });
  });

  it('judges a folder of CSV files by a file of limits as well, and no store', async () => {
    const limits = place('limits.json', '{"station_id": "s01", "variable": "temp_out", "fail_low": -40}');
    const source = await open(csv(`${HEADER}s01,2022-01-01T00:00:00Z,1,50,3,1000,0\n`), {}, { limits });
    const [rule] = (await source.rules?.('alps')) ?? [];
    assert.deepEqual([rule.station, rule.limits?.failLow], ['s01', -40]);
    await source.close();
    mkdirSync(join(folder, 'store', 'time-series'), { recursive: true });
    await assert.rejects(open(join(folder, 'store'), {}, { limits }), {
      code: 'invalid_parameter',
      message:
        "--limits is for a folder of CSV files or a collector's database; a store's limits are set by halcyon limits import FILE",
    });
    const nowhere = join(folder, 'no.csv');
    await assert.rejects(
      open(join(folder, 'alps'), {}, { limits: nowhere }),
      refused(/no\.csv cannot be read: .*limits$/),
    );
  });

  it('says what it found where there is no database', async () => {
    mkdirSync(join(folder, 'empty'));
    mkdirSync(join(folder, 'pictures'));
    place('pictures/cat.jpg', 'x');
    const cases: readonly (readonly [string, RegExp])[] = [
      [join(folder, 'nothing'), /cannot read the database .*nothing: there is nothing of that name/],
      [join(folder, 'empty'), /is an empty folder; this version reads a ClickHouse URL/],
      [join(folder, 'pictures'), /holds neither an embedded store nor CSV files \(cat\.jpg\)/],
      [place('a.db', `SQLite format 3\0${'x'.repeat(100)}`), /the SQLite database .*a\.db (is damaged|cannot be read)/],
      [place('b.db', 'something'), /is a file that is no database/],
      [place('c.db', ''), /is an empty file/],
      [place('d.csv', HEADER), /is one CSV file, should be the folder that holds it/],
      [join(folder, 'd.csv', 'x'), /a part of the path is no folder/],
      ['/dev/null', /is neither a file nor a folder/],
      ['postgres://127.0.0.1:1/weather', /PostgreSQL at 127\.0\.0\.1:1, database weather does not answer/],
      ['postgres://local host/weather', /the database URL cannot be read; it should look like postgres:/],
      ['mysql://localhost/weather', /databases of mysql:\/\/ cannot be read/],
      ['http://', /the database URL cannot be read/],
    ];
    for (const [text, message] of cases) await assert.rejects(open(text), refused(message), text);
  });

  it('never shows a password of a URL', async () => {
    await assert.rejects(
      open('postgres://u:secret@127.0.0.1:1/weather'),
      (error: Error) => !error.message.includes('secret'),
    );
    await assert.rejects(open('http://u:secret@local host/'), (error: Error) => !error.message.includes('secret'));
  });

  it('says what to do where nothing is named and there is no store yet', async () => {
    await assert.rejects(open(null), refused(/no store in HALCYON_DATA yet .* name a database with --database/));
  });

  it('takes HALCYON_DATABASE before CLICKHOUSE_URL before HALCYON_DATA', async () => {
    const path = csv(`${HEADER}s01,2022-09-01T00:00:00Z,10,,,,\n`);
    const both = { HALCYON_DATABASE: path, CLICKHOUSE_URL: 'http://127.0.0.1:1' };
    assert.deepEqual(await (await open(null, both)).networks(), ['alps']);
    assert.deepEqual(await (await open(path, { HALCYON_DATABASE: '/nowhere' })).networks(), ['alps']);
  });

  it('reads a folder of CSV files and says how many rows were left out', async () => {
    const warnings: string[] = [];
    const path = csv(`${HEADER}s01,2022-09-01T00:00:00Z,10,,,,\ns01,no time,11,,,,\n`);
    const source = await open(path, {}, { warn: (line) => warnings.push(line) });
    assert.equal((await source.extent('alps'))?.first, Date.UTC(2022, 8, 1));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /^1 row of .* could not be read and was left out: observations\.csv:3/);
  });

  it('tells of a folder whose rain overlaps or has no interval, once each', async () => {
    const rowsEvery = (minutes: number, station: string) =>
      Array.from({ length: 12 }, (_, n) => {
        const time = new Date(Date.UTC(2022, 8, 1) + (11 - n) * minutes * 60_000).toISOString();
        return `${station},${time},10,,,,0.2\n`;
      }).join('');
    const warnings: string[] = [];
    const warn = (line: string) => warnings.push(line);
    const path = csv(HEADER + rowsEvery(60, 's01'));
    await open(path, {}, { warn });
    assert.deepEqual(warnings.splice(0), [
      'rain of 1 station (s01) has no interval and comes every 60 minutes: each amount is judged as it came, beside others of the same station; declare intervals.rain=60 to be sure',
    ]);
    place('alps/mapping.json', '{"intervals": {"rain": 60}}');
    await open(path, {}, { warn });
    assert.deepEqual(warnings, []);
    place('alps/observations.csv', HEADER + rowsEvery(30, 's01'));
    await open(path, {}, { warn });
    assert.deepEqual(warnings, [
      '11 amounts of rain overlap the report before: s01 at 2022-09-01T00:30:00Z covers 60 minutes and comes 30 minutes after it; intervals.rain should be no longer than the time between reports',
    ]);
  });

  it('refuses CSV files of which nothing can be read', async () => {
    const path = csv(Buffer.concat([Buffer.from(HEADER), Buffer.alloc(500, 0xff)]));
    await assert.rejects(
      open(path),
      refused(/none of the 1 observations in .* can be read; the first problem is observations/),
    );
  });

  it('takes a zone for what notes none, and refuses one that is none', async () => {
    const path = csv(`${HEADER}s01,2022-09-01T00:00:00Z,10,,,,\n`);
    const parameter = (message: RegExp) => ({ code: 'invalid_parameter', message });
    await assert.rejects(open(path, {}, { sourceTimezone: 'UTC' }), parameter(/is for a collector's SQLite file/));
    await assert.rejects(
      open('postgres://127.0.0.1:1/weather', {}, { sourceTimezone: 'Athens' }),
      parameter(/--source-timezone is 'Athens', should be a name of the time zone database such as Europe\/Athens/),
    );
  });

  it('stops while it opens when it is told to', async () => {
    const path = csv(`${HEADER}s01,2022-09-01T00:00:00Z,10,,,,\n`);
    await assert.rejects(open(path, {}, { signal: AbortSignal.abort() }), { code: 'interrupted' });
  });
});
