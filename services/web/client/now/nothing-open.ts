import type { NowAnswer } from '../api/answers.ts';
import { message } from '../messages/message.ts';

/** What is said where no fault is open: that nothing is wrong is known of the stations that are judged, and of no other. */
export function nothingOpenWords(counts: NowAnswer['counts']): string {
  const { stations, states, groups, silent_sensors: sensors } = counts;
  const judged = judgedOf(counts);
  const isAway = groups.snoozed + groups.maintenance + groups.muted > 0;
  const known =
    judged === 0
      ? message('now.nothing_judged')
      : isAway
        ? message('now.nothing_else')
        : judged === stations
          ? message('now.nothing_wrong')
          : message('now.nothing_wrong_judged', { n: judged });
  const rest =
    states.not_judged > 0
      ? message('now.not_judged', { n: states.not_judged })
      : judged === 0 && message('now.none_reports');
  const silent = sensors > 0 && message('now.sensors_send_nothing', { n: sensors });
  return [known, silent, rest].filter(Boolean).join(' ');
}

/** How many stations report and are judged. */
export function judgedOf({ stations, states }: NowAnswer['counts']): number {
  return stations - states.not_judged - states.silent;
}
