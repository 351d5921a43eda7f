// Three days of KNMI's network with 46 elements through the whole embedded system:
//   npm run test:knmi -- --data DIR [--seed 1] [--keep DIR]
// DIR is a folder of CSV files with the five variables of these stations. The other 41 are made (made-elements.ts), written as KNMI
// writes its ten-minute files (NetCDF-4), imported once with the five alone and once with all, and judged. It prints what that
// costs (processor and memory without the engine's process) and what is found, and ends with 1 where a verdict on the five is another, or an element is not judged.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { measuredCommand } from '../../../bench/measured-command.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { isoOf, SLOT_MS } from '../../../schemas/time.ts';
import { markdownTable } from '../../quality/markdown-table.ts';
import { countOf, refuse, runOptions } from '../../run-options.ts';
import { bytesIn } from '../backup/plain-copy.ts';
import { type Five, MADE, madeElements, type Site, type TenMinuteValues } from './made-elements.ts';
import { writeNetcdf } from './written-netcdf.ts';

const { values: options } = runOptions({
  options: { data: { type: 'string' }, seed: { type: 'string', default: '1' }, keep: { type: 'string' } },
});
const { data } = options;
if (data === undefined) refuse('--data is needed: a folder with stations.csv and observations.csv.gz');
const PACKAGED =
  'wind_direction,wind_gust,dew_point,temp_max,temp_min,solar_radiation,visibility,station_pressure,soil_temperature';
const ELEMENTS = `${PACKAGED},${packageFile('examples', 'knmi', 'elements.json')}`;
const MAPPING = packageFile('examples', 'knmi', 'mapping.json');
const FIVE = ['ta', 'rh', 'ff', 'pp', 'rg'] as const;
const KMH = 3.6;
const DAY_SLOTS = 144;
const NETWORK = 'knmi';

interface Verdict {
  readonly station_id: string;
  readonly variable: string;
  readonly timestamp: string;
  readonly classification: string;
  readonly reason: string;
}

const root = options.keep ?? mkdtempSync(join(tmpdir(), 'halcyon-knmi-'));
process.env['HALCYON_ELEMENTS'] = ELEMENTS;
// What a process keeps is settled when it is loaded.
const { VARIABLES, isDocumented } = await import('../../../schemas/variables.ts');
const { openTimeSeries } = await import('../../../services/stores/opening/open-time-series.ts');
const { sites, start, five } = readNetwork(data);
const reports = five.flat().filter((it) => !FIVE.every((name) => Number.isNaN(it[name]))).length;
try {
  await writeDays(
    join(root, 'five'),
    five.map((row) => row.map((it) => ({ ...it }))),
  );
  await writeDays(join(root, 'all'), madeElements(sites, start, five, countOf(options, 'seed')));
  console.log(`${sites.length} stations, ${five.length} times, ${reports} reports\n`);
  const header = ['elements', 'import [s]', 'processor [s]', 'memory [MiB]', 'stored [bytes a report]'];
  const lines = [
    [String(FIVE.length), ...(await importOf('five', '', mappingOfFive()))],
    [String(FIVE.length + MADE.length), ...(await importOf('all', ELEMENTS, MAPPING))],
  ];
  console.log(`${markdownTable(header, lines)}\n`);
  const [before, after] = [await verdictsOf('five', ''), await verdictsOf('all', ELEMENTS)];
  const unjudged = await tellJudged(after);
  const differ = differences(
    before,
    after.filter(({ variable }) => isDocumented(variable)),
  );
  console.log(`\nverdicts on the five that ${MADE.length} more elements change: ${differ} of ${before.length}`);
  if (unjudged.length > 0) console.log(`never judged: ${unjudged.join(', ')}`);
  if (differ > 0 || unjudged.length > 0) process.exitCode = 1;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true });
}

