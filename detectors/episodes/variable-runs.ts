import type { EpisodeMember } from './episode-member.ts';
import { answers, isBack, isEcho, isStuck, longestPause } from './joining-rules.ts';

/** Anomalies of one variable without a long pause. */
export interface Run {
  /** In the order of time; at least one. */
  readonly members: readonly EpisodeMember[];
  /** First and last time of which they speak [ms]. */
  readonly start: number;
  readonly end: number;
  /** True where most of them are of a value that does not change. */
  readonly stuck: boolean;
  /** The anomaly that the value has not come back from when the run ends; null where it has. */
  standing: EpisodeMember | null;
}

/**
 * The faults of one variable of a station, each as its runs: one run, or all from one that leaves the value standing away
 * to the one that answers it, with those between.
 *
 * @param members of one variable, in the order of time
 * @param window how much later the answer may come [ms]
 */
export function chainsOf(members: readonly EpisodeMember[], window: number): Run[][] {
  const runs = runsOf(members);
  /** Of each run the first that it is of one fault with. */
  const firsts = runs.map((_, at) => at);
  let onsets: number[] = [];
  for (const [at, run] of runs.entries()) {
    let before: EpisodeMember | null = null;
    for (const member of run.members) {
      onsets = onsets.filter((onset) => member.since - (runs[onset].standing?.time ?? member.since) <= window);
      // What the run itself has begun is asked first.
      const own = isAnswer(run.standing, member);
      const match = own ? undefined : onsets.findLast((onset) => isAnswer(runs[onset].standing, member));
      if (match === undefined) run.standing = standingAfter(run.standing, before, member);
      else {
        firsts.fill(firsts[match], match, at + 1);
        for (const between of runs.slice(match, at + 1)) between.standing = null;
        onsets = onsets.filter((onset) => onset < match);
        if (isStuck(member)) run.standing = member;
      }
      before = member;
    }
    if (run.standing?.stays === false) run.standing = null;
    if (run.standing !== null) onsets.push(at);
  }
  const chains = new Map<number, Run[]>();
  for (const [at, first] of firsts.entries()) {
    const chain = chains.get(first);
    if (chain === undefined) chains.set(first, [runs[at]]);
    else chain.push(runs[at]);
  }
  return [...chains.values()];
}

function runsOf(members: readonly EpisodeMember[]): Run[] {
  const groups: EpisodeMember[][] = [];
  for (const member of members) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && member.since - last.time <= longestPause(last, member)) groups.at(-1)?.push(member);
    else groups.push([member]);
  }
  return groups.map((group) => ({
    members: group,
    start: group.reduce((least, { since }) => Math.min(least, since), Number.POSITIVE_INFINITY),
    end: group[group.length - 1].time,
    stuck: group.filter(isStuck).length * 2 >= group.length,
    standing: null,
  }));
}

function isAnswer(onset: EpisodeMember | null, later: EpisodeMember): boolean {
  return onset !== null && answers(onset, later);
}

/** What the value has not come back from after one more anomaly. */
function standingAfter(
  standing: EpisodeMember | null,
  before: EpisodeMember | null,
  member: EpisodeMember,
): EpisodeMember | null {
  if (isStuck(member)) return member;
  if (standing === null) return before !== null && isEcho(before, member) ? null : member;
  return isBack(standing, member) ? null : standing;
}
