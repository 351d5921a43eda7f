import type { Variable } from '../../schemas/variables.ts';
import type { Levels } from '../baselines/usual-levels.ts';
import type { WindowView } from '../windows/window-view.ts';
import type { Site } from './neighbour-levels.ts';

/** A neighbour of a station: its index in the network and how far it is. */
export interface Neighbour {
  readonly index: number;
  readonly id: string;
  readonly km: number;
}

/** What is asked: one candidate against what its neighbours did. */
export interface SpatialQuestion {
  /** Index of the station itself in the windows. */
  readonly station: number;
  readonly variable: Variable;
  readonly slot: number;
  readonly actual: number;
  readonly expected: number;
  /**
   * Slots of the window of which `expected` is the middle, so that neighbours are asked how far they stand from the middle
   * of theirs; undefined where it is the next value.
   */
  readonly middleOf?: number | undefined;
  /** Smallest departure worth noticing of each variable, in the order of VARIABLES, at this station. */
  readonly floors: readonly number[];
  /** Typical step (one sigma) of each variable at this station, in the order of VARIABLES. Above 0. */
  readonly spreads: readonly number[];
  /** Nearest first, the station itself and retired ones left out; may be empty. */
  readonly neighbours: readonly Neighbour[];
  readonly windows: WindowView;
  /** Where stations stand, by index; undefined, or without this function, where nothing is known. */
  readonly siteOf?: ((station: number) => Site | undefined) | undefined;
  /** Where stations stood on the days before, of which only hourly ones are known; undefined where nothing is. */
  readonly levels?: Levels | undefined;
  /** Newest slot that may be looked at: slot <= known <= slot + hindsight. */
  readonly known: number;
  /** Slots of hindsight that a settled verdict has. */
  readonly hindsightSlots: number;
}
