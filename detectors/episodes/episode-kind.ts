import type { Classification } from '../../schemas/anomaly.ts';
import type { EpisodeKind } from '../../schemas/reported-episode.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import type { EpisodeMember } from './episode-member.ts';
import { deviationOf, isStuck } from './joining-rules.ts';

/** A value that is away for no more reports than these was never a level. */
const SPIKE_REPORTS = 2;

/**
 * So many changes of sign among the deviations of one variable are noise: a level that comes and goes has one, and an
 * echo of the forecast at its onset one more.
 */
const NOISE_CHANGES = 3;

/** Whether values are back at the end of an episode, stay away, or nobody knows. */
export type Ending = 'back' | 'away' | 'unknown';

/**
 * How an episode ends, by the most of its variables.
 *
 * @param variables how many it has
 * @param standing the anomalies that values have not come back from
 */
export function endingOf(variables: number, standing: readonly EpisodeMember[]): Ending {
  const most = (members: readonly EpisodeMember[]) =>
    new Set(members.map(({ variable }) => variable)).size * 2 >= variables;
  if (!most(standing)) return 'back';
  return most(standing.filter(({ stays }) => stays === true)) ? 'away' : 'unknown';
}

/**
 * What a fault looks like, by what most of its anomalies were raised by, then by how its deviations change.
 *
 * @param members in the order of time
 */
export function episodeKind(
  classification: Classification,
  members: readonly EpisodeMember[],
  ending: Ending,
): EpisodeKind {
  if (classification === 'weather_event') return 'weather';
  const half = members.length / 2;
  if (members.filter(({ check }) => check === 'gross_range').length >= half) return 'range';
  if (members.filter(isStuck).length >= half) return 'stuck';
  if (VARIABLES.some((variable) => changesOfSign(members.filter((one) => one.variable === variable)) >= NOISE_CHANGES))
    return 'noise';
  const [first] = members;
  const lasted = members[members.length - 1].time - first.time;
  return lasted <= SPIKE_REPORTS * first.cadence && ending !== 'away' ? 'spike' : 'level';
}

function changesOfSign(members: readonly EpisodeMember[]): number {
  const signs = members.filter((member) => !isStuck(member)).map((member) => Math.sign(deviationOf(member)));
  return signs.filter((sign, at) => at > 0 && sign !== signs[at - 1]).length;
}
