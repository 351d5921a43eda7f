import { isoOf } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { hasStopped, stoppedSensors } from '../../stations/stopped.ts';
import type { StationReports } from '../../stores/roles/observation-store.ts';
import type { Occasion } from '../occasion.ts';
import { asBefore, type NetworkAtMoment, nameOf, occasionOfCondition, shownName } from './condition-occasion.ts';

/**
 * The stations of a network that are silent, and the sensors of which a station that reports sends nothing: for longer than
 * three of their own reports take. Of alerts of those that report again the occasion is over.
 *
 * @param reports of the last days
 * @param inOutage ids of stations that are in an outage of the feed
 */
export function silentSensors(
  now: NetworkAtMoment,
  reports: readonly StationReports[],
  inOutage: ReadonlySet<string>,
): Occasion[] {
  const found: Occasion[] = [];
  /** When what has an open alert reported last, by the name of the condition. */
  const known = new Map<string, number>();
  const open = now.open.filter(({ classification }) => classification === 'silent');
  const told = new Set(open.flatMap(({ stations }) => stations));
  for (const report of reports) {
    const { station, values } = report;
    if (!now.stations.has(station)) continue;
    if (told.has(station)) {
      known.set(nameOf('silent', station), report.heard);
      for (const variable of VARIABLES) {
        const last = values[variable]?.last;
        if (last !== undefined) known.set(nameOf('silent', `${station}/${variable}`), last);
      }
    }
    const variables = VARIABLES.filter((variable) => values[variable] !== undefined);
    const silenceOf = (of: string, its: readonly Variable[], since: number) => {
      const what = its.length === variables.length && of === station ? 'no report' : `no ${its.join(', ')}`;
      return occasionOfCondition(now, {
        condition: 'silent',
        of,
        stations: [station],
        variables: its,
        first: since,
        last: now.time,
        summary: `${shownName(now, station)}: silent, ${what} since ${isoOf(since)}`,
        over: null,
        partOf: inOutage.has(station) ? 'outage' : null,
      });
    };
    if (hasStopped(report, report.heard, now.time)) found.push(silenceOf(station, variables, report.heard));
    for (const { variable, last } of stoppedSensors(report)) {
      found.push(silenceOf(`${station}/${variable}`, [variable], last));
    }
  }
  const lasting = new Set(found.map(({ episode }) => episode));
  for (const alert of open) {
    if (lasting.has(alert.episode)) continue;
    const last = known.get(alert.episode);
    // What reported before all that was read is as silent as it was.
    const over = last === undefined || last <= alert.first ? null : `It reports again: at ${isoOf(last)}.`;
    found.push(asBefore(now, alert, 'silent', over));
  }
  return found;
}
