import { weightAt } from '../../detectors/spatial/asked-neighbours.ts';
import type { CommonEvidence, Compared } from '../../detectors/spatial/evidence-terms.ts';
import type { SpatialQuestion } from '../../detectors/spatial/spatial-method.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { CleanSeries } from './clean-series.ts';
import { InjectedHistory } from './injected-history.ts';
import { UsualLags } from './usual-lags.ts';

/** Term of the lags that are usual between a station and its neighbours. */
export const LAG_TERM = 'due';

/** Where lags are learnt. */
export interface LagsFrom {
  /** Nothing is injected into it. */
  readonly folder: string;
  /** Slots between two reports of the network. */
  readonly cadence: number;
}

/** Learns the lags of a network from all there is, what is yet to come with it. */
export async function lagsFrom({ folder, cadence }: LagsFrom): Promise<UsualLags> {
  return new UsualLags(await CleanSeries.of(new InjectedHistory(folder)), cadence);
}

/**
 * The term of a question: u, what neighbours leave unexplained, times the weight of those that usually would have moved by now,
 * and did not follow.
 *
 * @param unexplained u, 0 to 1
 * @param follows of each neighbour that was compared, by its index, whether it explains the deviation
 */
export function dueOf(
  lags: UsualLags,
  { station, slot, neighbours, known, hindsightSlots, variable }: SpatialQuestion,
  unexplained: number,
  follows: ReadonlyMap<number, boolean>,
): number {
  const last = Math.min(known, slot + hindsightSlots);
  let [weights, due] = [0, 0];
  for (const { index, km } of neighbours) {
    const follow = follows.get(index);
    if (follow === undefined) continue;
    weights += weightAt(km);
    if (!follow && slot + lags.of(station, index, VARIABLE_INDEX[variable]) <= last) due += weightAt(km);
  }
  return weights === 0 ? 0 : (unexplained * due) / weights;
}

let known: UsualLags | null = null;

/** Has `addLagTerm` know the lags of a network. */
export function know(lags: UsualLags): void {
  known = lags;
}

/** Adds the term to the common ones: what stands behind `commonTerms` where it is replaced. */
export function addLagTerm(
  question: SpatialQuestion,
  compared: Compared,
  _last: number,
  _size: number,
  _explained: number,
  _course: unknown,
  { terms }: CommonEvidence,
): void {
  if (known === null) return;
  const follows = new Map<number, boolean>();
  for (let k = 0; k < compared.count; k++) follows.set(compared.index[k], compared.explain[k] === 1);
  Object.assign(terms, { [LAG_TERM]: dueOf(known, question, terms.unexplained, follows) });
}
