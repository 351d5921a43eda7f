import assert from 'node:assert/strict';
import { SourceZone } from '../../../../ingest/feeds/clock/source-zone.ts';
import { CollectorHistory } from '../../../../ingest/feeds/collector/collector-history.ts';
import { CollectorSource } from '../../../../ingest/feeds/collector/collector-source.ts';
import type { CollectorTables } from '../../../../ingest/feeds/collector/collector-tables.ts';
import { importFeed } from '../../../../ingest/feeds/import/import-feed.ts';
import { rawItemOf } from '../../../../ingest/feeds/push/letter-item.ts';
import { LogIntake } from '../../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../../ingest/intake/station-directory.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { SILENT } from '../../../../schemas/logger.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { MemoryLog } from '../../../ingest/memory-log.ts';
import { row, TWO_STATIONS } from './collector-schema.ts';

/** A kind of database under the contract. */
export interface CollectorSubject {
  /** Opens a new database with the tables, where `tables`, on which `sql` was run. */
  open(sql: string, zone: SourceZone, tables?: boolean): Promise<CollectorTables>;
  /** True where times are of a clock on the wall. */
  readonly local: boolean;
  /** A value of `temp_out` that is no finite number. */
  readonly noNumber: string;
  stop(): Promise<void>;
}

