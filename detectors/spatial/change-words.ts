import { amountOf, neighboursOf, numberOf, onlyNeighbour } from '../words/quantities.ts';
import { type NeighbourGrounds, openWords, surroundings } from './neighbour-words.ts';

/** What a verdict by the changes of the neighbours rests on, in counts and in the variable's unit. */
export interface ChangeGrounds extends NeighbourGrounds {
  /** |actual - expected|. */
  readonly size: number;
  /** It was asked about the change the other way before it, after which the air stood still and the forecast went on. */
  readonly earlier: boolean;
  /** Neighbours that show the change, and their weight, 0 to 1. */
  readonly show: number;
  readonly weight: number;
  /** Largest change of a neighbour in that direction. */
  readonly largest: number;
}

/** From this weight of neighbours on that show a change they speak for weather. */
const MANY = 0.4;

/** Why a verdict by the changes of the neighbours is what it is, in a sentence without a full stop. */
export function changeReason(grounds: ChangeGrounds): string {
  return `${shownWords(grounds)}; ${decisive(grounds)}`;
}

function shownWords({ variable, earlier, show, compared, within, nearestKm, largest, size }: ChangeGrounds): string {
  const change = earlier ? 'the change just before' : 'this change';
  const sizes =
    show > 0
      ? `up to ${amountOf(variable, largest)}, here ${amountOf(variable, size)}`
      : `largest ${numberOf(variable, largest)} of ${amountOf(variable, size)}`;
  if (compared > 1) return `${neighboursOf(show, compared)} ${show === 1 ? 'shows' : 'show'} ${change} (${sizes})`;
  return `${onlyNeighbour(within, nearestKm)} ${show > 0 ? 'shows' : 'does not show'} ${change} (${sizes})`;
}

function decisive(grounds: ChangeGrounds): string {
  const { classification, weight, show, compared } = grounds;
  if (classification === 'suspected') return openWords(grounds) ?? 'neither clearly a failure nor clearly weather';
  if (classification === 'weather_event' || show === 0) return surroundings(grounds);
  const few = weight < MANY && show * 2 <= compared;
  return few ? 'too few for weather' : 'size and course of the change point to the sensor';
}
