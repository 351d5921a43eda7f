import type { Classification } from '../../schemas/anomaly.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import type { SpatialAnswer } from './spatial-method.ts';

/** What an answer says besides its class. */
interface Sayings {
  reason(): string;
  evidence(): SpatialAnswer['evidence'];
}

/**
 * An answer that makes its words and numbers for who asks for them: most verdicts are looked at again and stay as they are.
 * A copy by its properties has none of them.
 */
export class AnswerOnDemand implements SpatialAnswer {
  readonly classification: Classification;
  readonly correlation: number;
  readonly #asked: readonly Neighbour[];
  readonly #sayings: Sayings;

  /** @param asked the neighbours that could be compared, nearest first */
  constructor(classification: Classification, correlation: number, asked: readonly Neighbour[], sayings: Sayings) {
    this.classification = classification;
    this.correlation = correlation;
    this.#asked = asked;
    this.#sayings = sayings;
  }

  get neighbors(): readonly string[] {
    return this.#asked.map(({ id }) => id);
  }

  get reason(): string {
    return this.#sayings.reason();
  }

  get evidence(): SpatialAnswer['evidence'] {
    return this.#sayings.evidence();
  }
}
