import { FEW } from '../neighbours/asked-neighbours.ts';

/** Share of the neighbours, by weight or by number, from which on what they explain is no failure: one that is stuck is near. */
const MOST_EXPLAINED = 0.75;
/**
 * The same of what departs by twice the floor or more: so large a move half of them do not make by
 * chance, but within the hour between two reports. Of fewer than FEW half is one, which may be broken itself.
 */
const MOST_EXPLAINED_LARGE = 0.5;
/** One of the nearest that made the move and changed in so many other variables with the station was under the same storm. */
const SAME_STORM = 3;

/** What limits the classes besides the log-odds. */
export interface Circumstances {
  /** Number of neighbours. */
  compared: number;
  /** How far the nearest of them is [km]. */
  nearestKm: number;
  /** Weight of those that explain it, 0 to 1. */
  explained: number;
  /** Share of their number that does, however far they are. */
  explainedBy: number;
  /** Whether any of them did anything. */
  lively: boolean;
  /** Whether it departs by less than the floor. */
  slight: boolean;
  /** Whether it departs by twice the floor or more. */
  large: boolean;
  /** Whether the station counts as hourly (`isHourly`). */
  hourly: boolean;
  /** Share of the hindsight that is known, 0 to 1. */
  hindsight: number;
  /** Most other variables in which one of the nearest changed with the station that explains it too. */
  together: number;
  /** Whether the station's own values say that the outflow of a storm, or a front, has come. */
  outflow: boolean;
  /** Whether they say that a shower fell on it, and showers can have made the candidate. */
  shower: boolean;
}

/** What keeps a candidate from being a failure that its log-odds would make it. */
export type Hindrance = 'explained' | 'same storm' | 'shower' | 'outflow';

/** What speaks against a failure so clearly that no sum outweighs it; null where nothing does. */
export function hindranceOf(around: Circumstances): Hindrance | null {
  const half = around.large && !around.hourly && around.compared >= FEW;
  const most = half ? MOST_EXPLAINED_LARGE : MOST_EXPLAINED;
  if (Math.max(around.explained, around.explainedBy) >= most) return 'explained';
  if (around.together >= SAME_STORM) return 'same storm';
  if (around.shower) return 'shower';
  // The neighbours have an hour to follow what begins at one station.
  return around.outflow && around.hindsight < 1 ? 'outflow' : null;
}
