import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { rounded } from './evidence-numbers.ts';
import type { CommonEvidence, Compared } from './evidence-terms.ts';
import { askForest } from './forest.ts';
import { FOREST_KINDS, FOREST_TERMS, FORESTS, type ForestKind, type MethodForest } from './learnt-forests.ts';
import { STEP_TERMS, type StepTerm, stepTerms } from './step-terms.ts';

/** What evidence comes to: numbers for the answer beside the log-odds themselves. */
export interface Weighed {
  /** Natural logarithm of P(failure) / P(weather). */
  readonly logOdds: number;
  /** Plain JSON, rounded. */
  readonly evidence: {
    readonly logOdds: number;
    /** Null is what is not known. */
    readonly terms: Readonly<Record<string, number | null>>;
    /** What each term adds, and `any`: what holds for any candidate. */
    readonly adds: Readonly<Record<string, number>>;
  };
}

/** What a method found. */
interface MethodEvidence {
  readonly explained: number;
  readonly forest: MethodForest;
  /** Its terms, with those in common. */
  readonly terms: Readonly<Record<string, number>>;
}

/**
 * What some terms add besides what the trees say of them [log-odds]: that these are weather is no matter of how much of it the
 * learnt networks had.
 */
const FIXED = { explained: -3, shower: -3, outflow: -6 };

/** Written anew by every question. */
const steps = Object.fromEntries(STEP_TERMS.map((term) => [term, 0])) as Record<StepTerm, number>;
const MOST_TERMS = Math.max(...FOREST_KINDS.map((kind) => FOREST_TERMS[kind].length));
const values = new Float64Array(MOST_TERMS);
const asked = new Float64Array(MOST_TERMS);
const added = new Float64Array(MOST_TERMS);

/**
 * Weighs the evidence of a question by trees: what one term tells depends on the others. An hourly station is weighed by its
 * steps alone, since within an hour neither a neighbour's move nor its own tells much by itself.
 *
 * With a part of the hindsight the log-odds lie between those at once and the settled ones in proportion. Where the station has
 * not reported again they are those at once.
 *
 * @param last newest slot that is read
 * @param common what `commonTerms` found
 * @param explained weight of the neighbours that explain the deviation, 0 to 1
 * @param forest that weighs the terms of the method, which are given with those in common
 */
export function weighEvidence(
  question: SpatialQuestion,
  compared: Compared,
  last: number,
  common: CommonEvidence,
  { explained, forest, terms }: MethodEvidence,
): Weighed {
  stepTerms(question, compared, last, common.away, steps);
  const kind = common.hourly ? 'hourly' : forest;
  const names = FOREST_TERMS[kind];
  for (const [n, name] of names.entries()) values[n] = name in steps ? steps[name as StepTerm] : terms[name];
  added.fill(0);
  const hindsight = Number.isNaN(steps.next) ? 0 : common.hindsight;
  const any = ask(kind, 'atOnce', 1 - hindsight) + ask(kind, 'settled', hindsight);
  let logOdds = any;
  const known: Record<string, number | null> = {};
  const adds: Record<string, number> = {};
  for (const [n, name] of names.entries()) {
    logOdds += added[n];
    known[name] = Number.isNaN(values[n]) ? null : rounded(values[n]);
    adds[name] = rounded(added[n]);
  }
  if (!common.hourly) {
    known['explained'] = rounded(explained);
    // The neighbours have an hour to follow what begins at one station.
    const waits = terms['outflow'] * (1 - common.hindsight);
    for (const [name, share] of [
      ['explained', explained],
      ['shower', terms['shower']],
      ['outflow', waits],
    ] as const) {
      adds[name] = rounded((adds[name] ?? 0) + FIXED[name] * share);
      logOdds += FIXED[name] * share;
    }
  }
  adds['any'] = rounded(any);
  return { logOdds, evidence: { logOdds: rounded(logOdds), terms: known, adds } };
}

/** Adds what the terms add by one of the two forests, as far as it counts. Returns what holds for any terms. */
function ask(kind: ForestKind, verdicts: 'atOnce' | 'settled', share: number): number {
  if (share === 0) return 0;
  const any = askForest(FORESTS[kind][verdicts], values, asked);
  for (let n = 0; n < FOREST_TERMS[kind].length; n++) added[n] += share * asked[n];
  return share * any;
}
