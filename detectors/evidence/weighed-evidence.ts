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
    /** What each term adds; `any` is the constant part of all candidates. */
    readonly adds: Readonly<Record<string, number>>;
  };
}

/** What was found for a question. */
interface FoundEvidence {
  readonly compared: Compared;
  /** What `commonTerms` found, with the terms of the method among its own. */
  readonly common: CommonEvidence;
  /** Forest that weighs them. */
  readonly forest: MethodForest;
  /** Newest slot that is read. */
  readonly last: number;
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
 */
export function weighEvidence(question: SpatialQuestion, { compared, common, forest, last }: FoundEvidence): Weighed {
  const terms: Readonly<Record<string, number>> = common.terms;
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
    known['explained'] = rounded(common.explained);
    // The neighbours have an hour to follow what begins at one station.
    const waits = terms['outflow'] * (1 - common.hindsight);
    for (const [name, share] of [
      ['explained', common.explained],
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

/**
 * Asks one of the two forests, and adds up what each term adds there.
 *
 * @param share how much of it counts, 0 to 1
 * @returns the constant part
 */
function ask(kind: ForestKind, verdicts: 'atOnce' | 'settled', share: number): number {
  if (share === 0) return 0;
  const any = askForest(FORESTS[kind][verdicts], values, asked);
  for (let n = 0; n < FOREST_TERMS[kind].length; n++) added[n] += share * asked[n];
  return share * any;
}
