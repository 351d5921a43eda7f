import type { Variable } from '../../schemas/variables.ts';
import { amountOf, durationOf, onlyNeighbour } from '../words/quantities.ts';

/** What a stuck value rests on. */
export interface StuckGrounds {
  readonly variable: Variable;
  readonly value: number;
  /** For how long it has not changed [ms], and whether that is as far as is looked back. */
  readonly lasted: number;
  readonly atLeast: boolean;
  /** Neighbours within the radius, how many of them were compared, and how far the nearest of these is. */
  readonly within: number;
  readonly compared: number;
  readonly nearestKm: number;
  /** Range of the neighbours meanwhile, in the median, of two the smaller one; unit of the variable. */
  readonly range: number;
}

/** Why a value is stuck, in one sentence without a full stop. */
export function stuckReason(grounds: StuckGrounds): string {
  const { variable, value, lasted, atLeast, within, compared, nearestKm, range } = grounds;
  const time = `${atLeast ? 'at least ' : ''}${durationOf(lasted)}`;
  const who = compared === 1 ? onlyNeighbour(within, nearestKm) : `${compared} neighbours`;
  const moved = `${amountOf(variable, range)}${compared === 1 ? '' : compared === 2 ? ' or more' : ' (median)'}`;
  return `unchanged at ${amountOf(variable, value)} for ${time} while ${who} moved by ${moved}`;
}

/** What an anemometer that stands while the wind blows rests on. */
export interface StandingGrounds extends Pick<StuckGrounds, 'variable' | 'value' | 'lasted' | 'compared'> {
  /** What the neighbours imply in the mean meanwhile, unit of the variable. */
  readonly wind: number;
}

/** Why an anemometer stands that should turn, in one sentence without a full stop. */
export function standingReason({ variable, value, lasted, compared, wind }: StandingGrounds): string {
  const time = `at least ${durationOf(lasted)}`;
  return `unchanged at ${amountOf(variable, value)} for ${time} while ${compared} neighbours indicate ${amountOf(variable, wind)} (mean)`;
}

/** What a hygrometer that reads saturated air in dry air rests on. */
export interface SaturatedGrounds extends Pick<StuckGrounds, 'variable' | 'value' | 'lasted' | 'atLeast' | 'compared'> {
  /** How humid the air of the neighbours would be at the station, unit of the variable. */
  readonly implied: number;
}

/** Why the air is not saturated where a hygrometer says so, in one sentence without a full stop. */
export function saturatedReason({ variable, value, lasted, atLeast, compared, implied }: SaturatedGrounds): string {
  const time = `${atLeast ? 'at least ' : ''}${durationOf(lasted)}`;
  return `unchanged at ${amountOf(variable, value)} for ${time} while ${compared} neighbours indicate ${amountOf(variable, implied)} (median)`;
}
