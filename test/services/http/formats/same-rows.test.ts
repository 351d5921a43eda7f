import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { parse } from 'csv-parse/sync';
import type { Assessment } from '../../../../schemas/assessment.ts';
import { observationAnswerShape } from '../../../../schemas/http/answers/observation-answer.ts';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import { isoOf } from '../../../../schemas/time.ts';
import { VARIABLES } from '../../../../schemas/variables.ts';
import { pythonWith } from '../../../servers/python-packages.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly, someObservation, someStation } from '../../api/some-records.ts';

const ODD = 'Zürich, "東京"\r\n\t=1+1 ☂';
const PYTHON = ['pyarrow==21.0.0', 'pandas==2.3.3'];
const judged = { flag: 1, reason: '', score: 0.5 } as const;

/** A row as JSON has it, by the names of the columns. */
type Row = Readonly<Record<string, unknown>>;

const PAGE = pageShape('observations', observationAnswerShape);

describe('lists in other formats', function () {
  this.timeout(300_000);
  const running = new RunningApplication();
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-formats-'));
  before(async () => {
    const assessment: Assessment = {
      judgement: {
        network: 'north',
        station: 'a',
        slot: NOON / 600_000,
        time: NOON,
        configuration: 'c0',
        variables: {
          temp_out: judged,
          out_hum: { flag: 9, reason: 'missing', score: null },
          wind_speed: { flag: 3, reason: '', score: 8 },
          bar: { flag: 4, reason: 'gross_range', score: null },
          rain: { flag: 2, reason: 'late', score: null },
        },
        judged: NOON,
        received: null,
      },
      verdicts: {},
      faults: { wind_speed: { faultId: 'f1', flag: 4, estimate: 7.2, uncertainty: 0.1 + 0.2 } },
      settled: false,
    };
    running.parts.stations = [someStation(), someStation({ id: 'b', elevation: null })];
    running.parts.observations = [
      {
        ...someObservation({ values: { temp_out: 0.1 + 0.2, out_hum: null, wind_speed: 18, bar: 1e9, rain: 0 } }),
        assessment,
      },
      someObservation({
        station: ODD,
        time: NOON + 123,
        extras: { wind_dir: 270, note: ODD },
        original: { temp_out: { value: 54.5, unit: 'degF' } },
        source: ODD,
      }),
      someObservation({ station: 'b', time: Date.UTC(1931, 0, 1) }),
    ];
    running.parts.anomalies = [
      someAnomaly({ reason: ODD, baseline: 'b1' }),
      someAnomaly({ id: 'f'.repeat(32), station: 'b', spatial: { ...someAnomaly().spatial, neighbors: [] } }),
    ];
    await running.start();
  });
  after(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const bytesOf = async (address: string): Promise<Buffer> => {
    const response = await fetch(running.listening.url + address);
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  const stored = async (address: string, name: string): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, await bytesOf(address));
    return path;
  };

  /** Observations of JSON by the names of the columns. */
  const observationRows = async (query = ''): Promise<Row[]> => {
    const { observations } = (await running.request(`/api/v1/observations?limit=100${query}`)).as(PAGE);
    const text = (value: object) => (Object.keys(value).length === 0 ? null : JSON.stringify(value));
    return observations.map(({ flags, extras, original, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(VARIABLES.map((name) => [`${name}_flag`, flags?.[name].flag ?? null])),
      ...Object.fromEntries(VARIABLES.map((name) => [`${name}_best_estimate`, flags?.[name].best_estimate ?? null])),
      extras: text(extras),
      original: text(original),
    }));
  };
  const inOrder = (row: Row, names: readonly string[]) => names.map((name) => row[name]);

  it('hold the rows of JSON: observations by DuckDB from Parquet, by Arrow, and from CSV', async () => {
    for (const query of ['', '&units=si']) {
      const rows = await observationRows(query);
      const parquet = await stored(`/api/v1/observations?limit=100&format=parquet${query}`, 'page.parquet');
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      const reader = await connection.runAndReadAll(
        `SELECT * REPLACE (epoch_ms(timestamp) AS timestamp, epoch_ms(received) AS received) FROM '${parquet}'`,
      );
      const names = reader.columnNames();
      const shown = reader.getRowObjects().map((row) => ({
        ...row,
        timestamp: isoOf(Number(row['timestamp'])),
        received: isoOf(Number(row['received'])),
      }));
      assert.deepEqual(
        shown.map((row) => inOrder(row, names)),
        rows.map((row) => inOrder(row, names)),
      );
      assert.deepEqual(names.toSorted(), Object.keys(rows[0]).toSorted());

      const table = tableFromIPC(await bytesOf(`/api/v1/observations?limit=100&format=arrow${query}`));
      const arrow = table.toArray().map((row: Row) => ({
        ...Object.fromEntries(names.map((name) => [name, row[name]])),
        timestamp: isoOf(Number(row['timestamp'])),
        received: isoOf(Number(row['received'])),
      }));
      assert.deepEqual(
        arrow.map((row: Row) => inOrder(row, names)),
        rows.map((row) => inOrder(row, names)),
      );
      const field = table.schema.fields.find(({ name }) => name === 'wind_speed');
      assert.equal(field?.metadata.get('unit'), query === '' ? 'km/h' : 'm/s');

      const csv: Row[] = parse(await bytesOf(`/api/v1/observations?limit=100&format=csv${query}`), { columns: true });
      const asText = (value: unknown) => (value === null ? '' : String(value));
      assert.deepEqual(
        csv.map((row) => inOrder(row, names)),
        rows.map((row) => inOrder(row, names).map(asText)),
      );
    }
  });

  it('have the same columns as a whole as in pages', async () => {
    const flags = Object.fromEntries(
      VARIABLES.flatMap((name) => [
        [`${name}_flag`, null],
        [`${name}_best_estimate`, null],
      ]),
    );
    const rows = (await observationRows('&units=si')).map((row) => ({ ...row, ...flags }));
    const parquet = await stored('/api/v1/observations?network=north&limit=all&units=si&format=parquet', 'all.parquet');
    const csv: Row[] = parse(await bytesOf('/api/v1/observations?network=north&limit=all&units=si&format=csv'), {
      columns: true,
    });
    const names = Object.keys(csv[0]);
    assert.deepEqual(
      csv.map((row) => inOrder(row, names)),
      rows.map((row) => inOrder(row, names).map((value) => (value === null ? '' : String(value)))),
    );
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const types = async (path: string) =>
      (await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${path}'`)).getRows();
    const page = await stored('/api/v1/observations?network=north&units=si&format=parquet', 'page.parquet');
    assert.deepEqual(await types(parquet), await types(page));
    const without = await bytesOf('/api/v1/observations?network=north&limit=all&flags=false&format=csv');
    assert.doesNotMatch(without.toString(), /_flag|_best_estimate/);
  });

  it('are features where the stations are', async () => {
    const { features } = JSON.parse((await bytesOf('/api/v1/anomalies?format=geojson')).toString());
    assert.deepEqual(
      features.map(({ geometry }: { geometry: object }) => geometry),
      [
        { type: 'Point', coordinates: [4, 51, 12] },
        { type: 'Point', coordinates: [4, 51] },
      ],
    );
    assert.equal(features[0].properties.reason, ODD);
    assert.deepEqual(features[0].properties.spatial_verification_neighbors, ['b']);
    const observations = JSON.parse((await bytesOf('/api/v1/observations?format=geojson')).toString());
    assert.equal(observations.features[1].geometry, null);
  });

  it('name the next page, relative to this one', async () => {
    running.parts.next = 'a place';
    const page = await running.request('/api/v1/observations?network=north&limit=1');
    const link = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    assert.equal(
      new URL(link, 'http://x/api/v1/observations?limit=1').searchParams.get('cursor'),
      page.as(PAGE).next_cursor,
    );
    assert.match(link, /^\?network=north&limit=1&cursor=/);
    const csv = await running.request('/api/v1/observations?network=north&limit=1&format=csv');
    assert.match(csv.headers.get('link') ?? '', /format=csv&cursor=a\+place/);
    assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="observations.csv"$/);
    running.parts.next = null;
    assert.equal((await running.request('/api/v1/observations?format=csv')).headers.get('link'), null);
  });

  it('are read by pandas and pyarrow, with units and the flags as whole numbers', async function () {
    const found = await pythonWith(PYTHON);
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      this.skip();
    }
    const parquet = await stored('/api/v1/observations?limit=100&format=parquet', 'page.parquet');
    const arrow = await stored('/api/v1/observations?limit=100&format=arrow', 'page.arrows');
    const csv = await stored('/api/v1/observations?limit=100&format=csv', 'page.csv');
    const anomalies = await stored('/api/v1/anomalies?format=parquet', 'anomalies.parquet');
    const script = `
import json, pandas, pyarrow.ipc, pyarrow.parquet
parquet, arrow, csv, anomalies = ${JSON.stringify([parquet, arrow, csv, anomalies])}
table = pyarrow.parquet.read_table(parquet)
assert table.equals(pyarrow.ipc.open_stream(arrow).read_all())
frame = pandas.read_parquet(parquet)
text = pandas.read_csv(csv, parse_dates=["timestamp", "received"], date_format="ISO8601", float_precision="round_trip")
assert list(frame.columns) == list(text.columns)
for name in ["temp_out", "out_hum", "wind_speed", "bar", "rain", "temp_out_flag"]:
    assert frame[name].astype(float).equals(text[name].astype(float)), name
assert (frame["timestamp"] == text["timestamp"]).all()
schema = table.schema
print(json.dumps({
  "rows": table.num_rows,
  "time": str(schema.field("timestamp").type),
  "flag": str(schema.field("temp_out_flag").type),
  "unit": schema.field("bar").metadata[b"unit"].decode(),
  "first": frame["timestamp"].iloc[1].isoformat(),
  "station": frame["station_id"].iloc[1],
  "flags": [None if pandas.isna(v) else int(v) for v in frame["wind_speed_flag"]],
  "neighbors": pyarrow.parquet.read_table(anomalies).column("spatial_verification_neighbors").to_pylist(),
}))`;
    const { stdout } = await promisify(execFile)(found.python, ['-c', script]);
    assert.deepEqual(JSON.parse(stdout), {
      rows: 3,
      time: 'timestamp[ms, tz=UTC]',
      flag: 'int8',
      unit: 'hPa',
      first: '2026-03-01T12:00:00.123000+00:00',
      station: ODD,
      flags: [4, null, null],
      neighbors: [['b'], []],
    });
  });

  it('have no text in CSV that a spreadsheet would run, and negative numbers as they are', async () => {
    const dangerous = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1'];
    running.parts.observations = dangerous.map((source) =>
      someObservation({
        station: source.trim(),
        source,
        values: { temp_out: -4.5, out_hum: null, wind_speed: 18, bar: null, rain: 0 },
      }),
    );
    const rows: Row[] = parse(await bytesOf('/api/v1/observations?limit=100&format=csv'), { columns: true });
    assert.deepEqual(
      rows.map((row) => row['source']),
      dangerous.map((source) => `'${source}`),
    );
    for (const row of rows) {
      assert.match(String(row['station_id']), /^'/);
      assert.equal(row['temp_out'], '-4.5');
    }
    const whole: Row[] = parse(await bytesOf('/api/v1/observations?network=north&limit=all&format=csv'), {
      columns: true,
    });
    assert.deepEqual([...new Set(whole.map((row) => String(row['source']).charAt(0)))], ["'"]);
  });

  it('are compressed for clients that take gzip, Parquet and BUFR are not', async () => {
    running.parts.observations = Array.from({ length: 50 }, (_, i) => someObservation({ station: `s${i}` }));
    for (const format of ['json', 'csv', 'geojson', 'arrow', 'parquet', 'bufr']) {
      const address = `/api/v1/observations?format=${format}`;
      const zipped = await fetch(running.listening.url + address);
      const plain = await fetch(running.listening.url + address, { headers: { 'Accept-Encoding': 'identity' } });
      assert.equal(
        zipped.headers.get('content-encoding'),
        ['parquet', 'bufr'].includes(format) ? null : 'gzip',
        format,
      );
      assert.equal(plain.headers.get('content-encoding'), null);
      assert.deepEqual(new Uint8Array(await zipped.arrayBuffer()), new Uint8Array(await plain.arrayBuffer()));
      assert.equal(zipped.headers.get('etag'), plain.headers.get('etag'));
    }
  });
});
