import type { EpisodeKind } from '../../schemas/reports/reported-episode.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { FLAT_LOOK_BACK_SLOTS } from '../checks/flat-line.ts';
import { amountOf, durationOf } from '../words/quantities.ts';
import type { Ending } from './episode-kind.ts';
import type { EpisodeMember } from './episode-member.ts';
import { deviationOf, isStuck, onsetOf } from './joining-rules.ts';

/**
 * What happened, in words for the operator: `temp_out +15.0 degC for 40 min, then back`.
 *
 * @param members in the order of time
 */
export function describeEpisode(kind: EpisodeKind, members: readonly EpisodeMember[], ending: Ending): string {
  const variables = VARIABLES.map((variable) => members.filter((one) => one.variable === variable));
  const onsets = variables.filter((own) => own.length > 0).map(onsetOf);
  const lasted = members[members.length - 1].time - members[0].time;
  const times = lasted === 0 ? 'at one report' : `for ${durationOf(lasted)}`;
  if (kind === 'stuck') return `${stuckWords(members)}${ending === 'back' ? ', then free again' : ''}`;
  if (kind === 'range') return `${rangeWords(onsets)}, ${times}`;
  const departures = onsets.map(departureWords).join(', ');
  if (kind === 'noise') return `${departures}, up and down ${times}`;
  if (kind === 'weather') return `${departures} ${times}`;
  if (ending === 'back') return `${departures} ${times}, then back`;
  return `${departures}${ending === 'away' ? '' : ` ${times}`}, no return seen`;
}

/** How long each variable has been the same, the frozen value where there is but one. */
function stuckWords(members: readonly EpisodeMember[]): string {
  const stuck = members.filter(isStuck);
  const since = stuck.reduce((first, member) => Math.min(first, member.since), Number.POSITIVE_INFINITY);
  const last = stuck[stuck.length - 1].time;
  const first = stuck.filter((member) => member.since === since);
  const cut = first.every(({ time }) => time - since >= FLAT_LOOK_BACK_SLOTS * SLOT_MS);
  const values = VARIABLES.flatMap((variable) => {
    const frozen = new Set(stuck.filter((member) => member.variable === variable).map(({ actual }) => actual));
    if (frozen.size === 0) return [];
    const [value] = frozen;
    return frozen.size > 1 ? [variable] : [`${variable} at ${amountOf(variable, value)}`];
  });
  return `${values.join(', ')} unchanged for ${cut ? 'at least ' : ''}${durationOf(last - since)}`;
}

function departureWords(member: EpisodeMember): string {
  const deviation = deviationOf(member);
  return `${member.variable} ${deviation > 0 ? '+' : ''}${amountOf(member.variable, deviation)}`;
}

/** Values beyond what can be, then those that are only beyond what the climate brings. */
function rangeWords(onsets: readonly EpisodeMember[]): string {
  const impossible = onsets.filter(({ classification }) => classification === 'device_failure');
  const rare = onsets.filter(({ classification }) => classification !== 'device_failure');
  return [
    ...(impossible.length === 0 ? [] : [...impossible.map(valueWords), 'physically impossible']),
    ...(rare.length === 0 ? [] : [...rare.map(valueWords), "outside the climate's range"]),
  ].join(', ');
}

function valueWords({ variable, actual }: EpisodeMember): string {
  return `${variable} ${amountOf(variable, actual)}`;
}
