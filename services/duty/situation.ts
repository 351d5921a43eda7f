import { type Fault, showsAtOnce } from '../../schemas/fault.ts';
import type { FaultGroup, ReopeningCause } from '../../schemas/http/answers/now-answer.ts';
import type { Station } from '../../schemas/station.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { type Alert, alertsOfFaults } from '../alerts/records/alert-records.ts';
import { type Silence, silencesFrom } from '../alerts/records/silence-records.ts';
import { mutes } from '../alerts/rule-matching.ts';
import type { Marks } from '../answers/marks.ts';
import { type StationAtMoment, stationStates } from '../detection/station-states.ts';
import { type Overlay, overlayOf } from '../experts/overlay.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { StoreReads } from '../stores/store-reads.ts';
import { type Care, caresOf } from './care-records.ts';
import { type FaultCourse, faultCourses, type LatestValueOfFault, latestOf } from './fault-courses.ts';

const HOUR_MS = 3_600_000;
/** What ended so long ago is still shown [ms]. */
const RECOVERED_MS = 24 * HOUR_MS;
/** Faults of a sensor that ended so long ago are told with one that has begun since [ms]. */
const EARLIER_MS = 7 * 24 * HOUR_MS;
/** So many faults, the worst, have a course: what is beyond nobody looks at before these. */
const MOST_COURSES = 200;

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
  readonly group: FaultGroup;
  /** Its station; null where that is not among those of the network. */
  readonly place: Station | null;
  readonly override: Marks['override'];
  /** How many times the least departure that matters it is off; null where nobody tells. */
  readonly severity: number | null;
  readonly latest: LatestValueOfFault | null;
  readonly course: FaultCourse | null;
  readonly care: Care | null;
  readonly reopening: Reopening | null;
  /** How often the same was wrong with the sensor in the week before it. */
  readonly earlier: number;
  /** The alert of it that is most urgent; null where no rule asks for one. */
  readonly alert: Alert | null;
  /** The maintenance window that it lies in, and the silence by which nobody is told of it. */
  readonly maintenance: string | null;
  readonly silence: Silence | null;
}

/** How a network is at a moment. */
export interface Situation {
  readonly stations: readonly StationAtMoment[];
  /** The worst first, in each of their groups. */
  readonly faults: readonly FaultNow[];
}

/** What a situation is read from. */
export interface SituationSources {
  readonly store: StoreReads;
  readonly experts: Pick<RuleRegister, 'rules'>;
  readonly catalogue: Catalogue;
}

/**
 * What is wrong in a network at a moment, as far as it is known by now, with who looks after it.
 *
 * @param time ms since the epoch
 * @throws what the stores throw; the reason of the signal
 */
export async function situationOf(
  { store, experts, catalogue }: SituationSources,
  { network, time }: { readonly network: string; readonly time: number },
  signal: AbortSignal,
): Promise<Situation> {
  const [stations, found, silences] = await Promise.all([
    stationStates(store, experts, { network, time }),
    store.faultsOver(network, time - EARLIER_MS, time),
    silencesFrom(catalogue, time),
  ]);
  const from = found.reduce((earliest, { named }) => Math.min(earliest, named), time);
  const overlay = await overlayOf(experts, { network, from, to: time });
  const faults = found.filter((fault) => fault.known <= time && !overlay.explains(fault));
  const shown = faults.filter((fault) => isRecent(fault, time));
  const ids = faults.map(({ id }) => id);
  const open = shown.filter((fault) => overAt(fault, time) === null);
  const rankBefore = (fault: Fault) => rankOf(fault, severityOf(fault, fault.offset));
  const worst = open.toSorted((a, b) => rankBefore(b) - rankBefore(a)).slice(0, MOST_COURSES);
  const [cares, alerts, courses] = await Promise.all([
    caresOf(catalogue, ids),
    alertsOfFaults(
      catalogue,
      shown.map(({ id }) => id),
    ),
    faultCourses(store, network, worst, time, signal),
  ]);
  const courseOf = new Map(worst.map(({ id }, k) => [id, courses[k]]));
  // The most urgent comes first, and stays.
  const alertOf = new Map(alerts.toReversed().map((alert) => [alert.fault?.id, alert]));
  const stationOf = new Map(stations.map((one) => [one.station.id, one]));
  const rows = shown.map((fault): FaultNow => {
    const course = courseOf.get(fault.id) ?? null;
    const latest = course === null ? null : latestOf(course);
    const off = latest === null || latest.expected === null ? fault.offset : latest.value - latest.expected;
    const place = stationOf.get(fault.station)?.station ?? null;
    const known = {
      care: cares.get(fault.id) ?? null,
      alert: alertOf.get(fault.id) ?? null,
      maintenance: maintenanceOf(overlay, fault, stationOf.get(fault.station), time),
      silence: silences.find((one) => one.from <= time && one.to > time && mutes(one, fault, place)) ?? null,
    };
    const earlier = faults.filter((other) => isEarlier(other, fault));
    return {
      ...known,
      fault,
      place,
      group: groupOf(fault, known, time),
      override: overlay.overrideOfFault(fault),
      severity: severityOf(fault, off),
      latest,
      course,
      reopening: overAt(fault, time) === null ? reopeningOf(fault, known, earlier, cares, time) : null,
      earlier: earlier.length,
    };
  });
  return { stations, faults: rows.sort(worstFirst) };
}

type Known = Pick<FaultNow, 'care' | 'alert' | 'maintenance' | 'silence'>;

/** When the sensor was known to be right again, ms since the epoch; null while that is not known at a moment. */
function overAt({ end, recovered }: Fault, time: number): number | null {
  if (end === null) return null;
  const over = recovered ?? end;
  return over <= time ? over : null;
}

function isRecent(fault: Fault, time: number): boolean {
  return (overAt(fault, time) ?? time) >= time - RECOVERED_MS;
}

function isEarlier(other: Fault, { station, variable, kind, start }: Fault): boolean {
  const isSame = other.station === station && other.variable === variable && other.kind === kind;
  return isSame && other.end !== null && other.end < start && other.end >= start - EARLIER_MS;
}

/** A window of the moment counts before the newest report is in it: whoever has just entered it sees it at once. */
function maintenanceOf(
  overlay: Overlay,
  fault: Fault,
  station: StationAtMoment | undefined,
  time: number,
): string | null {
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

/** How many times the least departure that matters a sensor is off; null where nobody tells by how much. */
function severityOf({ variable }: Fault, off: number | null): number | null {
  return off === null ? null : Math.abs(off) / VARIABLE_SPECIFICATIONS[variable].floor;
}

/** What is impossible, by itself or beside others, is worse than anything; what nobody tells of counts as what just matters. */
function rankOf({ kind }: Fault, severity: number | null): number {
  return showsAtOnce(kind) ? Number.MAX_VALUE : (severity ?? 1);
}

/** Failures before what is suspected, what is off by more first, then what began first. */
function worstFirst(a: FaultNow, b: FaultNow): number {
  return (
    Number(a.fault.certainty === 'suspected') - Number(b.fault.certainty === 'suspected') ||
    rankOf(b.fault, b.severity) - rankOf(a.fault, a.severity) ||
    a.fault.start - b.fault.start ||
    (a.fault.id < b.fault.id ? -1 : 1)
  );
}
