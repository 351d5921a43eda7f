import type { NetworkReportAnswer } from '../../../schemas/http/answers/network-report-answer.ts';
import { printable } from '../../../schemas/printable.ts';
import { minute } from '../terminal/minute-text.ts';
import { type Column, tableLines, wrapped } from '../terminal/table-lines.ts';

type Hours = NetworkReportAnswer['variables'][number]['hours'];

/** Silent stations that are named. */
const NAMED = 10;
const MINUTES_PER_HOUR = 60;

const FIGURES: readonly Column[] = [
  { title: 'Hours', align: 'right' },
  { title: 'Good', align: 'right' },
  { title: 'Suspect', align: 'right' },
  { title: 'Failed', align: 'right' },
  { title: 'Not judged', align: 'right', leaves: 2 },
  { title: 'Missing', align: 'right' },
  { title: 'New faults', align: 'right', leaves: 1 },
];
const OF_VARIABLES: readonly Column[] = [{ title: 'Variable', shrinks: 1 }, ...FIGURES];
const OF_MODELS: readonly Column[] = [
  { title: 'Model', shrinks: 1 },
  { title: 'Stations', align: 'right', leaves: 3 },
  ...FIGURES,
];

/** A report as people read it in a terminal: what came, what became of the hours, faults, and the stations that lost most. */
export function reportLines(report: NetworkReportAnswer, width: number): readonly string[] {
  const { network, from, to, completeness, reports, stations, silent, variables, models, worst } = report;
  const ofVariables = variables.map(({ variable, ...figures }) => [variable, ...figuresOf(figures)]);
  const declared = models.filter(({ manufacturer, model }) => manufacturer !== null || model !== null);
  const ofModels = declared.map(({ manufacturer, model, stations: count, ...figures }) => [
    printable([manufacturer, model].filter((text) => text !== null).join(' ')),
    String(count),
    ...figuresOf(figures),
  ]);
  return [
    `Report on network ${printable(network)}, ${minute(from)} to ${minute(to)}`,
    '',
    ...facts([
      ['Complete', `${shareText(completeness)} (${reports} reports of ${counted(stations.length, 'station')})`],
      ['Silent', silentText(silent)],
      ...faultFacts(report.faults),
    ]),
    '',
    ...(ofVariables.length === 0 ? ['nothing was measured'] : tableLines(OF_VARIABLES, ofVariables, width)),
    ...(ofModels.length === 0 ? [] : ['', ...tableLines(OF_MODELS, ofModels, width)]),
    ...(worst.length === 0 ? [] : ['', 'Stations that lost most']),
    ...worst.flatMap(({ sentence }) =>
      wrapped(printable(sentence), width - 2).map((line, k) => `${k === 0 ? '- ' : '  '}${line}`),
    ),
  ];
}

function faultFacts(faults: NetworkReportAnswer['faults']): (readonly [string, string])[] {
  const { opened, closed, open, notice_minutes: notice, repair_minutes: repair, passing, overruled } = faults;
  return [
    ['Faults', `${opened} began, ${closed} ended, ${open} open at the end`],
    ['Time to notice', durationText(notice)],
    ['Time to repair', durationText(repair)],
    ['Ended before known', String(passing)],
    ['Overruled', `${overruled} (${shareText(faults.overruled_share)} of those that began)`],
  ];
}

function facts(rows: readonly (readonly [name: string, value: string])[]): string[] {
  const margin = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name.padEnd(margin)}${value}`);
}

function figuresOf({
  hours,
  faults_opened: opened,
}: {
  readonly hours: Hours;
  readonly faults_opened: number;
}): string[] {
  const { expected, good, suspect, failed, not_judged: notJudged, missing } = hours;
  const share = (value: number) => shareText(expected === 0 ? null : value / expected);
  return [String(expected), ...[good, suspect, failed, notJudged, missing].map(share), String(opened)];
}

function silentText(ids: readonly string[]): string {
  if (ids.length === 0) return 'no station';
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '';
  return `${counted(ids.length, 'station')}: ${ids.slice(0, NAMED).map(printable).join(', ')}${more}`;
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

function shareText(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1)} %`;
}

/** A median time: `40 min`, `5.5 h`. */
function durationText(minutes: number | null): string {
  if (minutes === null) return '-';
  return minutes < MINUTES_PER_HOUR ? `${minutes} min` : `${(minutes / MINUTES_PER_HOUR).toFixed(1)} h`;
}
