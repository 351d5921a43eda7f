// Checks the health check on real observations with labelled faults:
//   npm run quality:health -- --data DIR [--days 7,13,whole]
// DIR is a folder of CSV files (docs/import.md) with a labels.csv: station_id (`*`: a network outage, its stations in the
// note), variable (several with `|`), start, end, kind, note. HALCYON_QUALITY_DATA names it as well. Periods of each length
// follow each other back from the last observation. Printed are: each label, and the issues that show it; then each station
// that is critical or warned of, where no label of the period explains it, with the reasons.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { checkHealth } from '../../detectors/health/health-check.ts';
import type { HealthIssue, HealthIssueKind } from '../../detectors/health/health-issue.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { InjectedHistory } from './injected-history.ts';

const DAY_MS = 86_400_000;
/** Half a slot and more: the first observation of a folder belongs to its whole period. */
const BEFORE_MS = 600_000;

/** Which issues show a fault of a kind; a kind that is not named here is shown by any issue of its station and variable. */
const SHOWN_BY: Readonly<Record<string, readonly HealthIssueKind[]>> = {
  frozen_record: ['repeated', 'unchanged', 'constant', 'stalled'],
  network_frozen: ['repeated', 'unchanged', 'constant', 'stalled'],
  rain_no_catch: ['dry_gauge'],
  pressure_glitches: ['spikes'],
  anemometer_zero: ['stalled', 'zero_ratio', 'constant'],
  // An hour or two of silence moves no share of days; what shows there has other reasons.
  network_outage: [],
};

interface Label {
  readonly stations: readonly string[];
  readonly variables: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** An issue of a station; `variable` is empty for one of the station as a whole. */
interface Found extends HealthIssue {
  readonly station: string;
  readonly variable: string;
}

interface Period {
  readonly start: number;
  readonly end: number;
  readonly found: readonly Found[];
}

function labelsOf(file: string): Label[] {
  const rows = parse(readFileSync(file), { columns: true, skip_empty_lines: true }) as Record<string, string>[];
  return rows.map((row) => ({
    stations: row['station_id'] === '*' ? row['note'].replace('stations: ', '').split(';') : [row['station_id']],
    variables: row['variable'] === '' ? VARIABLES : row['variable'].split('|'),
    start: Date.parse(row['start']),
    end: Date.parse(row['end']),
    kind: row['kind'].split(':')[0],
  }));
}

async function checked(history: InjectedHistory, end: number, days: number): Promise<Period> {
  const question = { network: 'quality', end, days, station: null, variables: VARIABLES };
  const { stations } = await checkHealth(history, question);
  const found = stations.flatMap(({ station: { id }, findings }) => [
    ...findings.issues.map((issue) => ({ ...issue, station: id, variable: '' })),
    ...[...findings.variables].flatMap(([variable, { issues }]) =>
      issues.map((issue) => ({ ...issue, station: id, variable })),
    ),
  ]);
  return { start: end - days * DAY_MS, end, found };
}

/** Whether an issue shows what a label says of a station in a period that they share. */
function shows(issue: Found, label: Label, station: string): boolean {
  if (issue.station !== station || (issue.variable !== '' && !label.variables.includes(issue.variable))) return false;
  return SHOWN_BY[label.kind]?.includes(issue.kind) ?? true;
}

function printLabels(labels: readonly Label[], periods: readonly Period[]): void {
  const counts = new Map<string, { labels: number; seen: number; kinds: Set<string> }>();
  for (const label of labels) {
    const count = counts.get(label.kind) ?? { labels: 0, seen: 0, kinds: new Set<string>() };
    counts.set(label.kind, count);
    const during = periods.filter(({ start, end }) => label.start <= end && label.end > start);
    for (const station of during.length === 0 ? [] : label.stations) {
      const issues = during.flatMap(({ found }) => found.filter((issue) => shows(issue, label, station)));
      const kinds = [...new Set(issues.map(({ kind, severity }) => `${kind} (${severity})`))].sort();
      count.labels++;
      if (kinds.length > 0) count.seen++;
      for (const kind of kinds) count.kinds.add(kind);
      const span = `${isoOf(label.start)} to ${isoOf(label.end)}`;
      const by = kinds.length === 0 ? 'NOT SEEN' : `seen by ${kinds.join(', ')}`;
      console.log(`  ${label.kind} ${station} ${label.variables.join('|')} ${span}: ${by}`);
    }
  }
  for (const [kind, { labels: all, seen, kinds }] of counts) {
    console.log(`  ${kind}: ${seen} of ${all} seen${seen === 0 ? '' : ` by ${[...kinds].sort().join(', ')}`}`);
  }
}

/** One line a station, severity, variable and kind of issue, with the periods that have it and what the first says. */
function printUnexplained(labels: readonly Label[], periods: readonly Period[]): void {
  const lines = new Map<string, { periods: number; text: string }>();
  for (const { start, end, found } of periods) {
    const explained = labels.filter((label) => label.start <= end && label.end > start);
    for (const issue of found) {
      if (explained.some((label) => label.stations.includes(issue.station) && shows(issue, label, issue.station)))
        continue;
      const key = `${issue.severity} ${issue.station} ${issue.variable || 'station'} ${issue.kind}`;
      const line = lines.get(key) ?? { periods: 0, text: issue.text };
      lines.set(key, { ...line, periods: line.periods + 1 });
    }
  }
  for (const [key, line] of [...lines].sort(([a], [b]) => (a < b ? -1 : 1))) {
    console.log(`  ${key}, in ${line.periods} of ${periods.length} periods: ${line.text}`);
  }
}

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
    days: { type: 'string', default: '7,13,whole' },
  },
});
const folder = resolve(options.data);
if (options.data === '' || !existsSync(join(folder, 'labels.csv'))) {
  console.error(
    `no labels in '${options.data}': --data or HALCYON_QUALITY_DATA should name a folder of CSV files with a labels.csv`,
  );
  process.exit(3);
}
const lengths = options.days.split(',');
const wrong = lengths.find((length) => length !== 'whole' && !/^[1-9][0-9]*$/.test(length));
if (wrong !== undefined) {
  console.error(`--days '${wrong}' should be a whole number of days, or 'whole'`);
  process.exit(3);
}

const labels = labelsOf(join(folder, 'labels.csv'));
const history = new InjectedHistory(folder);
const extent = await history.extent();
if (extent === null) throw new Error(`${folder} holds no observations`);
const first = extent.first - BEFORE_MS;
for (const length of lengths) {
  const days = length === 'whole' ? Math.ceil((extent.last - first) / DAY_MS) : Number(length);
  const periods: Period[] = [];
  for (let end = extent.last; end > first; end -= days * DAY_MS) {
    // The earliest begins with the observations, whatever it shares with the next: none is cut short.
    periods.push(await checked(history, Math.max(end, first + days * DAY_MS), days));
  }
  console.log(`\n${folder}, ${days} days: ${periods.length} period(s) back from ${isoOf(extent.last)}`);
  console.log('Labels:');
  printLabels(labels, periods);
  console.log('No label explains:');
  printUnexplained(labels, periods);
}
