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

/** What a forest weighs. */
interface Asked {
  readonly names: readonly string[];
  /** Which of them are steps; the others are the method's. */
  readonly areSteps: readonly boolean[];
  /** What is told of them: each question fills a copy. */
  readonly terms: Readonly<Record<string, number | null>>;
  readonly adds: Readonly<Record<string, number>>;
}

/** A record of no whole number: a copy of one that had whole numbers would be rebuilt by the first fraction. */
function recordOf<Of extends number | null>(names: readonly string[], of: Of): Record<string, Of> {
  return Object.fromEntries(names.map((name) => [name, of]));
}

const ASKED = Object.fromEntries(
  FOREST_KINDS.map((kind): [ForestKind, Asked] => {
    const names = FOREST_TERMS[kind];
    const told = kind === 'hourly' ? names : [...names, 'explained'];
    const areSteps = names.map((name) => (STEP_TERMS as readonly string[]).includes(name));
    return [kind, { names, areSteps, terms: recordOf(told, null), adds: recordOf([...told, 'any'], Number.NaN) }];
  }),
) as Record<ForestKind, Asked>;

/** Written anew by every question. */
const steps: Record<StepTerm, number> = recordOf(STEP_TERMS, Number.NaN);
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
  const asks = ASKED[kind];
  const { names, areSteps } = asks;
  for (let n = 0; n < names.length; n++) values[n] = areSteps[n] ? steps[names[n] as StepTerm] : terms[names[n]];
  added.fill(0);
  const hindsight = Number.isNaN(steps.next) ? 0 : common.hindsight;
  const any = ask(kind, 'atOnce', 1 - hindsight) + ask(kind, 'settled', hindsight);
  let logOdds = any;
  // Copies that have all the names: adding dozens of them one by one takes a quarter of a verification.
  const known = { ...asks.terms };
  const adds = { ...asks.adds };
  for (let n = 0; n < names.length; n++) {
    logOdds += added[n];
    known[names[n]] = Number.isNaN(values[n]) ? null : rounded(values[n]);
    adds[names[n]] = rounded(added[n]);
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
      adds[name] = rounded((adds[name] || 0) + FIXED[name] * share);
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
