import assert from 'node:assert/strict';
import { type CsvFolderOptions, openCsvFolder } from '../../../../ingest/feeds/import/csv-folder.ts';
import { importFeed } from '../../../../ingest/feeds/import/import-feed.ts';
import { rowsInOrderOfTime } from '../../../../ingest/feeds/import/rows-by-time.ts';
import { rawItemOf } from '../../../../ingest/feeds/push/letter-item.ts';
import { LogIntake } from '../../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../../ingest/intake/station-directory.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { linesTo } from '../../../../schemas/logger.ts';
import { until } from '../../../until.ts';
import { MemoryLog } from '../../memory-log.ts';
import { Folders, HEADER, STATIONS } from './folder-fixture.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const folders = new Folders();
after(() => folders.remove());

function time(slot: number): string {
  return new Date(NOW - (1000 - slot) * 600_000).toISOString();
}

function setup() {
  const log = new MemoryLog();
  const stations = new StationDirectory();
  const intake = new LogIntake({ log, stations, now: () => NOW, hindsightMs: 3_600_000 });
  const said: string[] = [];
  const controller = new AbortController();
  const context = {
    intake,
    signal: controller.signal,
    now: () => NOW,
    logger: linesTo((line: string) => said.push(line)),
  };
  return { log, stations, intake, said, context, controller };
}

async function folder(files: Record<string, string | Buffer>, options: CsvFolderOptions = { network: 'net' }) {
  return openCsvFolder(await folders.make(files), options);
}

