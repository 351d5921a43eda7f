import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Verdict } from './spatial-publication.ts';

/**
 * Verdicts on what an earlier run left unsettled, while it is judged again in the order of time: each is of a moment at which less
 * was known than that run had told. The last on each candidate is told when all is judged, where it says something else.
 */
export class ResumedVerdicts {
  /** What has been told, by id: by the earlier run, and since. */
  readonly #before: Map<string, Anomaly>;
  readonly #held = new Map<string, Verdict>();

  /** @param before the open verdicts of the earlier run */
  constructor(before: readonly Anomaly[]) {
    this.#before = new Map(before.map((verdict) => [verdict.id, verdict]));
  }

  /** Keeps verdicts for the end, and returns those that are final: these are told at once. */
  hold(given: readonly Verdict[]): Verdict[] {
    for (const verdict of given) {
      if (verdict.anomaly.final) this.#held.delete(verdict.anomaly.id);
      else this.#held.set(verdict.anomaly.id, verdict);
    }
    return given.filter(({ anomaly }) => anomaly.final);
  }

  /** What is to be told at the end. */
  news(): Verdict[] {
    return [...this.#held.values()].filter(({ anomaly }) => {
      const before = this.#before.get(anomaly.id);
      // Of what had not been told, or had been withdrawn, nothing is to be taken back.
      if (before === undefined) return anomaly.state !== 'withdrawn';
      const { state, classification, actual } = anomaly;
      return state !== before.state || classification !== before.classification || actual !== before.actual;
    });
  }

  /** Some news has been told, and is none any more. */
  told(news: readonly Verdict[]): void {
    for (const { anomaly } of news) this.#before.set(anomaly.id, anomaly);
  }
}
