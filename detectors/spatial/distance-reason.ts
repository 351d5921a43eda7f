import type { Classification } from '../../schemas/anomaly.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { type Hindrance, hindranceWords } from './hindrance.ts';
import { type UsualDeparture, usualWords } from './usual-departure.ts';

/** How one neighbour votes: see `distance`. */
export type Vote = 'away' | 'returned' | 'along' | 'still';

/** What a verdict of `distance` rests on, in counts and in the variable's unit. */
export interface DistanceGrounds {
  readonly classification: Classification;
  readonly variable: Variable;
  readonly actual: number;
  /** Median of what the neighbours imply for the slot, and of the usual spread. */
  readonly implied: number;
  readonly sigma: number;
  readonly compared: number;
  /** Too few neighbours for the usual limits. */
  readonly few: boolean;
  /** What alone kept it from being a failure. */
  readonly hindrance: Hindrance | null;
  readonly votes: Readonly<Record<Vote, number>>;
  readonly stirring: number;
  readonly usual: UsualDeparture | null;
  /** Neighbours with rain; null where it is not about rain. */
  readonly wet: number | null;
}

const ONE: Readonly<Record<Vote, string>> = {
  away: 'it stands away from what the only neighbour implies',
  returned: 'it is back where the only neighbour implies after standing away',
  along: 'the only neighbour came along',
  still: 'it stands as usual to the only neighbour, which has not come along',
};

function votesWords({ compared, votes }: DistanceGrounds): string {
  const all = compared === 2 ? 'both' : `all ${compared}`;
  const of = (vote: Vote) => (votes[vote] === compared ? all : `${votes[vote]} of ${compared}`);
  const words: string[] = [];
  for (const vote of ['away', 'returned', 'along', 'still'] as const) {
    if (votes[vote] === 0) continue;
    if (compared === 1) return ONE[vote];
    if (vote === 'away') words.push(`it stands away from what ${of(vote)} neighbours imply`);
    if (vote === 'returned') words.push(`it is back where ${of(vote)} neighbours imply after standing away`);
    if (vote === 'along') words.push(`${of(vote)} neighbours came along`);
    if (vote === 'still') words.push(`it stands as usual to ${of(vote)} neighbours, which have not come along`);
  }
  return words.join(', ');
}

function weighing(grounds: DistanceGrounds): string {
  const { classification, compared, votes, few } = grounds;
  if (classification !== 'suspected') return '';
  if (grounds.hindrance !== null) return hindranceWords(grounds.hindrance);
  if (few) return `: too little to tell with ${compared === 1 ? 'one neighbour' : 'two neighbours'} to ask`;
  if (votes.still === compared) return ': the neighbours explain nothing';
  if (votes.away + votes.returned === compared) return ': too little for a failure';
  return ': the neighbours disagree';
}

/** The verdict in plain words with numbers and units, for the operator. */
export function distanceReason(grounds: DistanceGrounds): string {
  const { variable, actual, implied, sigma, stirring, compared, wet } = grounds;
  const { unit } = VARIABLE_SPECIFICATIONS[variable];
  const off = Math.abs(actual - implied).toFixed(1);
  const side = actual < implied ? 'below' : 'above';
  const numbers = `${off} ${unit} ${side} the ${implied.toFixed(1)} implied, usual spread ${sigma.toFixed(1)}`;
  const stirs = stirring === 0 ? 'nothing stirs around' : `something stirs at ${stirring} of ${compared}`;
  const rain = wet === null ? '' : wet === 0 ? ', no rain around' : `, rain at ${wet} of ${compared}`;
  return `${votesWords(grounds)} (${numbers}), ${stirs}${rain}${usualWords(grounds.usual, unit)}${weighing(grounds)}`;
}