describe('import of a CSV folder', () => {
  it('sends everything in order of time with progress, and registers the stations', async () => {
    const rows = Array.from({ length: 100 }, (_, slot) => `${slot % 2 === 0 ? 'A' : 'B'},${time(99 - slot)},1,,,,`);
    const { log, stations, context } = setup();
    const progress: [number, number][] = [];
    const opened = await folder({ 'stations.csv': STATIONS, 'observations.csv': [HEADER, ...rows].join('\n') });
    await importFeed(opened, { batch: 30, onProgress: (done, total) => progress.push([done, total]) }).run(context);
    assert.deepEqual(progress, [
      [30, 100],
      [60, 100],
      [90, 100],
      [100, 100],
    ]);
    const times = log.values('observations').map((observation) => observation.time);
    assert.deepEqual(times, [...times].sort());
    assert.equal(stations.get('net', 'A')?.elevation, 12);
    assert.equal(stations.get('net', 'B')?.name, 'Beta');
    assert.equal(log.of('stations').length, 2);
    assert.equal(log.values('observations')[0]?.source, 'import');
  });

  it('registers a station although its first rows are refused', async () => {
    const rows = [`A,${time(0)},abc,,,,`, `A,${time(1)},1,,,,`];
    const { log, context } = setup();
    const opened = await folder({ 'stations.csv': STATIONS, 'observations.csv': [HEADER, ...rows].join('\n') });
    await importFeed(opened, { batch: 1 }).run(context);
    assert.deepEqual([log.of('observations').length, log.of('dead-letters').length], [1, 1]);
  });

  it('reads rain over the interval that the file of stations gives, whatever a station is registered with', async () => {
    const { log, stations, intake, context } = setup();
    await intake.registerStations('net', [{ id: 'A', latitude: 51, longitude: 4, rain_interval: 60 }]);
    const opened = await folder({
      'stations.csv': 'station_id,latitude,longitude,rain_interval\nA,51,4,5\nB,51,4.1,15\nC,51,4.2,\n',
      'observations.csv': [
        'station_id,time,rain',
        ...[0, 1, 2].flatMap((slot) => [`A,${time(slot)},0.6`, `B,${time(slot)},0.6`, `C,${time(slot)},0.6`]),
      ].join('\n'),
    });
    await importFeed(opened, { batch: 3 }).run(context);
    for (const [id, rain, registered] of [
      ['A', 1.2, 60],
      ['B', 0.4, 15],
      ['C', 0.6, null],
    ] as const) {
      const found = log.values('observations').filter(({ station }) => station === id);
      assert.deepEqual(
        found.map(({ values }) => values.rain),
        [rain, rain, rain],
        id,
      );
      assert.equal(stations.get('net', id)?.rainInterval, registered, id);
    }
  });

  it('tells in a line each of rain that overlaps and of rain without an interval', async () => {
    const { said, context } = setup();
    const at = (minutes: number) => new Date(NOW - 86_400_000 + minutes * 60_000).toISOString();
    const opened = await folder({
      'stations.csv': 'station_id,latitude,longitude,rain_interval\nA,51,4,10\nB,51,4.1,\nC,51,4.2,\n',
      'observations.csv': [
        'station_id,time,rain,temp_out',
        // In no order; dry all the same, and C has no rain.
        ...[8, 2, 5, 3, 1, 7, 0, 4, 6].flatMap((n) => [`A,${at(n * 5)},0,`, `B,${at(n * 5)},0,`, `C,${at(n * 5)},,1`]),
      ].join('\n'),
    });
    await importFeed(opened, { batch: 4 }).run(context);
    assert.deepEqual(said, [
      `8 amounts of rain overlap the report before: A at ${at(5).replace('.000', '')} covers 10 minutes and comes 5 minutes after it; intervals.rain should be no longer than the time between reports`,
      'rain of 1 station (B) has no interval and comes every 5 minutes: each amount is taken as what fell since the report before; declare intervals.rain=5 to be sure',
    ]);
  });

  it('tells nothing of rain that is counted', async () => {
    const { said, context } = setup();
    const rows = Array.from({ length: 20 }, (_, n) => `A,${new Date(NOW - n * 300_000).toISOString()},7`);
    const opened = await folder(
      { 'stations.csv': STATIONS, 'observations.csv': ['station_id,time,rain', ...rows].join('\n') },
      { network: 'net', mapping: { kinds: { rain: 'since_midnight' } } },
    );
    await importFeed(opened).run(context);
    assert.deepEqual(said, []);
  });

  it('lets the last report of a station and time count, whichever file it stands in', async () => {
    const { log, context } = setup();
    const opened = await folder({
      'stations.csv': STATIONS,
      'observations-1.csv': `${HEADER}\nA,${time(5)},1,,,,\nA,${time(1)},2,,,,\n`,
      'observations-2.csv': `${HEADER}\nA,${time(5)},3,,,,\n`,
    });
    await importFeed(opened, { batch: 2 }).run(context);
    const found = log.values('observations').filter((observation) => observation.time === Date.parse(time(5)));
    assert.deepEqual(
      found.map((observation) => observation.values.temp_out),
      [1, 3],
    );
    assert.ok(Number(found[1]?.received) > Number(found[0]?.received));
  });

  it('makes letters of bad rows with file and line, which can be replayed with the mapping they came by', async () => {
    const mapping = {
      decimal: ',',
      observations: { columns: { station_id: 'id', temp_out: 'T' } },
      time: { zone: '+01:00' },
      units: { temp_out: 'degF' },
    } as const;
    const { log, intake, context } = setup();
    const opened = await folder(
      {
        'stations.csv': STATIONS,
        'observations.csv': `id;time;T\nC;2026-03-01 12:00;68,0\nA;2026-03-01 12:00;x\nA;1\n`,
      },
      { network: 'net', mapping },
    );
    await importFeed(opened).run(context);
    const letters = log.values('dead-letters');
    assert.deepEqual(letters.map((letter) => [letter.source, letter.reason, letter.context]).sort(), [
      ['import:observations.csv:2', 'unknown_station', 'id;time;T'],
      ['import:observations.csv:3', 'invalid_value', 'id;time;T'],
      ['import:observations.csv:4', 'unreadable', 'id;time;T'],
    ]);
    const lost = letters.find((letter) => letter.reason === 'unknown_station');
    assert.ok(lost !== undefined);
    assert.equal(Buffer.from(lost.body, 'base64').toString(), 'C;2026-03-01 12:00;68,0');
    await intake.registerStations('net', [{ id: 'C', latitude: 1, longitude: 1 }]);
    const [result] = await intake.submit(lost.network, 'import', [rawItemOf(lost)]);
    assert.equal(result?.status, 'accepted');
    const replayed = log.values('observations').at(-1);
    assert.equal(replayed?.values.temp_out, 20);
    assert.equal(replayed?.time, Date.parse('2026-03-01T11:00:00Z'));
  });

  it('says which rows of the stations cannot be read', async () => {
    const { said, context } = setup();
    const opened = await folder({
      'stations.csv': `${STATIONS}C,Gamma,north,4,\n`,
      'observations.csv': `${HEADER}\nA,${time(1)},1,,,,\n`,
    });
    await importFeed(opened).run(context);
    assert.match(said[0] ?? '', /^stations.csv:4: latitude is 'north'/);
  });

  // The last row moved the station by thousands of km, and nothing told of it.
  it('says which row of a station is replaced by a later one', async () => {
    const { log, said, context } = setup();
    const opened = await folder({
      'stations.csv': `${STATIONS}A,Alpha 2,10,10,1\n`,
      'observations.csv': `${HEADER}\nA,${time(1)},1,,,,\n`,
    });
    await importFeed(opened).run(context);
    assert.equal(said[0], "stations.csv:2: station 'A' is named again in stations.csv:4, which counts");
    assert.deepEqual(
      log.values('stations').map(({ name, latitude }) => [name, latitude]),
      [['Alpha 2', 10]],
    );
  });

  it('submits nothing where a file is damaged', async () => {
    const { log, context } = setup();
    const opened = await folder({
      'stations.csv': STATIONS,
      'observations-1.csv': `${HEADER}\nA,${time(1)},1,,,,\n`,
      'observations-2.csv.gz': Buffer.from('no gzip'),
    });
    await assert.rejects(importFeed(opened).run(context), { code: 'store_unreadable' });
    assert.deepEqual(log.calls, []);
  });

  it('gives up when the intake stays away', async () => {
    const { log, said, context } = setup();
    log.failure = { topic: 'observations', error: new HalcyonError('store_unavailable', 'the store is away') };
    const opened = await folder({ 'stations.csv': STATIONS, 'observations.csv': `${HEADER}\nA,${time(1)},1,,,,\n` });
    await assert.rejects(importFeed(opened, { waits: [1, 2, 3] }).run(context), { code: 'store_unavailable' });
    assert.equal(said.length, 3);
  });

  it('stops while it waits to try again', async () => {
    const { log, said, context, controller } = setup();
    log.failure = { topic: 'observations', error: new HalcyonError('overloaded', 'too much') };
    const opened = await folder({ 'stations.csv': STATIONS, 'observations.csv': `${HEADER}\nA,${time(1)},1,,,,\n` });
    const running = importFeed(opened, { waits: [60_000] }).run(context);
    await until('it says that it tries again', () => said.length > 0);
    controller.abort();
    const began = performance.now();
    await running;
    assert.ok(performance.now() - began < 5000);
  });

  it('sorts in pieces as it would at once', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `A,${time((index * 37) % 60)},${index},,,,`);
    const opened = await folder({ 'stations.csv': STATIONS, 'observations.csv': [HEADER, 'A', ...rows].join('\n') });
    const placesOf = async (held: number) => {
      const places: string[] = [];
      const { items, total } = await rowsInOrderOfTime(opened, new AbortController().signal, held);
      for await (const batch of items()) places.push(...batch.map((item) => item.place));
      assert.equal(total, 301);
      return places;
    };
    const atOnce = await placesOf(1000);
    assert.equal(new Set(atOnce).size, 301);
    assert.deepEqual(await placesOf(17), atOnce);
    assert.deepEqual(await placesOf(1), atOnce);
  });
});
