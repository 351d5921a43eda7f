import assert from 'node:assert/strict';
import { chmod, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type CsvFolderOptions, openCsvFolder } from '../../../../ingest/feeds/import/csv-folder.ts';
import { CsvFolderSource } from '../../../../ingest/feeds/import/csv-folder-source.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { asOrdinaryUser } from '../../../as-ordinary-user.ts';
import { Folders, HEADER, STATIONS } from './folder-fixture.ts';

const LATEST = Date.parse('2026-03-01T13:00:00Z');
const T0 = '2026-03-01T12:00:00Z';
const T1 = '2026-03-01T12:10:00Z';

const RAIN_OF_7 = 'intervals.rain is 7, should be one of 1, 5, 10, 15, 30, 60 (minutes)';

const folders = new Folders();
after(() => folders.remove());

async function open(files: Record<string, string | Buffer>, options: CsvFolderOptions = { network: 'net' }) {
  return CsvFolderSource.open(await openCsvFolder(await folders.make(files), options), { latest: LATEST });
}

async function all(source: CsvFolderSource, from = -Infinity, to = Infinity): Promise<Observation[]> {
  const found: Observation[] = [];
  for await (const batch of source.read('net', from, to)) found.push(...batch);
  return found;
}

function rows(...lines: string[]): Record<string, string> {
  return { 'stations.csv': STATIONS, 'observations.csv': [HEADER, ...lines, ''].join('\n') };
}

