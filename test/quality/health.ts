// Checks the health check on real observations with labelled faults:
//   npm run quality:health -- --data DIR [--days 7,13,whole]
// DIR is a folder of CSV files (docs/import.md) with a labels.csv: station_id (`*`: a network outage, its stations in the
// note), variable (several with `|`), start, end, kind, note. HALCYON_QUALITY_DATA names it as well. Periods of each length
// follow each other back from the last observation. Printed are: each label, and the issues that show it; then each station
// that is critical or warned of, where no label of the period explains it, with the reasons.
import { isoOf } from '../../schemas/time.ts';
import { refuse, runOptions } from '../run-options.ts';
import { InjectedHistory } from './injected-history.ts';
import { type Found, issuesFound, type Label, labelledFolder, labelsOf, shows } from './labelled-faults.ts';

const DAY_MS = 86_400_000;
/** Half a slot and more: the first observation of a folder belongs to its whole period. */
const BEFORE_MS = 600_000;

interface Period {
  readonly start: number;
  readonly end: number;
  readonly found: readonly Found[];
}

async function checked(history: InjectedHistory, end: number, days: number): Promise<Period> {
  return { start: end - days * DAY_MS, end, found: await issuesFound(history, end, days) };
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

const { values: options } = runOptions({
  options: {
    data: { type: 'string', default: process.env['HALCYON_QUALITY_DATA'] ?? '' },
    days: { type: 'string', default: '7,13,whole' },
  },
});
const folder = labelledFolder(options.data);
const lengths = options.days.split(',');
const wrong = lengths.find((length) => length !== 'whole' && !/^[1-9][0-9]*$/.test(length));
if (wrong !== undefined) {
  refuse(`--days '${wrong}' should be a whole number of days, or 'whole'`);
}

const labels = labelsOf(folder);
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
