import { weightAt } from '../../detectors/spatial/asked-neighbours.ts';
import type { CommonEvidence, Compared } from '../../detectors/spatial/evidence-terms.ts';
import type { SpatialQuestion } from '../../detectors/spatial/spatial-method.ts';
import { VARIABLE_INDEX } from '../../schemas/variables.ts';
import { CleanSeries } from './clean-series.ts';
import { InjectedHistory } from './injected-history.ts';
import { UsualDifferences } from './usual-differences.ts';
import { UsualLags } from './usual-lags.ts';

/** Terms of what is usual between a station and its neighbours. */
export const USUAL_TERMS = ['unusual', 'unusual_share', 'unusual_spread', 'due', 'unusual_lagged'] as const;
export type UsualTerm = (typeof USUAL_TERMS)[number];

/** A departure of more usual ones says no more. */
const LARGEST_UNUSUAL = 100;

/** Where what is usual between neighbours is learnt. */
export interface UsualFrom {
  readonly folder: string;
  /** Slots between two reports of the network. */
  readonly cadence: number;
  /** Days before each that teach the differences of it; null for all there is, what is yet to come with it. */
  readonly days: number | null;
  /** Whether differences are of the hours before each value instead: nothing needs to be kept for them. */
  readonly ofWindow?: boolean;
}

/** What is known of a network: how its stations stand to each other, and how long after each other they move. */
export class UsualBetween {
  readonly #differences: UsualDifferences | null;
  readonly #lags: UsualLags;

  private constructor(differences: UsualDifferences | null, lags: UsualLags) {
    this.#differences = differences;
    this.#lags = lags;
  }

  /** Learns it. */
  static async of({ folder, cadence, days, ofWindow }: UsualFrom): Promise<UsualBetween> {
    const series = await CleanSeries.of(new InjectedHistory(folder));
    return new UsualBetween(ofWindow ? null : new UsualDifferences(series, days), new UsualLags(series, cadence));
  }

  /**
   * The terms of a question. With d the departure from what the neighbours' values and the usual differences put at the
   * station, in the direction of the deviation, s its usual spread and u what neighbours leave unexplained:
   *   unusual         u ln(d / s), at least 0
   *   unusual_share   u d / |dev|, between -1 and 1.5
   *   unusual_spread  u s / |dev|, at most 2
   *   due             u times the weight of the neighbours that usually would have moved by now, and did not follow
   *   unusual_lagged  `unusual`, each neighbour's value being that of its usual lag, as far as it is known
   *
   * @param unexplained u, 0 to 1
   * @param follows of each neighbour that was compared, by its index, whether it explains the deviation
   */
  terms(
    question: SpatialQuestion,
    unexplained: number,
    follows: ReadonlyMap<number, boolean>,
  ): Record<UsualTerm, number> {
    const { station, slot, neighbours, windows, known, hindsightSlots, actual, expected, floors } = question;
    const variable = VARIABLE_INDEX[question.variable];
    const last = Math.min(known, slot + hindsightSlots);
    const direction = actual < expected ? -1 : 1;
    const size = Math.abs(actual - expected) || floors[variable];
    const asked = neighbours.filter(({ index }) => follows.has(index));
    const differences = this.#differences ?? UsualDifferences.ofWindow(windows, slot);
    const spread = differences.spread(station, variable, slot, neighbours);
    const departure = (theirs: (neighbour: number) => number) =>
      direction * differences.departure(station, variable, slot, actual, asked, theirs);
    const now = departure((index) => windows.value(index, variable, slot));
    const lagged = departure((index) => {
      const lag = this.#lags.of(station, index, variable);
      return windows.value(index, variable, slot + lag <= last ? slot + lag : slot);
    });
    let [weights, due] = [0, 0];
    for (const { index, km } of asked) {
      weights += weightAt(km);
      const moves = slot + this.#lags.of(station, index, variable) <= last;
      if (moves && follows.get(index) === false) due += weightAt(km);
    }
    const unusual = (by: number) => unexplained * Math.log(Math.min(LARGEST_UNUSUAL, Math.max(1, (by || 0) / spread)));
    return {
      unusual: unusual(now),
      unusual_share: unexplained * Math.min(1.5, Math.max(-1, (now || 0) / size)),
      unusual_spread: unexplained * Math.min(2, spread / size),
      due: weights === 0 ? 0 : (unexplained * due) / weights,
      unusual_lagged: unusual(lagged),
    };
  }
}

let between: UsualBetween | null = null;

/** Has `addUsualTerms` know what is usual in a network. */
export function know(known: UsualBetween): void {
  between = known;
}

/** Adds the terms of what is usual to the common ones: what stands behind `commonTerms` where it is replaced. */
export function addUsualTerms(
  question: SpatialQuestion,
  compared: Compared,
  _last: number,
  _size: number,
  _explained: number,
  _course: unknown,
  { terms }: CommonEvidence,
): void {
  const follows = new Map<number, boolean>();
  for (let k = 0; k < compared.count; k++) follows.set(compared.index[k], compared.explain[k] === 1);
  Object.assign(terms, between?.terms(question, terms.unexplained, follows));
}
