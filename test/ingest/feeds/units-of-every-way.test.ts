import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SourceZone } from '../../../ingest/feeds/clock/source-zone.ts';
import { CollectorHistory } from '../../../ingest/feeds/collector/collector-history.ts';
import type { CollectorTables, TableRow } from '../../../ingest/feeds/collector/collector-tables.ts';
import type { Feed } from '../../../ingest/feeds/feed.ts';
import { geojsonAddress } from '../../../ingest/feeds/geojson/geojson-address.ts';
import { geojsonFeed } from '../../../ingest/feeds/geojson/geojson-feed.ts';
import { openCsvFolder } from '../../../ingest/feeds/import/csv-folder.ts';
import { importFeed } from '../../../ingest/feeds/import/import-feed.ts';
import { parsePush } from '../../../ingest/feeds/push/parse-push.ts';
import { readSourceForm } from '../../../ingest/validation/source-form.ts';
import type { OriginalValue, Values } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { runFeed } from './run-feed.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const TIME = '2026-03-01T11:50:00Z';
const PLACE = { latitude: 38.1, longitude: 23.7 };

/** A record in a source's units, kinds and intervals, and what is to become of it. */
interface Case {
  readonly units: Readonly<Record<string, string>>;
  readonly kind: string;
  /** Minutes. */
  readonly interval?: number;
  readonly given: Readonly<Record<string, number>>;
  readonly values: Values;
  readonly original: Readonly<Record<string, OriginalValue>>;
}

const CASES = JSON.parse(readFileSync(new URL('units-of-every-way.json', import.meta.url), 'utf8')) as readonly Case[];

/** The form of a case as a feed's address and the commands have it, with the level of the pressure. */
function formOf({ units, kind, interval }: Case): string {
  const pieces = Object.entries(units).map(([variable, unit]) => `units.${variable}=${encodeURIComponent(unit)}`);
  if (interval !== undefined) pieces.push(`intervals.rain=${interval}`);
  return [...pieces, `kinds.rain=${kind}`, 'pressure_level=station'].join('&');
}

let folder = '';

const WAYS: Readonly<Record<string, (one: Case) => Promise<Feed>>> = {
  push: async (one) => pushed('application/json', JSON.stringify(recordOf(one))),
  'push of JSON lines': async (one) => pushed('application/x-ndjson', `${JSON.stringify(recordOf(one))}\n`),
  'a folder of CSV files': async ({ units, kind, interval, given }) => {
    const intervals = interval === undefined ? {} : { rain: interval };
    const mapping = { units, kinds: { rain: kind }, intervals, pressure_level: 'station' };
    const path = mkdtempSync(join(folder, 'csv-'));
    writeFileSync(join(path, 'stations.csv'), `station_id,latitude,longitude\na,38.1,23.7\n`);
    const cells = VARIABLES.map((variable) => given[variable]).join(',');
    writeFileSync(join(path, 'observations.csv'), `station_id,time,${VARIABLES.join(',')}\na,${TIME},${cells}\n`);
    writeFileSync(join(path, 'mapping.json'), JSON.stringify(mapping));
    return importFeed(await openCsvFolder(path, { network: 'net' }));
  },
  'a GeoJSON feed': async (one) => {
    const path = join(folder, 'net.geojson');
    const properties = { station_file: 'a', ts: Date.parse(TIME) / 1000, ...one.given };
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [23.7, 38.1] }, properties };
    writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', features: [feature] }));
    return geojsonFeed(geojsonAddress(`${path}#${formOf(one)}`), { everyMs: 1 });
  },
  "a collector's database": async (one) => {
    const read = readSourceForm(formOf(one));
    assert.ok(typeof read !== 'string', String(read));
    const cells = Object.entries(one.given).map(([variable, value]) => [variable, String(value)]);
    const row: TableRow = { id: '1', station_id: 'a', time: '2026-03-01 11:50:00', ...Object.fromEntries(cells) };
    return importFeed(await CollectorHistory.open(tablesOf(row), SourceZone.of('UTC'), 'net', read.form));
  },
};

function recordOf({ units, kind, interval, given }: Case): object {
  const said = { units, kinds: { rain: kind }, intervals: { rain: interval }, pressure_level: 'station' };
  return { station_id: 'a', time: TIME, ...given, ...said, rain_interval: interval, ...PLACE };
}

function pushed(type: string, body: string): Feed {
  return {
    name: 'push',
    run: async ({ intake }) => {
      await intake.submit('net', 'push', parsePush(type, Buffer.from(body)));
    },
  };
}

function tablesOf(row: TableRow): CollectorTables {
  return {
    title: 'made up',
    name: 'net',
    stations: async () => [{ station_id: 'a', latitude: '38.1', longitude: '23.7', elevation: null }],
    count: async () => 1,
    extent: async () => null,
    undated: async () => ({ count: 0, first: null }),
    async *undatedRows() {},
    async *rows() {
      yield [{ time: Date.parse(TIME), row }];
    },
    close: async () => undefined,
  };
}

describe('units, kinds and intervals of every way in', () => {
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-units-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [way, feedOf] of Object.entries(WAYS)) {
    for (const one of CASES) {
      it(
        `${way}: ${Object.values(one.units).join(', ') || 'own units'}, rain ${one.kind} ${one.interval ?? ''}`.trim(),
        async () => {
          const log = await runFeed(await feedOf(one), NOW, 1);
          assert.deepEqual(log.values('dead-letters'), []);
          const [observation] = log.values('observations');
          assert.equal(observation.time, Date.parse(TIME));
          assert.deepEqual(observation.values, one.values);
          assert.deepEqual(observation.original, one.original);
          const [station] = log.values('stations');
          assert.deepEqual([station.pressureLevel, station.elevation], ['station', null]);
          assert.equal(station.rainInterval, one.interval ?? null);
        },
      );
    }
  }
});
