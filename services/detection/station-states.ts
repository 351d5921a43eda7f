import { SLOWEST_CADENCE } from '../../detectors/episodes/episode-member.ts';
import { LONGEST_PAUSE, PAUSE_REPORTS } from '../../detectors/episodes/joining-rules.ts';
import { GRAVEST_FIRST } from '../../schemas/anomaly.ts';
import type { Station } from '../../schemas/station.ts';
import { MISSED_REPORTS, type StationState } from '../../schemas/station-state.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import type { Overlay } from '../experts/overlay.ts';
import { isInsideBox } from '../stores/inside-box.ts';
import type { Box, LatestValue, StationMoment, TimeSeriesStore, VerdictMark } from '../stores/time-series-store.ts';

/** Longest that a verdict says something of its station [ms]. */
export const STANDING_MS = PAUSE_REPORTS * SLOWEST_CADENCE;

/** A variable at a moment: its newest number, and the verdict that its state is of, where there is one. */
export interface VariableAtMoment extends Pick<LatestValue, 'value' | 'time'> {
  readonly state: Exclude<StationState, 'silent'>;
  readonly verdict: VerdictMark | null;
}

/** A station at a moment. */
export interface StationAtMoment {
  readonly station: Station;
  readonly state: StationState;
  /** True where the state is of verdicts that may all still change. */
  readonly provisional: boolean;
  /** Empty where it is silent. */
  readonly variables: Readonly<Partial<Record<Variable, VariableAtMoment>>>;
  /** Time of its newest report, ms since the epoch; null where there was none for a month. */
  readonly seen: number | null;
}

/** Which stations are asked for, and when [ms since the epoch]. */
export interface StatesRequest {
  readonly network: string;
  readonly time: number;
  readonly box?: Box | undefined;
}

/**
 * How the stations of a network are at a moment, by what is known now. Those that were retired are among them while they
 * reported. What people say of a verdict goes before it; what lies in maintenance, or is called normal, counts for nothing.
 *
 * @returns in the order of their ids
 * @throws what the store throws
 */
export async function stationStates(
  store: Pick<TimeSeriesStore, 'allStations' | 'stationMoments' | 'verdictMarks'>,
  { network, time, box }: StatesRequest,
  overlay: Overlay,
): Promise<StationAtMoment[]> {
  const [registered, marks] = await Promise.all([
    store.allStations(network),
    store.verdictMarks(network, time - STANDING_MS, time),
  ]);
  const stations = registered.filter((station) => box === undefined || isInsideBox(box, station));
  const ids = stations.map(({ id }) => id);
  const moments = await store.stationMoments(network, time, ids);
  const momentOf = new Map(moments.map((moment) => [moment.station, moment]));
  const counting = marks.filter((mark) => !overlay.hides(mark) && overlay.marksOf(mark).maintenance === null);
  const marksOf = byStation(counting.map((mark) => overlay.reclassified(mark)));
  return stations
    .map((station) => stateOf(station, momentOf.get(station.id) ?? null, marksOf.get(station.id) ?? [], time))
    .filter(({ station, state }) => !station.retired || state !== 'silent');
}

/** @param marks verdicts on its values */
function stateOf(
  station: Station,
  moment: StationMoment | null,
  marks: readonly VerdictMark[],
  time: number,
): StationAtMoment {
  const cadence = (moment?.cadence ?? 1) * SLOT_MS;
  if (moment === null || time - moment.seen > MISSED_REPORTS * cadence) {
    return { station, state: 'silent', provisional: false, variables: {}, seen: moment?.seen ?? null };
  }
  // As long as the next anomaly would be of the same episode, this one is not over.
  const pause = Math.max(LONGEST_PAUSE, PAUSE_REPORTS * cadence);
  const standing = marks.filter((mark) => time - mark.time <= pause);
  const variables: Partial<Record<Variable, VariableAtMoment>> = {};
  for (const variable of VARIABLES) {
    const latest = moment.latest[variable];
    if (latest === undefined) continue;
    const { value, time: at, judged } = latest;
    const verdict = gravest(standing.filter((mark) => mark.variable === variable));
    const state = verdict?.classification ?? (judged ? 'good' : 'not_judged');
    variables[variable] = { value, time: at, state, verdict };
  }
  const found = Object.values(variables);
  const state = [...GRAVEST_FIRST, 'good' as const].find((one) => found.some((variable) => variable.state === one));
  const deciding = found.filter((variable) => variable.state === state && variable.verdict !== null);
  const provisional = deciding.length > 0 && deciding.every(({ verdict }) => verdict?.state === 'provisional');
  return { station, state: state ?? 'not_judged', provisional, variables, seen: moment.seen };
}

/** The newest of the gravest class; null where there is none. */
function gravest(marks: readonly VerdictMark[]): VerdictMark | null {
  const rank = ({ classification }: VerdictMark) => GRAVEST_FIRST.indexOf(classification);
  return marks.reduce<VerdictMark | null>(
    (best, mark) =>
      best === null || rank(mark) < rank(best) || (rank(mark) === rank(best) && mark.time > best.time) ? mark : best,
    null,
  );
}

function byStation(marks: readonly VerdictMark[]): Map<string, VerdictMark[]> {
  const groups = new Map<string, VerdictMark[]>();
  for (const mark of marks) {
    const group = groups.get(mark.station);
    if (group === undefined) groups.set(mark.station, [mark]);
    else group.push(mark);
  }
  return groups;
}
