import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { FLAT_LOOK_BACK_SLOTS } from '../checks/flat-line.ts';
import { type EpisodeMember, SLOWEST_CADENCE } from './episode-member.ts';

/**
 * Anomalies of a variable this far apart are one fault [ms]. A forecast takes a changed level for its own after one or two
 * reports, so the points of one fault lie apart; faults of one sensor an hour apart are one to whoever goes there.
 */
export const LONGEST_PAUSE = 3_600_000;

/** Reports that a pause may last where they come less often than every half hour: one in between is allowed to be good. */
export const PAUSE_REPORTS = 2;

/** A return is as large as its onset but for this share, or the variable's floor: the weather goes on meanwhile. */
const RETURN_SHARE = 1 / 3;

/**
 * Longest pause between an anomaly and a later one of the same variable that belong together [ms].
 */
export function longestPause(earlier: EpisodeMember, later: EpisodeMember): number {
  return Math.max(LONGEST_PAUSE, PAUSE_REPORTS * Math.max(earlier.cadence, later.cadence));
}

/**
 * Anomalies of a station on either side of a silence of this length are never of one episode [ms], whatever the rules:
 * no longer pause or window, and no longer look back of a flat line behind it.
 *
 * @param window history that values are judged against [ms]
 */
export function joiningSpan(window: number): number {
  const pause = Math.max(LONGEST_PAUSE, PAUSE_REPORTS * SLOWEST_CADENCE);
  return FLAT_LOOK_BACK_SLOTS * SLOT_MS + Math.max(window, pause);
}

/** True where a value is back: nearer to what was expected at the onset than to what was seen then. */
export function isBack(onset: EpisodeMember, later: EpisodeMember): boolean {
  if (isStuck(onset)) return comesFree(onset, later);
  return Math.abs(later.actual - onset.expected) < Math.abs(later.actual - onset.actual);
}

/** True where the value hardly moved since the anomaly before, so that it is the forecast that was led astray by that one. */
export function isEcho(before: EpisodeMember, member: EpisodeMember): boolean {
  return Math.abs(member.actual - before.actual) * 2 < Math.abs(deviationOf(member));
}

/**
 * True where an anomaly ends, or goes on with, what an earlier one has begun, long after it: its deviation is opposite and
 * about as large, by when the forecast has taken the changed level for its own; or it is what a stuck sensor shows when it
 * comes free, or the same frozen value as far back as is looked.
 */
export function answers(onset: EpisodeMember, later: EpisodeMember): boolean {
  if (isStuck(onset)) return comesFree(onset, later) || goesOn(onset, later);
  const out = deviationOf(onset);
  const back = deviationOf(later);
  const { floor } = VARIABLE_SPECIFICATIONS[onset.variable];
  return out * back < 0 && Math.abs(out + back) <= Math.max(floor, Math.abs(out) * RETURN_SHARE);
}

/** True for an anomaly of the check `flat_line`. */
export function isStuck(member: EpisodeMember): boolean {
  return member.check === 'flat_line';
}

/** Observed less expected [unit of the variable]. */
export function deviationOf({ actual, expected }: EpisodeMember): number {
  return actual - expected;
}

/** The deviation in floors of its variable, without sign: comparable between variables. */
function sizeOf(member: EpisodeMember): number {
  return Math.abs(deviationOf(member)) / VARIABLE_SPECIFICATIONS[member.variable].floor;
}

/**
 * The anomaly that stands for others: the largest, in floors of its variable, and of several about as large (within
 * RETURN_SHARE) the first, which is the onset and not its return. An echo stands for nothing: it departs from a forecast that
 * carries the onset on, twice as far as anything was away.
 *
 * @param members in the order of time; at least one
 */
export function onsetOf(members: readonly EpisodeMember[]): EpisodeMember {
  const before = new Map<string, EpisodeMember>();
  const own = members.filter((member) => {
    const last = before.get(member.variable);
    before.set(member.variable, member);
    return last === undefined || isStuck(member) || !isEcho(last, member);
  });
  const most = own.reduce((largest, member) => Math.max(largest, sizeOf(member)), 0);
  return own.find((member) => sizeOf(member) >= (1 - RETURN_SHARE) * most) ?? members[0];
}

/** Neighbours that stand still for a while hide a stuck sensor; by then only the end of its run is looked at. */
function goesOn(stuck: EpisodeMember, later: EpisodeMember): boolean {
  return isStuck(later) && later.actual === stuck.actual && later.time - later.since >= FLAT_LOOK_BACK_SLOTS * SLOT_MS;
}

/** The first value after a frozen one departs from just that: the forecast has learnt nothing else. */
function comesFree(stuck: EpisodeMember, later: EpisodeMember): boolean {
  const { floor } = VARIABLE_SPECIFICATIONS[stuck.variable];
  return !isStuck(later) && Math.abs(later.expected - stuck.actual) <= floor;
}
