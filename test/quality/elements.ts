// Finds faults in elements beyond the five, and shows that they change no verdict on the five:
//   npm run quality:elements -- --data DIR --start TIME --end TIME [--exclude STATION,STATION] [--each 4] [--seed 1] [--keep DIR]
// Three elements are made of what the network reports (test/quality/derived-elements.ts), faults of four kinds and three sizes are
// put into them, and into temperature and wind; `anomaly-detector` judges them as a user would.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DOCUMENTED_VARIABLES } from '../../schemas/elements/element.ts';
import { seeded } from '../detectors/stages/small-network.ts';
import { countOf, refuse, runOptions } from '../run-options.ts';
import { addDerived, DERIVED, type InjectedFault, injectFaults, type Row } from './derived-elements.ts';
import { markdownTable } from './markdown-table.ts';

const { values: options } = runOptions({
  options: {
    data: { type: 'string' },
    start: { type: 'string' },
    end: { type: 'string' },
    exclude: { type: 'string', default: '' },
    each: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
  },
});
const { data, start, end } = options;
if (data === undefined || start === undefined || end === undefined) refuse('--data, --start and --end are needed');
const excluded = new Set(options.exclude.split(','));
/** A failure found so long after a fault began still tells of it. */
const AFTER_MS = 3_600_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const ELEMENTS = DERIVED.join(',');
const SCORED = ['temp_out', 'wind_speed', ...DERIVED];

/** What a report says of one value. */
interface Found {
  readonly station_id: string;
  readonly variable: string;
  readonly timestamp: string;
  readonly classification: string;
}

const root = options.keep ?? mkdtempSync(join(tmpdir(), 'halcyon-elements-'));
try {
  const random = seeded(countOf(options, 'seed'));
  const rows = read(data);
  addDerived(rows, random);
  write(join(root, 'clean'), rows);
  const five = report(join(root, 'clean'), '', DOCUMENTED_VARIABLES);
  const all = report(join(root, 'clean'), ELEMENTS, [...DOCUMENTED_VARIABLES, ...DERIVED]);
  const faults = injectFaults(
    rows.filter(({ station_id }) => !excluded.has(station_id)),
    SCORED,
    countOf(options, 'each'),
    random,
  );
  write(join(root, 'faults'), rows);
  const found = report(join(root, 'faults'), ELEMENTS, SCORED);
  const stations = new Set(rows.map(({ station_id }) => station_id).filter((id) => !excluded.has(id))).size;
  console.log(table(all, found, faults, stations));
  const differ = differences(
    five,
    all.filter(({ variable }) => DOCUMENTED_VARIABLES.some((name) => name === variable)),
  );
  console.log(`\nverdicts on the five that ${DERIVED.length} more elements change: ${differ} of ${five.length}`);
  if (differ > 0) process.exitCode = 1;
} finally {
  if (options.keep === undefined) rmSync(root, { recursive: true });
}

function read(folder: string): Row[] {
  const packed = join(folder, 'observations.csv.gz');
  const text = existsSync(packed)
    ? gunzipSync(readFileSync(packed)).toString()
    : readFileSync(join(folder, 'observations.csv'), 'utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  const columns = header.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, k) => [column, cells[k] ?? '']));
  });
  return rows.sort((a, b) => Date.parse(a['time']) - Date.parse(b['time']));
}

function write(folder: string, rows: readonly Row[]): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(String(data), 'stations.csv'), join(folder, 'stations.csv'));
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => row[column]).join());
  writeFileSync(join(folder, 'observations.csv'), `${[columns.join(), ...lines].join('\n')}\n`);
}

/** What `anomaly-detector` reports of a folder. */
function report(folder: string, elements: string, variables: readonly string[]): Found[] {
  const file = `${folder}-${elements === '' ? 'five' : 'all'}.json`;
  const asked = ['--database', folder, '--start', String(start), '--end', String(end), '--spatial-verify'];
  const told = ['--variables', variables.join(), '--save', file];
  execFileSync(process.execPath, [join('dist', 'bin', 'anomaly-detector.js'), ...asked, ...told], {
    env: { ...process.env, HALCYON_ELEMENTS: elements },
    stdio: 'ignore',
  });
  const { anomalies } = JSON.parse(readFileSync(file, 'utf8')) as { anomalies: Found[] };
  return anomalies.filter(({ station_id }) => !excluded.has(station_id));
}

function table(
  clean: readonly Found[],
  found: readonly Found[],
  faults: readonly InjectedFault[],
  stations: number,
): string {
  const weeks = (stations * (Date.parse(String(end)) - Date.parse(String(start)))) / WEEK_MS;
  const within = ({ start: begin, end: last }: InjectedFault) =>
    begin >= Date.parse(String(start)) && last <= Date.parse(String(end));
  const lines = SCORED.map((variable) => {
    const those = faults.filter((fault) => fault.variable === variable && within(fault));
    const named = (size?: InjectedFault['size']) => {
      const asked = those.filter((fault) => size === undefined || fault.size === size);
      return `${percent(asked.filter((fault) => found.some((one) => names(one, fault))).length, asked.length)} of ${asked.length}`;
    };
    const failures = new Set(
      clean
        .filter((one) => one.variable === variable && isFailure(one))
        .map((one) => `${one.station_id} ${one.timestamp.slice(0, 10)}`),
    ).size;
    return [variable, named('small'), named('medium'), named('large'), named(), (failures / weeks).toFixed(2)];
  });
  const header = ['element', 'small named', 'medium', 'large', 'all', 'days with a failure a station-week, clean'];
  return markdownTable(header, lines);
}

function names(one: Found, { station, variable, start: begin, end: last }: InjectedFault): boolean {
  const time = Date.parse(one.timestamp);
  const isThere = time >= begin && time <= last + (last > begin ? 0 : AFTER_MS);
  return isFailure(one) && one.station_id === station && one.variable === variable && isThere;
}

function isFailure({ classification }: Found): boolean {
  return classification === 'device_failure';
}

function percent(some: number, all: number): string {
  return all === 0 ? '-' : `${((100 * some) / all).toFixed(0)} %`;
}

/** How many values have a verdict in one report that they do not have in the other. */
function differences(some: readonly Found[], others: readonly Found[]): number {
  const told = (found: readonly Found[]) =>
    new Set(found.map((one) => `${one.station_id}|${one.variable}|${one.timestamp}|${one.classification}`));
  const [a, b] = [told(some), told(others)];
  return [...a].filter((one) => !b.has(one)).length + [...b].filter((one) => !a.has(one)).length;
}
