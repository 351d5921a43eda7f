import { printable } from '../../../schemas/printable.ts';
import type { ReportedWeatherEvent } from '../../../schemas/reports/reported-weather-event.ts';
import { tableLines, wrapped } from '../terminal/table-lines.ts';
import { cutLine } from './anomaly-lines.ts';
import type { ConsoleLook } from './console-report.ts';

const EVENTS_SHOWN = 12;

const COLUMNS = [
  { title: 'Start' },
  { title: 'End' },
  { title: 'Weather' },
  { title: 'Stations', align: 'right' },
  { title: 'From', align: 'right' },
  { title: 'Speed', align: 'right' },
] as const;

/** The weather events in the order of time, those of most stations where not all are shown, each in words; [] where there is none. */
export function weatherLines(events: readonly ReportedWeatherEvent[], look: ConsoleLook): string[] {
  if (events.length === 0) return [];
  const { paint, width, verbose } = look;
  const widest = [...events].sort((a, b) => b.stations.length - a.stations.length);
  const shown = new Set(verbose ? events : widest.slice(0, EVENTS_SHOWN));
  const inOrder = events.filter((event) => shown.has(event));
  const [titles, ...rows] = tableLines(COLUMNS, inOrder.map(cells), width);
  const lines = ['', paint('bold', 'Weather over several stations'), paint('dim', titles)];
  for (const [at, row] of rows.entries()) {
    lines.push(row, ...wrapped(printable(inOrder[at].reason), width - 4).map((line) => paint('dim', `    ${line}`)));
  }
  if (shown.size < events.length) lines.push(cutLine(events.length - shown.size, 'weather events'));
  return lines;
}

function cells({ start, end, kind, stations, direction, speed }: ReportedWeatherEvent): string[] {
  const from = direction === null ? '-' : `${direction} deg`;
  return [start, end, kind, String(stations.length), from, speed === null ? '-' : `${speed} km/h`];
}
