import { setImmediate as turn } from 'node:timers/promises';
import { findOutages } from '../../../detectors/outages/find-outages.ts';
import { SHORTEST } from '../../../detectors/outages/outage-finder.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import { readAhead } from '../../../ingest/read-ahead.ts';
import { readReports } from '../../../ingest/read-reports.ts';
import type { Outage } from '../../../schemas/outage.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOT_MS, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import type { Overlay } from '../../experts/overlay.ts';
import type { ObservationStore } from '../../stores/roles/observation-store.ts';
import { healthCards, PACE_MS } from '../conditions/condition-engine.ts';
import type { NetworkAtMoment } from '../conditions/condition-occasion.ts';
import { feedOutages, missingInOutage } from '../conditions/feed-outages.ts';
import { keepConditions } from '../conditions/keep-conditions.ts';
import { poorHealth } from '../conditions/poor-health.ts';
import { silentSensors } from '../conditions/silent-sensors.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import { isAt } from '../rules/place.ts';
import { PassingReports } from './passing-reports.ts';
import type { PreviewBook } from './preview-book.ts';
import { ReportHistory } from './report-history.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MINUTE_MS = 60_000;
/** Batches that are read ahead, some 4 MB each: the store begins its next statement while they are looked at. */
const BATCHES_AHEAD = 6;
/** How long the event loop may be held before others get their turn [ms]. */
const TURN_MS = 50;

/** A network whose conditions are looked at once more. Times in ms since the epoch. */
export interface PastOfNetwork {
  readonly network: string;
  readonly stations: ReadonlyMap<string, Station>;
  /** What people say of it by now. */
  readonly overlay: Overlay;
  readonly from: number;
  readonly to: number;
}

/** What the past is read from. */
export interface PastSources {
  readonly store: Pick<ObservationStore, 'reportedSlots' | 'stationReports'>;
  readonly source: ObservationSource;
}

/**
 * Looks for silent stations and outages slot by slot, as the running system does every five minutes.
 *
 * @throws the reason of the signal; what the store throws
 */
export async function previewReports(
  { store, source }: PastSources,
  past: PastOfNetwork,
  { book, rule }: { readonly book: PreviewBook; readonly rule: AlertRule },
  signal: AbortSignal,
): Promise<void> {
  const { network, stations, overlay, from, to } = past;
  const back = PACE_MS + (rule.minDurationMinutes ?? 0) * MINUTE_MS;
  const asksOutages = rule.classes.includes('outage');
  const outages = asksOutages ? await findOutages(source, { network, start: from - back, end: to, signal }) : [];
  const history = await ReportHistory.read(store, network, from - back, to);
  const isConcerned = (id: string) => asksOutages || isAt(rule, network, id, stations.get(id) ?? null);
  history.keep(isConcerned);
  let turned = performance.now();
  for (let slot = slotOf(from); slot <= slotOf(to); slot++) {
    // What a slot holds has come when it is over.
    const time = timeOfSlot(slot) + SLOT_MS / 2;
    const open = book.unresolved(['silent', 'outage']);
    const known = outages.flatMap((outage) => outageAt(outage, timeOfSlot(slot)));
    const asked = new Set([...open, ...known].flatMap(({ stations: ids }) => ids));
    const reports = history.reports(time - back, timeOfSlot(slot), asked);
    const now: NetworkAtMoment = { network, time, stations, overlay, open };
    const silent = silentSensors(now, reports, missingInOutage(known));
    const occasions = [...silent, ...feedOutages(now, known, { from: Number.NEGATIVE_INFINITY, reports })];
    await keepConditions(book, { rules: [rule], occasions, open, stations, at: time });
    if (performance.now() - turned < TURN_MS) continue;
    signal.throwIfAborted();
    await turn();
    turned = performance.now();
  }
}

/**
 * Looks at the health of the stations.
 *
 * @param everyMs time between two looks, each at a day of observations [ms]
 * @throws the reason of the signal; what the store throws
 */
export async function previewHealth(
  source: ObservationSource,
  { network, stations, overlay, from, to }: PastOfNetwork,
  { book, rule, everyMs }: { readonly book: PreviewBook; readonly rule: AlertRule; readonly everyMs: number },
  signal: AbortSignal,
): Promise<void> {
  const begin = Math.ceil(from / HOUR_MS) * HOUR_MS;
  const passing = new PassingReports(readAhead(readReports(source, network, begin - DAY_MS, to), BATCHES_AHEAD));
  const days = sourceOfPast(source, [...stations.values()], (_, first, last) => passing.between(first, last));
  const extent = await source.extent(network);
  try {
    for (let time = begin; time <= to; time += everyMs) {
      signal.throwIfAborted();
      const open = book.unresolved(['poor_health']);
      // A look at a day without any report costs as much as another, and finds no card.
      const isEmpty = extent === null || time < extent.first || time - DAY_MS > extent.last;
      const cards = isEmpty ? [] : await healthCards(days, { network, time }, signal);
      const occasions = poorHealth({ network, time, stations, overlay, open }, cards);
      await keepConditions(book, { rules: [rule], occasions, open, stations, at: time });
    }
  } finally {
    await passing.close();
  }
}

/** A source of one network, of which the stations are known already and the reports are read otherwise. */
function sourceOfPast(
  source: ObservationSource,
  stations: Station[],
  reportColumns: NonNullable<ObservationSource['reportColumns']>,
): ObservationSource {
  const { reportedBefore, faults, rules } = source;
  return {
    title: source.title,
    networks: () => source.networks(),
    stations: async () => stations,
    extent: (network) => source.extent(network),
    read: (network, from, to) => source.read(network, from, to),
    reportColumns,
    baselines: (network, fromDay, toDay) => source.baselines(network, fromDay, toDay),
    ...(reportedBefore !== undefined && { reportedBefore: reportedBefore.bind(source) }),
    ...(faults !== undefined && { faults: faults.bind(source) }),
    ...(rules !== undefined && { rules: rules.bind(source) }),
    close: async () => undefined,
  };
}

/** An outage as it was known at the end of a slot with a centre [ms since the epoch]; none before it was. */
function outageAt(outage: Outage, centre: number): Outage[] {
  const { start, end } = outage;
  if (start + (SHORTEST - 1) * SLOT_MS > centre) return [];
  return [{ ...outage, end: end === null || end + SHORTEST * SLOT_MS > centre ? null : end }];
}
