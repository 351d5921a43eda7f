import { amountOf, neighboursOf, onlyNeighbour, sideOf } from '../words/quantities.ts';
import { type NeighbourGrounds, openWords, surroundings } from './neighbour-words.ts';

/** How one neighbour votes: see `distance`. */
export type Vote = 'away' | 'returned' | 'along' | 'still';

/** What a verdict by the levels of the neighbours rests on, in counts and in the variable's unit. */
export interface LevelGrounds extends NeighbourGrounds {
  readonly actual: number;
  /** Median of what the neighbours indicate for the slot. */
  readonly indicated: number;
  readonly votes: Readonly<Record<Vote, number>>;
}

const VOTES: readonly Vote[] = ['away', 'returned', 'along', 'still'];

/** Why a verdict by the levels of the neighbours is what it is, in a sentence without a full stop. */
export function levelReason(grounds: LevelGrounds): string {
  return `${votesWords(grounds)}; ${decisive(grounds)}`;
}

/** What most of the neighbours say, of those that speak for the class. */
function leading({ classification, votes }: LevelGrounds): Vote {
  if (classification === 'weather_event' && votes.along > 0) return 'along';
  const speaking = classification === 'device_failure' && votes.away + votes.returned > 0 ? VOTES.slice(0, 2) : VOTES;
  return speaking.reduce((most, vote) => (votes[vote] > votes[most] ? vote : most));
}

function votesWords(grounds: LevelGrounds): string {
  const { variable, actual, indicated, compared, within, nearestKm, votes } = grounds;
  const vote = leading(grounds);
  const one = compared === 1;
  const who = one ? onlyNeighbour(within, nearestKm) : neighboursOf(votes[vote], compared);
  const indicate = one ? 'indicates' : 'indicate';
  const off = `${amountOf(variable, Math.abs(actual - indicated))} ${sideOf(actual - indicated)}`;
  switch (vote) {
    case 'away':
      return `reads ${off} what ${who} ${indicate}`;
    case 'returned':
      return `is back at what ${who} ${indicate}, after being off`;
    case 'along':
      return `${who} changed too`;
    case 'still':
      return `agrees as usual with ${who}, which did not change`;
  }
}

function decisive(grounds: LevelGrounds): string {
  const { classification, compared, votes } = grounds;
  if (classification !== 'suspected') return surroundings(grounds);
  const open = openWords(grounds);
  if (open !== null) return open;
  if (votes.still === compared) return 'unclear why it departs from its own last hours';
  return votes.away + votes.returned === compared ? 'not clear enough for a failure' : 'the neighbours disagree';
}