describe('CSV folder as history', () => {
  it('gives stations and observations in order of time, whatever the order of the rows', async () => {
    const source = await open(rows(`B,${T1},4,50,3,1010,0`, `A,${T1},3,,3,1010,0`, `A,${T0},1.5,60,2,1011,0.2`));
    assert.deepEqual(await source.networks(), ['net']);
    assert.deepEqual(
      (await source.stations('net')).map((station) => [station.id, station.name, station.elevation]),
      [
        ['A', 'Alpha', 12],
        ['B', 'Beta', null],
      ],
    );
    assert.deepEqual(await source.extent('net'), { first: Date.parse(T0), last: Date.parse(T1) });
    const found = await all(source);
    assert.deepEqual(
      found.map((each) => each.station),
      ['A', 'A', 'B'],
    );
    assert.deepEqual(found[0]?.values, { temp_out: 1.5, out_hum: 60, wind_speed: 2, bar: 1011, rain: 0.2 });
    assert.equal(found[1]?.values.out_hum, null);
    assert.equal(source.problems.total, 0);
  });

  it('reads the stretch that is asked for, both ends included, and nothing of other networks', async () => {
    const times = Array.from({ length: 30 }, (_, index) => new Date(Date.parse(T0) - index * 600_000).toISOString());
    const source = await open(rows(...times.map((time) => `A,${time},1,,,,`)));
    const [first, last] = [Date.parse(times[20] ?? ''), Date.parse(times[10] ?? '')];
    const found = await all(source, first, last);
    assert.equal(found.length, 11);
    assert.equal(found[0]?.time, first);
    assert.equal(found[10]?.time, last);
    assert.deepEqual(await all(source, last + 1, last + 2), []);
    assert.deepEqual(await source.stations('other'), []);
    assert.equal(await source.extent('other'), null);
  });

  it('tells the elements beyond the five that its columns have', async () => {
    const content = `${HEADER},hi_speed,leaf\nA,${T0},1,,,,,9,3\n`;
    const source = await open({ 'stations.csv': STATIONS, 'observations.csv': content });
    const [network] = await source.networks();
    assert.deepEqual(await source.elements(network), ['wind_gust']);
    assert.deepEqual(await source.elements('other'), []);
  });

  it('counts duplicates, and the last of several reports of one time', async () => {
    const source = await open(rows(`A,${T0},1,,,,`, `A,${T0},1,,,,`, `B,${T0},9,,,,`, `A,${T0},2,,,,`));
    assert.deepEqual(
      (await all(source)).map((each) => each.values.temp_out),
      [2, 9],
    );
    assert.equal(source.duplicates, 2);
  });

  it('says of every row that cannot be read where it stands and why, and keeps the others', async () => {
    const content = Buffer.concat([
      Buffer.from(`${HEADER}\nA,${T0},1,,,,\nA,${T1},1,,\nA,yesterday,1,,,,\nX,${T0},1,,,,\nA,${T0},"12,5",,,,\n`),
      Buffer.from(
        `A,${T0},NaN,,,,\nA,${T0},Infinity,,,,\nA,2026-03-01T13:00:01Z,1,,,,\n,${T0},1,,,,\nB,${T0},1e308,,,,\n`,
      ),
      Buffer.from([0x00, 0xff, 0x80, 0x0a, 0x00, 0x01, 0x02]),
    ]);
    const source = await open({ 'stations.csv': STATIONS, 'observations.csv': content });
    assert.deepEqual(
      source.problems.first.map((problem) => `${problem.file}:${problem.line} ${problem.reason}`),
      [
        'observations.csv:3 unreadable',
        'observations.csv:4 invalid_time',
        'observations.csv:5 unknown_station',
        'observations.csv:6 invalid_value',
        'observations.csv:7 invalid_value',
        'observations.csv:8 invalid_value',
        'observations.csv:9 time_ahead',
        'observations.csv:10 invalid_id',
        'observations.csv:12 unreadable',
        'observations.csv:13 unreadable',
      ],
    );
    const details = source.problems.first.map((problem) => problem.detail);
    assert.match(details[0] ?? '', /has 5 columns, the header has 7/);
    assert.match(details[3] ?? '', /decimal/);
    assert.deepEqual(
      (await all(source)).map((each) => each.values.temp_out),
      [1, 1e308],
    );
    assert.equal(source.rows, 12);
  });

  it('keeps the first problems and counts all', async () => {
    const source = await open(rows(`A,${T0},1,,,,`, ...Array.from({ length: 100 }, () => 'A')));
    assert.equal(source.problems.total, 100);
    assert.equal(source.problems.first.length, 20);
  });

  it('reads several files, compressed or not, with mixed line ends and a byte-order mark', async () => {
    const source = await open({
      'stations.csv.gz': STATIONS,
      'observations-1.csv': `\ufeff${HEADER}\r\nA,${T0},1,,,,\nB,${T0},2,,,,\r`,
      'observations-2.csv.gz': `time,station_id,temp_out,wind_dir_str\n${T1},A,3,SW\n`,
    });
    const found = await all(source);
    assert.deepEqual(
      found.map((each) => each.values.temp_out),
      [1, 2, 3],
    );
    assert.deepEqual(found[2]?.extras, { wind_dir_str: 'SW' });
    assert.equal(source.problems.total, 0);
  });

  it('takes the network from the option, the mapping, the stations or the folder’s name', async () => {
    const named = STATIONS.replaceAll(/\n(?=[AB])/g, '\nnet-in-file,').replace('station_id', 'network,station_id');
    const files = rows(`A,${T0},1,,,,`);
    const path = await folders.make(files);
    assert.equal((await openCsvFolder(path)).network, basename(path));
    const inFile = await folders.make({ ...files, 'stations.csv': named });
    assert.equal((await openCsvFolder(inFile)).network, 'net-in-file');
    assert.equal((await openCsvFolder(inFile, { mapping: { network: 'mapped' } })).network, 'mapped');
    assert.equal((await openCsvFolder(inFile, { network: 'given' })).network, 'given');
    await assert.rejects(openCsvFolder(path, { network: 'a/b' }), { code: 'invalid_parameter' });
  });

  it('tells of a row of a station that a later one replaces', async () => {
    const source = await open({ ...rows(`A,${T0},1,,,,`), 'stations.csv': `${STATIONS}A,Alpha 2,10,10,1\n` });
    const [{ file, line, detail }] = source.problems.first;
    assert.deepEqual(
      [source.problems.total, file, line, detail],
      [1, 'stations.csv', 2, "station 'A' is named again in stations.csv:4, which counts"],
    );
    assert.deepEqual(
      (await source.stations('net')).map(({ id, latitude }) => [id, latitude]),
      [
        ['A', 10],
        ['B', 51.1],
      ],
    );
  });

  it('has no observations where there is only a header line', async () => {
    const source = await open(rows());
    assert.equal(await source.extent('net'), null);
    assert.deepEqual(await all(source), []);
  });
});

