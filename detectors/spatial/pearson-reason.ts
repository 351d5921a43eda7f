import type { Classification } from '../../schemas/anomaly.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { type Hindrance, hindranceWords } from './hindrance.ts';
import { type UsualDeparture, usualWords } from './usual-departure.ts';

/** What a verdict of `pearson` rests on, in counts and in the variable's unit. */
export interface Grounds {
  readonly classification: Classification;
  readonly variable: Variable;
  /** |actual - expected|. */
  readonly size: number;
  readonly compared: number;
  /** Too few neighbours for the usual limits. */
  readonly few: boolean;
  /** What alone kept it from being a failure. */
  readonly hindrance: Hindrance | null;
  /** It was asked about the earlier move the other way, which the forecast carries on. */
  readonly echo: boolean;
  readonly moved: number;
  /** Weight of those that moved, 0 to 1. */
  readonly n: number;
  /** Largest move of a neighbour in the direction of the deviation. */
  readonly largest: number;
  readonly stirring: number;
  readonly usual: UsualDeparture | null;
  /** Neighbours with rain; null where it is not about rain. */
  readonly wet: number | null;
}

function countOf(count: number, all: number, noun: string): string {
  if (all === 1) return count === 0 ? `the only ${noun} has not` : `the only ${noun}`;
  if (count === 0) return `none of ${all} ${noun}s`;
  return count === all ? `all ${all} ${noun}s` : `${count} of ${all} ${noun}s`;
}

function movedWords(grounds: Grounds): string {
  const { moved, compared, n, variable, echo } = grounds;
  const sizes = `${grounds.largest.toFixed(1)} of ${grounds.size.toFixed(1)} ${VARIABLE_SPECIFICATIONS[variable].unit}`;
  const did = echo ? 'made the move that the forecast carries on' : 'moved with it';
  if (moved === 0) return `${countOf(0, compared, 'neighbour')} ${did} (largest ${sizes})`;
  const weight = moved < compared ? `weight ${n.toFixed(2)} by distance, ` : '';
  return `${countOf(moved, compared, 'neighbour')} ${did} (${weight}up to ${sizes})`;
}

function stirWords(grounds: Grounds): string {
  const { stirring, compared } = grounds;
  if (compared === 1) return stirring === 0 ? 'nothing stirs there' : 'something stirs there';
  if (stirring === 0) return 'nothing stirs around';
  return stirring === compared ? 'something stirs at all of them' : `something stirs at ${stirring} of them`;
}

function wetWords(grounds: Grounds): string {
  if (grounds.wet === null) return '';
  if (grounds.wet === 0) return ', no rain around';
  return grounds.wet === grounds.compared ? ', rain everywhere around' : `, rain at ${grounds.wet} of them`;
}

/** What decided where the count of neighbours that moved speaks for the other class, and why a verdict is open. */
function weighing(grounds: Grounds): string {
  const { classification, n } = grounds;
  if (classification === 'suspected') {
    if (grounds.hindrance !== null) return hindranceWords(grounds.hindrance);
    const few = grounds.few ? `, with ${grounds.compared === 1 ? 'one neighbour' : 'two neighbours'} to ask` : '';
    return `: too much for a failure, too little for weather${few}`;
  }
  if (classification === 'device_failure' && n >= 0.4)
    return ': its size, and what else did not happen, outweigh those that moved';
  if (classification === 'weather_event' && n < 0.4) {
    return grounds.wet === null
      ? ': what stirs outweighs that few moved'
      : ': the rain around outweighs that few moved';
  }
  return '';
}

/** The verdict in plain words with numbers and units, for the operator. */
export function reasonOf(grounds: Grounds): string {
  const usual = usualWords(grounds.usual, VARIABLE_SPECIFICATIONS[grounds.variable].unit);
  return `${movedWords(grounds)}, ${stirWords(grounds)}${wetWords(grounds)}${usual}${weighing(grounds)}`;
}