/** The reports of a folder on a grid of ten minutes, in the units of KNMI's files. */
function readNetwork(folder: string): { sites: Site[]; start: number; five: Five[][] } {
  const rows = (bytes: Buffer) => parse(bytes, { columns: true }) as Record<string, string>[];
  const sites = rows(readFileSync(join(folder, 'stations.csv'))).map((row) => ({
    ...{ id: row['station_id'], name: row['station_name'] },
    ...{ latitude: Number(row['latitude']), longitude: Number(row['longitude']), elevation: Number(row['elevation']) },
  }));
  const reports = rows(gunzipSync(readFileSync(join(folder, 'observations.csv.gz'))));
  const times = reports.map((row) => Date.parse(row['time']));
  const start = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const missing: Five = { ta: Number.NaN, rh: Number.NaN, ff: Number.NaN, pp: Number.NaN, rg: Number.NaN };
  const five = Array.from({ length: (last - start) / SLOT_MS + 1 }, () => sites.map(() => missing));
  const number = (cell: string, factor = 1) => (cell === '' ? Number.NaN : Number(cell) * factor);
  for (const [k, row] of reports.entries()) {
    const s = sites.findIndex(({ id }) => id === row['station_id']);
    five[(times[k] - start) / SLOT_MS][s] = {
      ...{ ta: number(row['temp_out']), rh: number(row['out_hum']), ff: number(row['wind_speed'], 1 / KMH) },
      ...{ pp: number(row['bar']), rg: number(row['rain'], 6) },
    };
  }
  return { sites, start, five };
}

/** One file a day. */
async function writeDays(folder: string, values: readonly (readonly TenMinuteValues[])[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let from = 0; from < values.length; from += DAY_SLOTS) {
    const day = values.slice(from, from + DAY_SLOTS);
    const times = day.map((_, k) => start + (from + k) * SLOT_MS);
    await writeNetcdf(join(folder, `${isoOf(times[0]).slice(0, 10)}.nc`), sites, times, day);
  }
}

function mappingOfFive(): string {
  const mapping = JSON.parse(readFileSync(MAPPING, 'utf8')) as { observations: { columns: Record<string, string> } };
  const columns = Object.entries(mapping.observations.columns).filter(([field]) => isDocumented(field));
  const path = join(root, 'five.json');
  writeFileSync(path, JSON.stringify({ ...mapping, observations: { columns: Object.fromEntries(columns) } }));
  return path;
}

function settingsOf(name: string, elements: string) {
  const environment = { ...process.env, HALCYON_ELEMENTS: elements, HALCYON_DATA: join(root, `${name}-data`) };
  return { program: 'halcyon', environment } as const;
}

async function importOf(name: string, elements: string, mapping: string): Promise<readonly string[]> {
  const asked = ['import', join(root, name), '--mapping', mapping, '--network', NETWORK];
  const { seconds, cpuSeconds, memoryMib } = await measuredCommand(asked, settingsOf(name, elements));
  const bytes = bytesIn([join(root, `${name}-data`, 'time-series')]);
  return [seconds.toFixed(0), cpuSeconds.toFixed(0), memoryMib.toFixed(0), (bytes / reports).toFixed(0)];
}

async function verdictsOf(name: string, elements: string): Promise<Verdict[]> {
  const asked = ['anomaly', 'list', '--network', NETWORK, '--limit', '100000', '--json'];
  const { stdout } = await measuredCommand(asked, settingsOf(name, elements));
  return (JSON.parse(stdout) as { anomalies: Verdict[] }).anomalies;
}

/** Prints what was judged and found of each element. @returns those of which no value was judged */
async function tellJudged(verdicts: readonly Verdict[]): Promise<string[]> {
  const store = await openTimeSeries({ dataFolder: join(root, 'all-data'), role: 'command' });
  const judged = new Map<string, number>();
  const received = new Map<string, number>();
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  try {
    const query = { network: NETWORK };
    for await (const { values, flags } of store.observationBlocks(query, new AbortController().signal)) {
      for (const variable of VARIABLES) {
        for (const [k, value] of values[variable].entries()) {
          if (Number.isNaN(value)) continue;
          add(received, variable);
          if ([1, 3, 4].includes(flags[variable][k])) add(judged, variable);
        }
      }
    }
  } finally {
    await store.close();
  }
  const lines = VARIABLES.map((variable) => {
    const those = verdicts.filter((one) => one.variable === variable);
    const of = (classification: string) => String(those.filter((one) => one.classification === classification).length);
    const counts = [received, judged].map((one) => String(one.get(variable) ?? 0));
    return [variable, ...counts, of('device_failure'), of('weather_event'), of('suspected')];
  });
  console.log(markdownTable(['element', 'values', 'judged', 'device failure', 'weather', 'suspected'], lines));
  return VARIABLES.filter((variable) => !judged.has(variable));
}

/** How many values have a verdict in one list that they do not have in the other. */
function differences(some: readonly Verdict[], others: readonly Verdict[]): number {
  const told = (found: readonly Verdict[]) =>
    new Set(
      found.map((one) => [one.station_id, one.variable, one.timestamp, one.classification, one.reason].join('|')),
    );
  const [a, b] = [told(some), told(others)];
  return [...a].filter((one) => !b.has(one)).length + [...b].filter((one) => !a.has(one)).length;
}
