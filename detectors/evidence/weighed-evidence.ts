import type { SpatialQuestion } from '../neighbours/spatial-question.ts';
import { rounded } from './evidence-numbers.ts';
import { type CommonEvidence, type Compared, outflowLeft } from './evidence-terms.ts';
import { askForest } from './forest.ts';
import { FOREST_KINDS, FOREST_TERMS, FORESTS, type ForestKind, type MethodForest } from './learnt-forests.ts';
import { STEP_TERMS, type StepTerm, stepTerms } from './step-terms.ts';

/** What evidence comes to. */
export interface Weighed {
  /** Natural logarithm of P(failure) / P(weather). */
  readonly logOdds: number;
  /** The same in numbers for the answer: made only for who asks, as most verdicts are looked at again and stay as they are. */
  evidence(): WeighedNumbers;
}

/** Plain JSON, rounded. */
interface WeighedNumbers {
  readonly logOdds: number;
  /** Null is what is not known. */
  readonly terms: Readonly<Record<string, number | null>>;
  /** What each term adds; `any` is the constant part of all candidates. */
  readonly adds: Readonly<Record<string, number>>;
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

/** Which of the terms of each forest are steps; the others are the method's. */
const ARE_STEPS = {
  hourly: areSteps('hourly'),
  seldom: areSteps('seldom'),
  pearson: areSteps('pearson'),
  distance: areSteps('distance'),
};

function areSteps(kind: ForestKind): boolean[] {
  return FOREST_TERMS[kind].map((name) => (STEP_TERMS as readonly string[]).includes(name));
}

/** Written anew by every question. */
const steps = Object.fromEntries(STEP_TERMS.map((term) => [term, Number.NaN])) as Record<StepTerm, number>;
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
  const kind = common.hourly ? hourlyKind(common) : forest;
  const names = FOREST_TERMS[kind];
  // Plain arrays: they take a quarter of the time of copies of typed ones.
  const found = new Array<number>(names.length);
  const adding = new Array<number>(names.length);
  for (let n = 0; n < names.length; n++) {
    values[n] = ARE_STEPS[kind][n] ? steps[names[n] as StepTerm] : terms[names[n]];
    found[n] = values[n];
  }
  added.fill(0);
  const hindsight = Number.isNaN(steps.next) ? 0 : common.hindsight;
  const any = ask(kind, 'atOnce', 1 - hindsight) + ask(kind, 'settled', hindsight);
  let logOdds = any;
  for (let n = 0; n < names.length; n++) {
    logOdds += added[n];
    adding[n] = added[n];
  }
  const fixed = { explained: 0, shower: 0, outflow: 0 };
  fixed.outflow = FIXED.outflow * terms['outflow'] * outflowLeft(common);
  if (!common.hourly) {
    fixed.explained = FIXED.explained * common.explained;
    fixed.shower = FIXED.shower * terms['shower'];
  }
  logOdds = logOdds + fixed.explained + fixed.shower + fixed.outflow;
  const explained = common.hourly ? null : common.explained;
  return {
    logOdds,
    evidence() {
      const known: Record<string, number | null> = {};
      const adds: Record<string, number> = {};
      for (const [n, name] of names.entries()) {
        known[name] = Number.isNaN(found[n]) ? null : rounded(found[n]);
        adds[name] = rounded(adding[n]);
      }
      if (explained !== null) {
        known['explained'] = rounded(explained);
        for (const [name, more] of Object.entries(fixed)) adds[name] = rounded((adds[name] ?? 0) + more);
      }
      adds['any'] = rounded(any);
      return { logOdds: rounded(logOdds), terms: known, adds };
    },
  };
}

/** Of a step over more than 90 minutes others tell, as long as no report follows it. */
function hourlyKind({ seldom }: CommonEvidence): ForestKind {
  return seldom && Number.isNaN(steps.next) ? 'seldom' : 'hourly';
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
