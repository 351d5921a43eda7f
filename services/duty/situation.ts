import { type Fault, isFaultOfDays } from '../../schemas/fault.ts';
import type { FaultGroup, ReopeningCause } from '../../schemas/http/answers/now-answer.ts';
import type { Station } from '../../schemas/station.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { type Alert, alertsOfFaults } from '../alerts/records/alert-records.ts';
import { type Silence, silencesFrom } from '../alerts/records/silence-records.ts';
import { mutes } from '../alerts/rule-matching.ts';
import { causesOf, isOfFeed, overAt } from '../answers/causes.ts';
import type { Marks } from '../answers/marks.ts';
import type { StationAtMoment } from '../detection/station-states.ts';
import type { Overlay } from '../experts/overlay.ts';
import type { Statements } from '../stores/catalogue.ts';
import { type Care, caresOf, newestCare } from './care-records.ts';
import { type FaultCourse, type LatestValueOfFault, latestOf } from './fault-courses.ts';
import { rankOf, severityOf } from './fault-rank.ts';
import type { NetworkReading } from './network-reading.ts';

/** Why a fault is open again that people had put away. */
interface Reopening {
  /**
   * `snooze_over`: it was snoozed until then; `went_on`: its alert had ended and was opened again then; `came_back`: the sensor
   * was right again, and the same is wrong with it since then.
   */
  readonly because: ReopeningCause;
  /** ms since the epoch. */
  readonly at: number;
  /** Who had it before, or put it off; null where nobody did. */
  readonly by: string | null;
}

/** A fault with all that somebody on duty asks about it. */
export interface FaultNow {
  readonly fault: Fault;
  /** Other faults of the same cause and group, which it is shown for. */
  readonly same: readonly Fault[];
  readonly group: FaultGroup;
  /** Its station; null where that is not among those of the network. */
  readonly place: Station | null;
  readonly override: Marks['override'];
  /** How many times the least departure that matters it is off; null where nobody tells. */
  readonly severity: number | null;
  readonly latest: LatestValueOfFault | null;
  readonly course: FaultCourse | null;
  /** The newest that is known of any fault of its cause. */
  readonly care: Care | null;
  readonly reopening: Reopening | null;
  /** How often the same was wrong with the sensor in the week before it. */
  readonly earlier: number;
  /** The alert of its cause that is most urgent; null where no rule asks for one. */
  readonly alert: Alert | null;
  /** The maintenance window that it lies in, and the silence by which nobody is told of it. */
  readonly maintenance: string | null;
  readonly silence: Silence | null;
}

/**
 * The faults of a reading with what people do about them now, the worst first. Those of one cause are one.
 *
 * @throws what the catalogue throws
 */
export async function faultsNow(catalogue: Statements, reading: NetworkReading): Promise<readonly FaultNow[]> {
  const { time, overlay, faults } = reading;
  const earlier = faults.flatMap((one) => one.earlier);
  const ids = new Set([...faults.map(({ fault }) => fault), ...earlier].map(({ id }) => id));
  const [silences, cares, alerts] = await Promise.all([
    silencesFrom(catalogue, time),
    caresOf(catalogue, [...ids]),
    alertsOfFaults(
      catalogue,
      faults.map(({ fault }) => fault.id),
    ),
  ]);
  const causes = causesOf(
    faults.map(({ fault }) => fault),
    reading,
  );
  const causeOf = ({ id }: Fault) => causes.get(id) ?? [];
  // The most urgent comes first, and stays.
  const alertOf = new Map(alerts.toReversed().map((alert) => [causes.get(alert.fault?.id ?? ''), alert]));
  const lasting = silences.filter(({ from, to }) => from <= time && to > time);
  const rows = faults.map(({ fault, station, course, earlier: before }): Row => {
    const latest = course === null ? null : latestOf(course);
    const off = latest === null || latest.expected === null ? fault.offset : latest.value - latest.expected;
    const place = station?.station ?? null;
    const known = {
      care: newestCare(
        cares,
        causeOf(fault).map(({ id }) => id),
      ),
      alert: alertOf.get(causeOf(fault)) ?? null,
      maintenance: maintenanceOf(overlay, fault, station, time),
      silence: lasting.find((one) => mutes(one, fault, place)) ?? null,
    };
    return {
      ...known,
      fault,
      place,
      group: groupOf(fault, known, time),
      override: overlay.overrideOfFault(fault),
      severity: severityOf(fault, off),
      latest,
      course,
      reopening: overAt(fault, time) === null ? reopeningOf(fault, known, before, cares, time) : null,
      earlier: before.length,
    };
  });
  return shownOnce(rows.sort(worstFirst), causeOf);
}

