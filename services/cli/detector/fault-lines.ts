import { printable } from '../../../schemas/printable.ts';
import type { ReportedFault } from '../../../schemas/reports/reported-fault.ts';
import { sizeOf } from '../terminal/fault-size.ts';
import { minute } from '../terminal/minute-text.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import { cutLine } from './anomaly-lines.ts';
import type { ConsoleLook } from './console-report.ts';

const FAULTS_SHOWN = 20;

const COLUMNS = [
  { title: 'Station', shrinks: 1 },
  { title: 'Variable' },
  { title: 'Fault' },
  { title: 'Since' },
  { title: 'Until', leaves: 3 },
  { title: 'Values', align: 'right', leaves: 1 },
  { title: 'Size' },
] as const;
const COURSE = { title: 'Course', leaves: 2 } as const;

/** Those that are shown: open ones first, then the longest. */
export function faultsShown(faults: readonly ReportedFault[], verbose: boolean): readonly ReportedFault[] {
  return [...faults].sort(worstFirst).slice(0, verbose ? faults.length : FAULTS_SHOWN);
}

/** The faults of sensors, one line each, with their reasons below when verbose; [] where there are none. */
export function faultLines(faults: readonly ReportedFault[], look: ConsoleLook): string[] {
  if (faults.length === 0) return [];
  const { paint, width, verbose, courses = new Map<string, string>() } = look;
  const shown = faultsShown(faults, verbose);
  const drawn = shown.some(({ fault_id: id }) => courses.has(id));
  const columns = drawn ? [...COLUMNS, COURSE] : COLUMNS;
  const table = shown.map((fault) => [...cells(fault), ...(drawn ? [courses.get(fault.fault_id) ?? ''] : [])]);
  const [titles, ...rows] = tableLines(columns, table, width);
  const lines = ['', paint('bold', 'Faults of sensors'), paint('dim', titles)];
  for (const [at, row] of rows.entries()) {
    lines.push(row);
    if (!verbose) continue;
    lines.push(...wrapped(printable(shown[at].reason), width - 4).map((line) => paint('dim', `    ${line}`)));
  }
  if (shown.length < faults.length) lines.push(cutLine(faults.length - shown.length, 'faults'));
  return lines;
}

function worstFirst(a: ReportedFault, b: ReportedFault): number {
  return Number(a.end !== null) - Number(b.end !== null) || b.values - a.values;
}

function cells(fault: ReportedFault): string[] {
  const { station_id, variable, kind, start, end, values } = fault;
  return [printable(station_id), variable, kind, minute(start), untilOf(start, end), String(values), sizeOf(fault)];
}

/** The end, on the day of the start without the day. */
function untilOf(start: string, end: string | null): string {
  if (end === null) return 'open';
  return end.slice(0, 10) === start.slice(0, 10) ? minute(end).slice(11) : minute(end);
}