describe('mapping of a CSV folder', () => {
  const foreign = {
    'meta.csv': 'Naam;lat;lon\nA;51,5;4,25\n',
    'data.csv': 'Naam;Datum;Tijd;T;P;W;RR\nA;01/03/2026;13:00;12,5;101325;3,3;NA\nA;2026-03-01;13:10;1;1;1;1\n',
  };
  const mapping = {
    network: 'net',
    decimal: ',',
    missing: ['NA'],
    pressure_level: 'sea_level',
    stations: { file: 'meta.csv', columns: { station_id: 'Naam', latitude: 'lat', longitude: 'lon' } },
    observations: {
      files: ['data.csv'],
      columns: { station_id: 'Naam', time: ['Datum', 'Tijd'], temp_out: 'T', bar: 'P', wind_speed: 'W', rain: 'RR' },
    },
    units: { bar: 'Pa', wind_speed: 'm/s' },
    time: { format: 'DD/MM/YYYY HH:mm', zone: '+01:00' },
  };

  it('gives names, units, form of times, zone, delimiter and decimal comma', async () => {
    const source = await open({ ...foreign, 'mapping.json': JSON.stringify(mapping) }, {});
    const [station] = await source.stations('net');
    assert.deepEqual([station?.latitude, station?.longitude, station?.pressureLevel], [51.5, 4.25, 'sea_level']);
    const [only] = await all(source);
    assert.equal(new Date(only?.time ?? 0).toISOString(), '2026-03-01T12:00:00.000Z');
    assert.deepEqual(only?.values, { temp_out: 12.5, out_hum: null, wind_speed: 11.88, bar: 1013.25, rain: null });
    assert.deepEqual(only?.original, { wind_speed: { value: 3.3, unit: 'm/s' }, bar: { value: 101325, unit: 'Pa' } });
    assert.match(
      source.problems.first[0]?.detail ?? '',
      /'2026-03-01 13:10', should be of the form 'DD\/MM\/YYYY HH:mm'/,
    );
  });

  it('names every wrong part of itself', async () => {
    const wrong = {
      decimal: ';',
      units: { bar: 'atm' },
      intervals: { rain: 7 },
      time: { format: 'DD.MM', zone: 'Atlantis' },
      colums: {},
    };
    const path = await folders.make({ ...foreign, 'mapping.json': JSON.stringify(wrong) });
    await assert.rejects(openCsvFolder(path), (error: Error & { code: string; problems: { loc: unknown[] }[] }) => {
      assert.equal(error.code, 'invalid_parameter');
      for (const part of ['decimal', 'units.bar', RAIN_OF_7, 'time.format', 'time.zone', 'colums'])
        assert.ok(error.message.includes(part), error.message);
      return true;
    });
    await assert.rejects(openCsvFolder(path, { mapping: join(path, 'none.json') }), { code: 'invalid_parameter' });
    const broken = await folders.make({ ...foreign, 'mapping.json': '{' });
    await assert.rejects(openCsvFolder(broken), /mapping.json is no JSON/);
  });

  it('reads manufacturer and model of stations', async () => {
    const stations = 'station_id,latitude,longitude,manufacturer,model\nA,51,4,Boreal,BX2\nB,51,4.1,,\n';
    const observations = `station_id,time,temp_out\nA,${T0},1\nB,${T0},1\n`;
    const source = await open({ 'stations.csv': stations, 'observations.csv': observations }, { network: 'net' });
    assert.deepEqual(
      (await source.stations('net')).map(({ manufacturer, model }) => [manufacturer, model]),
      [
        ['Boreal', 'BX2'],
        [null, null],
      ],
    );
  });

  it('gives the interval of rain, unless a row says its own; a station without either has the one of its file', async () => {
    const stations = 'station_id,latitude,longitude,rain_interval\nA,51,4,60\nB,51,4.1,\n';
    const lines = (column: string) => [`station_id,time,rain${column}`, `A,${T0},0.6`, `B,${T0},0.6`];
    const rains = async (files: Record<string, string>, mapping: CsvFolderOptions['mapping'] = {}) => {
      const source = await open({ 'stations.csv': stations, ...files }, { network: 'net', mapping });
      const found = await all(source);
      const intervals = (await source.stations('net')).map(({ rainInterval }) => rainInterval);
      return [...found.map(({ values, original }) => [values.rain, original['rain']?.interval]), intervals];
    };
    const plain = { 'observations.csv': lines('').join('\n') };
    assert.deepEqual(await rains(plain), [
      [0.1, 60],
      [0.6, undefined],
      [60, null],
    ]);
    assert.deepEqual(await rains(plain, { intervals: { rain: 5 } }), [
      [1.2, 5],
      [1.2, 5],
      [60, 5],
    ]);
    const own = { 'observations.csv': [`${lines(',minutes')[0]}`, `A,${T0},0.6,15`, `B,${T0},0.6,`].join('\n') };
    const columns = { columns: { rain_interval: 'minutes' } };
    assert.deepEqual(await rains(own, { observations: columns, intervals: { rain: 5 } }), [
      [0.4, 15],
      [1.2, 5],
      [60, 5],
    ]);
    assert.deepEqual((await rains(plain, { kinds: { rain: 'since_reset' } }))[0], [null, undefined]);
  });

  it('refuses an interval of rain that is none, in a row, of a station and beside a count', async () => {
    const files = (stations: string, observations: string) => ({
      'stations.csv': `station_id,latitude,longitude,rain_interval\nA,51,4,${stations}\nB,51,4.1,\n`,
      'observations.csv': `station_id,time,rain,rain_interval\nA,${T0},0.6,${observations}\nB,${T0},0.6,\n`,
    });
    const problems = async (stations: string, observations: string) => {
      const { first } = (await open(files(stations, observations))).problems;
      return first.map(({ file, line, detail }) => `${file}:${line}: ${detail}`);
    };
    const right = 'should be one of 1, 5, 10, 15, 30, 60 (minutes)';
    assert.deepEqual(await problems('', '5 min'), [`observations.csv:2: rain_interval is '5 min', ${right}`]);
    assert.equal((await problems('1440', ''))[0], `stations.csv:2: rain_interval is 1440, ${right}`);
    const both = { kinds: { rain: 'since_midnight' }, intervals: { rain: 5 } } as const;
    await assert.rejects(open(files('', ''), { network: 'net', mapping: both }), {
      code: 'invalid_parameter',
      message: /the mapping: intervals\.rain is 5 beside kinds\.rain since_midnight: a count has no interval/,
    });
  });

  it('says which of its columns and files are not there', async () => {
    const column = { ...mapping, observations: { files: ['data.csv'], columns: { station_id: 'Naam', time: 'Uhr' } } };
    await assert.rejects(
      open(foreign, { mapping: column as never }),
      /data.csv: .*missing: 'Uhr'.*found 'Naam', 'Datum'/,
    );
    const file = { ...mapping, observations: { files: ['nowhere.csv'] } };
    await assert.rejects(open(foreign, { mapping: file as never }), {
      code: 'store_unavailable',
      message: /nowhere.csv/,
    });
  });

  for (const [format, text, expected] of [
    ['unix', '1772366400', 'good'],
    ['unix_ms', '1772366400000', 'good'],
    ['YYYYMMDDHHmmss', '20260301120000', 'good'],
    ['YYYYMMDDHHmmss', '2026030112000', 'bad'],
    ['D', '1', 'refused'],
    ['unix', '2026-03-01T12:00:00Z', 'bad'],
    ['DD.MM.YYYY HH:mm', '30.02.2026 12:00', 'bad'],
    ['DD.MM.YYYY HH:mm', '1.3.2026 12:00', 'good'],
  ] as const) {
    it(`reads times as ${format}: ${text} is ${expected}`, async () => {
      const opened = open(rows(`A,${text},1,,,,`, `A,${T0},1,,,,`), { network: 'net', mapping: { time: { format } } });
      if (expected === 'refused') return assert.rejects(opened, { code: 'invalid_parameter' });
      if (expected === 'bad') return assert.rejects(opened, { code: 'store_unreadable' });
      assert.equal((await all(await opened))[0]?.time, Date.parse(T0));
    });
  }
});