/** A fault of its own. */
type Row = Omit<FaultNow, 'same'>;

/** Those of one cause that nobody has told apart are shown as one, where the worst of them is. */
function shownOnce(rows: readonly Row[], causeOf: (fault: Fault) => readonly Fault[]): readonly FaultNow[] {
  const shown = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.group} ${causeOf(row.fault)[0].id}`;
    const those = shown.get(key);
    if (those === undefined) shown.set(key, [row]);
    else those.push(row);
  }
  return [...shown.values()].map((those) => {
    const [first, ...same] = those.toSorted((a, b) => firstOfCause(a.fault, b.fault));
    return { ...first, same: same.map(({ fault }) => fault) };
  });
}

/** Which fault of a cause speaks for all: always the same one, whatever the weather lets another be off by. */
function firstOfCause(a: Fault, b: Fault): number {
  return (
    Number(isFaultOfDays(b.kind)) - Number(isFaultOfDays(a.kind)) ||
    Number(a.certainty === 'suspected') - Number(b.certainty === 'suspected') ||
    VARIABLES.indexOf(a.variable) - VARIABLES.indexOf(b.variable) ||
    (isOfFeed(a.kind) ? a.start - b.start : 0) ||
    (a.station < b.station ? -1 : 1)
  );
}

type Known = Pick<FaultNow, 'care' | 'alert' | 'maintenance' | 'silence'>;

/** A window of the moment counts before the newest report is in it: whoever has just entered it sees it at once. */
function maintenanceOf(overlay: Overlay, fault: Fault, station: StationAtMoment | null, time: number): string | null {
  const newest = station?.variables[fault.variable]?.time ?? time;
  return overlay.maintenanceOf({ ...fault, time }) ?? overlay.maintenanceOf({ ...fault, time: newest });
}

function groupOf(fault: Fault, { care, alert, maintenance, silence }: Known, time: number): FaultGroup {
  if (overAt(fault, time) !== null) return 'recovered';
  if (maintenance !== null) return 'maintenance';
  if (silence !== null) return 'muted';
  if (care === null || care.snoozedUntil === null || care.snoozedUntil <= time) return 'open';
  return wentOnAfter(care, alert) ? 'open' : 'snoozed';
}

/** True where an alert was opened again after somebody had put the fault off. */
function wentOnAfter(care: Care, alert: Alert | null): boolean {
  return alert !== null && alert.reopened !== null && alert.reopened > care.at;
}

function reopeningOf(
  fault: Fault,
  { care, alert }: Known,
  earlier: readonly Fault[],
  cares: ReadonlyMap<string, Care>,
  time: number,
): Reopening | null {
  if (alert !== null && alert.reopened !== null && (care === null || wentOnAfter(care, alert))) {
    return { because: 'went_on', at: alert.reopened, by: care?.assignee ?? care?.by ?? null };
  }
  if (care !== null) {
    const { snoozedUntil, by } = care;
    return snoozedUntil !== null && snoozedUntil <= time ? { because: 'snooze_over', at: snoozedUntil, by } : null;
  }
  const before = earlier.map(({ id }) => cares.get(id)).findLast((one) => one !== undefined);
  if (before === undefined) return null;
  return { because: 'came_back', at: fault.start, by: before.assignee ?? before.by };
}

/** Failures before what is suspected, what is off by more first, then what began first. */
function worstFirst(a: Row, b: Row): number {
  return (
    Number(a.fault.certainty === 'suspected') - Number(b.fault.certainty === 'suspected') ||
    rankOf(b.fault, b.severity) - rankOf(a.fault, a.severity) ||
    a.fault.start - b.fault.start ||
    (a.fault.id < b.fault.id ? -1 : 1)
  );
}
