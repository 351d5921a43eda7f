import { printable } from '../../../schemas/printable.ts';
import type { ReportedOutage } from '../../../schemas/reports/report.ts';
import { minute } from '../terminal/minute-text.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import { cutLine } from './anomaly-lines.ts';
import type { ConsoleLook } from './console-report.ts';

const OUTAGES_SHOWN = 8;

const COLUMNS = [
  { title: 'Start' },
  { title: 'End' },
  { title: 'Outage' },
  { title: 'Share', align: 'right', leaves: 1 },
  { title: 'Stations', shrinks: 1 },
] as const;

/** The outages of the feed, those of the network first where not all are shown, each with its reason; [] where there is none. */
export function outageLines(outages: readonly ReportedOutage[], { paint, width, verbose }: ConsoleLook): string[] {
  if (outages.length === 0) return [];
  const shown = new Set(verbose ? outages : [...outages].sort(networkFirst).slice(0, OUTAGES_SHOWN));
  const inOrder = outages.filter((outage) => shown.has(outage));
  const [titles, ...rows] = tableLines(COLUMNS, inOrder.map(cells), width);
  const lines = ['', paint('bold', 'Outages of the feed'), paint('dim', titles)];
  for (const [at, row] of rows.entries()) {
    lines.push(row, ...wrapped(printable(inOrder[at].reason), width - 4).map((line) => paint('dim', `    ${line}`)));
  }
  if (shown.size < outages.length) lines.push(cutLine(outages.length - shown.size, 'outages'));
  return lines;
}

function networkFirst(a: ReportedOutage, b: ReportedOutage): number {
  return Number(b.scope === 'network') - Number(a.scope === 'network');
}

function cells({ start, end, kind, scope, share, stations }: ReportedOutage): string[] {
  const which = scope === 'network' ? `${stations.length} of the network` : printable(stations[0]);
  return [minute(start), end === null ? 'lasts' : minute(end), kind, `${(share * 100).toFixed(0)} %`, which];
}