describe('CSV folder that cannot be read', () => {
  const cases: [string, Record<string, string | Buffer>, string, RegExp][] = [
    ['is empty', {}, 'store_unreadable', /no stations.csv: expected stations.csv .* found nothing/],
    ['is foreign', { 'photo.jpg': 'x' }, 'store_unreadable', /no stations.csv.*found 'photo.jpg'/],
    ['has no observations', { 'stations.csv': STATIONS }, 'store_unreadable', /no observation file/],
    [
      'has other columns',
      { ...rows(), 'observations.csv': 'id,date,T\n1,2,3\n' },
      'store_unreadable',
      /observations.csv: .*missing: 'time'.*found 'id', 'date', 'T'/,
    ],
    [
      'has no variable',
      { ...rows(), 'observations.csv': 'station_id,time,T\n1,2,3\n' },
      'store_unreadable',
      /at least one of temp_out/,
    ],
    [
      'has stations without a place',
      { ...rows(), 'stations.csv': 'station_id\nA\n' },
      'store_unreadable',
      /stations.csv: .*'latitude', 'longitude'/,
    ],
    [
      'has a column twice',
      { ...rows(), 'observations.csv': `${HEADER},rain\n` },
      'store_unreadable',
      /'rain' appears twice/,
    ],
    ['has an empty file', { ...rows(), 'observations.csv': '' }, 'store_unreadable', /observations.csv is empty/],
    [
      'is no gzip',
      { 'stations.csv': STATIONS, 'observations.csv.gz': Buffer.from(HEADER) },
      'store_unreadable',
      /observations.csv.gz is damaged/,
    ],
    [
      'is cut off',
      { 'stations.csv': STATIONS, 'observations.csv.gz': gzipSync(`${HEADER}\nA,${T0},1,,,,\n`).subarray(0, -12) },
      'store_unreadable',
      /observations.csv.gz is cut off/,
    ],
    [
      'is UTF-16',
      { ...rows(), 'observations.csv': Buffer.from(`\ufeff${HEADER}\n`, 'utf16le') },
      'store_unreadable',
      /UTF-16, should be UTF-8/,
    ],
    [
      'has decimal commas everywhere',
      { ...rows(), 'observations.csv': `station_id;time;temp_out\nA;${T0};12,5\n` },
      'store_unreadable',
      /none of the 1 observations .* observations.csv:2: .*"decimal": ","/,
    ],
  ];
  for (const [what, files, code, message] of cases) {
    it(`since it ${what}`, () => assert.rejects(open(files), { name: 'HalcyonError', code, message }));
  }

  it('since it is not there, or no folder', async () => {
    const path = await folders.make(rows());
    await assert.rejects(openCsvFolder(join(path, 'nowhere')), { code: 'store_unavailable', message: /is not there/ });
    await assert.rejects(openCsvFolder(join(path, 'stations.csv')), { code: 'store_unreadable', message: /no folder/ });
    await mkdir(join(path, 'observations-2.csv'));
    const isFolder = /^observations-2\.csv cannot be read: it is a folder, should be a file$/;
    await assert.rejects(openCsvFolder(path), { code: 'store_unreadable', message: isFolder });
  });

  it('since this user may not read it', async () => {
    const path = await folders.make(rows());
    await chmod(path, 0o755);
    await chmod(join(path, 'observations.csv'), 0);
    const folder = await openCsvFolder(path, { network: 'net' });
    await asOrdinaryUser(() =>
      assert.rejects(CsvFolderSource.open(folder, { latest: LATEST }), /may not be read by this user/),
    );
  });
});
