import type { NetworkReportAnswer } from '../../../schemas/http/answers/network-report-answer.ts';

/** A fact of a report with its name. */
export type Fact = readonly [name: string, value: string];

/** Silent stations that are named. */
const NAMED = 10;
const MINUTES_PER_HOUR = 60;

/** What became of the hours of some sensors, by the names of their columns, and how many faults began. */
export const FIGURE_NAMES = ['Hours', 'Good', 'Suspect', 'Failed', 'Not judged', 'Missing', 'New faults'] as const;

/** The facts of a whole network in words: what came, who was silent, and the faults. */
export function reportFacts({ completeness, reports, stations, silent, faults }: NetworkReportAnswer): Fact[] {
  const { opened, closed, open, notice_minutes: notice, repair_minutes: repair, passing, overruled } = faults;
  return [
    ['Complete', `${shareText(completeness)} (${reports} reports of ${counted(stations.length, 'station')})`],
    ['Silent', silentText(silent)],
    ['Faults', `${opened} began, ${closed} ended, ${open} open at the end`],
    ['Until it was known', durationText(notice)],
    ['From then until it ended', durationText(repair)],
    ['Ended before it was known', String(passing)],
    ['Called no fault by people', `${overruled} (${shareText(faults.overruled_share)} of those that began)`],
  ];
}

/** Figures of some sensors in the order of `FIGURE_NAMES`. */
export function figureCells({
  hours,
  faults_opened: opened,
}: Pick<NetworkReportAnswer['variables'][number], 'hours' | 'faults_opened'>): string[] {
  const { expected, good, suspect, failed, not_judged: notJudged, missing } = hours;
  // Reports that come twice are no reason for more than all.
  const all = good + suspect + failed + notJudged + missing;
  const share = (value: number) => shareText(all === 0 ? null : value / all);
  return [String(expected), ...[good, suspect, failed, notJudged, missing].map(share), String(opened)];
}

function silentText(ids: readonly string[]): string {
  if (ids.length === 0) return 'no station';
  const more = ids.length > NAMED ? `, and ${ids.length - NAMED} more` : '';
  return `${counted(ids.length, 'station')}: ${ids.slice(0, NAMED).join(', ')}${more}`;
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
