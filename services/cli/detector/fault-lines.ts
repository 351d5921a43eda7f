import { printable } from '../../../schemas/printable.ts';
import type { ReportedFault } from '../../../schemas/reports/reported-fault.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import { cutLine } from './anomaly-lines.ts';
import type { ConsoleLook } from './console-report.ts';

const FAULTS_SHOWN = 20;

const COLUMNS = [
  { title: 'Station', shrinks: 1 },
  { title: 'Variable' },
  { title: 'Fault' },
  { title: 'Since' },
  { title: 'Until' },
  { title: 'Values', align: 'right' },
] as const;

/** The faults of sensors, those that hold first and then the longest, each with what it is in words; [] where there is none. */
export function faultLines(faults: readonly ReportedFault[], { paint, width, verbose }: ConsoleLook): string[] {
  if (faults.length === 0) return [];
  const inOrder = [...faults].sort(worstFirst).slice(0, verbose ? faults.length : FAULTS_SHOWN);
  const [titles, ...rows] = tableLines(COLUMNS, inOrder.map(cells), width);
  const lines = ['', paint('bold', 'Faults of sensors'), paint('dim', titles)];
  for (const [at, row] of rows.entries()) {
    lines.push(row, ...wrapped(printable(inOrder[at].reason), width - 4).map((line) => paint('dim', `    ${line}`)));
  }
  if (inOrder.length < faults.length) lines.push(cutLine(faults.length - inOrder.length, 'faults'));
  return lines;
}

function worstFirst(a: ReportedFault, b: ReportedFault): number {
  return Number(a.end !== null) - Number(b.end !== null) || b.values - a.values;
}

function cells({ station_id, variable, kind, start, end, values }: ReportedFault): string[] {
  return [printable(station_id), variable, kind, start, end ?? 'holds', String(values)];
}
