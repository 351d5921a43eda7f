import type { Outage } from '../../../schemas/outage.ts';
import { isoOf, SLOT_MS } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import type { StationReports } from '../../stores/roles/observation-store.ts';
import type { Occasion } from '../occasion.ts';
import { asBefore, type NetworkAtMoment, nameOf, occasionOfCondition } from './condition-occasion.ts';

/**
 * The outages of the feed of a network that many stations are in at once, those that have ended too: an outage of each kind
 * at a time. Of alerts of outages that are found no more the occasion is over.
 *
 * @param outages of a stretch up to now
 * @param from beginning of the stretch, ms since the epoch
 */
export function feedOutages(
  now: NetworkAtMoment,
  outages: readonly Outage[],
  { from, reports }: { readonly from: number; readonly reports: readonly StationReports[] },
): Occasion[] {
  const valuesOf = new Map(reports.map(({ station, values }) => [station, values]));
  const open = new Map(now.open.map((alert) => [alert.episode, alert]));
  const ofNetwork = outages.filter(({ scope }) => scope === 'network');
  const found = ofNetwork.map(({ kind, start, end, stations, reason }) => {
    const before = open.get(nameOf('outage', kind));
    // One that had begun before what was read has the beginning that it was told with.
    const first = before !== undefined && start <= from + SLOT_MS ? Math.min(before.first, start) : start;
    const had = VARIABLES.filter((variable) => stations.some((id) => valuesOf.get(id)?.[variable] !== undefined));
    return occasionOfCondition(now, {
      condition: 'outage',
      of: kind,
      stations,
      variables: had.length > 0 ? had : (before?.variables ?? []),
      first,
      last: end ?? now.time,
      summary: `${now.network}: outage, ${reason}`,
      over: end === null ? null : `The outage ended at ${isoOf(end)}.`,
    });
  });
  const named = new Set(found.map(({ episode }) => episode));
  const gone = now.open.filter(({ classification, episode }) => classification === 'outage' && !named.has(episode));
  return [...found, ...gone.map((alert) => asBefore(now, alert, 'outage', 'It is no outage of the feed any more.'))];
}

/** Ids of the stations that are missing in an outage of the network that lasts. */
export function missingInOutage(outages: readonly Outage[]): ReadonlySet<string> {
  const lasting = outages.filter(({ kind, scope, end }) => kind === 'missing' && scope === 'network' && end === null);
  return new Set(lasting.flatMap(({ stations }) => stations));
}