const NOW = Date.UTC(2026, 2, 1, 12);
const UTC = SourceZone.of('UTC');
const ATHENS = SourceZone.of('Europe/Athens');
const EVER: [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/** What every kind of collector's database does, read where it is and imported. */
export function collectorContract(name: string, make: () => Promise<CollectorSubject>, missing: string | null): void {
  describe(`collector's database: ${name}`, () => {
    let subject: CollectorSubject;
    before(async function () {
      if (missing !== null) {
        console.warn(`      skipped: ${missing}`);
        this.skip();
      }
      subject = await make();
    });
    after(() => subject?.stop());

    const sourceOf = async (sql: string, zone = UTC, said: string[] = []) =>
      CollectorSource.open(await subject.open(TWO_STATIONS + sql, zone), {
        zone,
        latest: NOW,
        warn: (line) => said.push(line),
      });
    const all = async (source: CollectorSource, [from, to] = EVER): Promise<Observation[]> => {
      const [network] = await source.networks();
      const found: Observation[] = [];
      for await (const batch of source.read(network, from, to)) found.push(...batch);
      return found;
    };
    const imported = async (sql: string, zone = UTC, repeat = 1) => {
      const tables = await subject.open(TWO_STATIONS + sql, zone);
      const log = new MemoryLog();
      const stations = new StationDirectory();
      const intake = new LogIntake({ log, stations, now: () => NOW, hindsightMs: 3_600_000 });
      const context = { intake, signal: new AbortController().signal, now: () => NOW, logger: SILENT };
      for (let run = 0; run < repeat; run += 1) {
        await importFeed(await CollectorHistory.open(tables, zone, 'net'), { batch: 3 }).run(context);
      }
      await tables.close();
      return { log, stations, intake };
    };

    it('gives its stations with their names, and the observations in order of time', async () => {
      const rows = [
        row('2025-11-20 12:10:00', 'b', 2.25),
        row('2025-11-20 12:00:00', 'a', 11.879999999999999, { wind_dir_str: "'NNE'", hi_temp: '12.5', out_hum: '50' }),
        row('2025-11-20 12:10:00', 'a', 1),
      ];
      const source = await sourceOf(rows.join('\n'));
      const [network] = await source.networks();
      const stations = await source.stations(network);
      assert.deepEqual(
        stations.map(({ id, name, latitude, elevation }) => [id, name, latitude, elevation]),
        [
          ['a', 'Parnitha', 38.17, 1413],
          ['b', 'Υμηττός', 37.95, null],
        ],
      );
      const [first, ...rest] = await all(source);
      assert.equal(first?.time, Date.UTC(2025, 10, 20, 12));
      const values = { temp_out: 11.879999999999999, out_hum: 50, wind_speed: null, bar: null, rain: null };
      assert.deepEqual(first.values, values);
      assert.deepEqual(first.extras, { hi_temp: 12.5, wind_dir_str: 'NNE' });
      assert.deepEqual(
        rest.map(({ station, time }) => [station, time]),
        [
          ['b', Date.UTC(2025, 10, 20, 12, 10)],
          ['a', Date.UTC(2025, 10, 20, 12, 10)],
        ],
      );
      const ends = { first: Date.UTC(2025, 10, 20, 12), last: Date.UTC(2025, 10, 20, 12, 10) };
      assert.deepEqual(await source.extent(network), ends);
      assert.equal((await all(source, [ends.last, ends.last])).length, 2);
      assert.equal((await all(source, [ends.first, ends.last - 1])).length, 1);
      assert.deepEqual([await source.extent('other'), await source.stations('other')], [null, []]);
      await source.close();
    });

    it('reads many rows piece by piece, each once and in order', async () => {
      const start = Date.UTC(2025, 9, 20);
      const values = Array.from({ length: 12_000 }, (_, index) => {
        const slot = (index * 7919) % 12_000;
        return `('${new Date(start + slot * 60_000).toISOString().slice(0, 19).replace('T', ' ')}', 'a', ${slot % 50})`;
      });
      const source = await sourceOf(
        `INSERT INTO observations (time, station_id, temp_out) VALUES ${values.join(',')};`,
        ATHENS,
      );
      const times = (await all(source)).map(({ time }) => time);
      assert.deepEqual(
        times,
        [...new Set(times)].sort((a, b) => a - b),
      );
      // The clock of Athens is set back in this time: an hour of it is there twice, once it counts.
      assert.equal(times.length, 12_000);
      const [from, to] = [times[3_000], times[9_000]];
      assert.deepEqual(
        (await all(source, [from, to])).map(({ time }) => time),
        times.filter((time) => time >= from && time <= to),
      );
      await source.close();
    });

    it('counts and tells what cannot be read', async () => {
      const said: string[] = [];
      const rows = [
        row('2025-11-20 12:00:00', 'a', 1),
        row('2025-11-20 12:10:00', 'a', subject.noNumber),
        row('2025-11-20 12:20:00', 'nowhere', 1),
        row('2027-11-20 12:00:00', 'a', 1),
        row('2025-11-20 12:30:00', 'b', -300),
        "INSERT INTO observations (time, station_id, temp_out) VALUES (NULL, 'a', 1);",
        "INSERT INTO stations VALUES ('c', NULL, NULL, 99, 4, NULL, NULL, NULL);",
      ];
      const source = await sourceOf(rows.join('\n'), UTC, said);
      assert.equal(said.length, 2);
      assert.match(said[0], /^1 row of .* left out: stations:c: latitude is .*99/);
      assert.match(said[1], /^1 row of .* left out: observations:6: time is missing/);
      assert.deepEqual(
        (await all(source)).map(({ station, values }) => [station, values.temp_out]),
        [
          ['a', 1],
          ['b', -300],
        ],
      );
      await source.close();
      assert.match(said[2], /^3 rows of .* left out, first: observations:2: temp_out is .*should be a finite number/);
    });

    it('imports the same, with dead letters that can be replayed, however often', async () => {
      const rows = [
        row('2025-11-20 12:10:00', 'a', 2, { hi_speed: '31.5' }),
        row('2025-11-20 12:00:00', 'a', 1),
        row('2025-11-20 12:20:00', 'a', subject.noNumber),
        row('2025-11-20 12:20:00', 'nowhere', 1),
        "INSERT INTO observations (time, station_id, temp_out) VALUES (NULL, 'a', 1);",
      ].join('\n');
      const source = await sourceOf(rows, ATHENS);
      const direct = await all(source);
      await source.close();
      const { log, stations, intake } = await imported(rows, ATHENS, 2);
      const observations = log.values('observations');
      assert.equal(observations.length, 4);
      for (const half of [observations.slice(0, 2), observations.slice(2)]) {
        const bare = (list: readonly { time: unknown; values: unknown; extras: unknown }[]) =>
          list.map(({ time, values, extras }) => ({ time: Number(time), values, extras }));
        assert.deepEqual(bare(half), bare(direct));
      }
      assert.equal(stations.get('net', 'a')?.elevation, 1413);
      const letters = log.values('dead-letters');
      assert.equal(letters.length, 6);
      assert.deepEqual(
        new Set(letters.map(({ reason }) => reason)),
        new Set(['invalid_time', 'invalid_value', 'unknown_station']),
      );
      assert.equal(new Set(letters.map(({ id }) => id)).size, 3, 'a repetition makes the same letters');
      const unknown = letters.find(({ reason }) => reason === 'unknown_station');
      assert.ok(unknown);
      assert.equal(unknown.source, 'import:observations:4');
      const [again] = await intake.submit('net', 'import', [rawItemOf(unknown)]);
      assert.deepEqual(again.status === 'dead_letter' && again.reason, 'unknown_station');
    });

    it('takes the first of two hours where the clock was set back, and no time that it skipped', async () => {
      if (!subject.local) return;
      const rows = [
        '2025-03-30 02:50:00',
        '2025-03-30 03:30:00',
        '2025-03-30 04:00:00',
        '2025-10-26 03:30:00',
        '2025-10-26 04:00:00',
      ];
      const sql = rows.map((time) => row(time, 'a', 1)).join('\n');
      const said: string[] = [];
      const source = await sourceOf(sql, ATHENS, said);
      assert.deepEqual(
        (await all(source)).map(({ time }) => new Date(time).toISOString()),
        [
          '2025-03-30T00:50:00.000Z',
          '2025-03-30T01:00:00.000Z',
          '2025-10-26T00:30:00.000Z',
          '2025-10-26T02:00:00.000Z',
        ],
      );
      await source.close();
      assert.match(
        said[0],
        /observations:2: time is '2025-03-30 03:30:00', which the clocks of Europe\/Athens skipped/,
      );
      const { log, intake } = await imported(sql, ATHENS);
      const [letter] = log.values('dead-letters');
      assert.equal(letter.reason, 'invalid_time');
      const [again] = await intake.submit('net', 'import', [rawItemOf(letter)]);
      assert.equal(again.status, 'dead_letter', 'a skipped time is none when it is replayed either');
    });

    it('has no extent where it has no observation', async () => {
      const source = await sourceOf('');
      assert.equal(await source.extent((await source.networks())[0]), null);
      assert.deepEqual(await all(source), []);
      await source.close();
    });

    it('says what is missing', async () => {
      const refused = (sql: string, message: RegExp) =>
        assert.rejects(
          async () => subject.open(sql, UTC, false),
          (error: unknown) => {
            assert.ok(error instanceof HalcyonError, String(error));
            assert.deepEqual([error.code, error.exitCode], ['store_unreadable', 2]);
            assert.match(error.message, message);
            return true;
          },
        );
      await refused('', /has no table stations: expected the tables stations .* and observations .*, found no table/);
      const stations = 'CREATE TABLE stations (station_id TEXT, latitude REAL, longitude REAL);';
      await refused(
        `${stations} CREATE TABLE books (title TEXT);`,
        /has no table observations: .*found 'books', 'stations'/,
      );
      await refused(
        'CREATE TABLE stations (station_id TEXT, lat REAL);',
        /lacks the columns latitude, longitude; found 'station_id', 'lat'/,
      );
      await refused(
        `${stations} CREATE TABLE observations (time TIMESTAMP, station_id TEXT);`,
        /lacks the column any of temp_out/,
      );
    });

    it('refuses a database of which nothing can be read', async () => {
      const stations =
        "DELETE FROM stations; INSERT INTO stations (station_id, latitude, longitude) VALUES ('c', 99, 4);";
      await assert.rejects(
        sourceOf(stations),
        /none of the 1 stations in .* can be read; the first problem is stations:c/,
      );
      const times = "INSERT INTO observations (time, station_id, temp_out) VALUES (NULL, 'a', 1);";
      await assert.rejects(sourceOf(times), /none of the 1 observations in .* can be read; .*time is missing/);
    });
  });
}
