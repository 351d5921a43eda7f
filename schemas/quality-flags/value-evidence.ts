import type { Assessment, ValueUnderFault, ValueVerdict } from '../assessment.ts';
import { FLAG, type Flag, type VariableJudgement } from '../judgement.ts';
import type { Variable } from '../variables.ts';

/** How a value stands; `weather`: it departs from its station's past, and the neighbours saw the same. */
const OUTCOMES = ['passed', 'weather', 'suspect', 'failed', 'not_evaluated', 'missing'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What the limits say of a value. */
type GrossRange = typeof FLAG.pass | typeof FLAG.suspect | typeof FLAG.fail;

/** What is known of a value's quality: every vocabulary is made of this and of nothing else, so that they agree. */
export interface ValueEvidence {
  readonly outcome: Outcome;
  /** What its limits alone say: beyond the climate's span it is suspect, beyond what can be it fails; null where nobody looked. */
  readonly grossRange: GrossRange | null;
  /** True where it was held against its station's past. */
  readonly judged: boolean;
  /** Whether the temporal method itself found nothing; null where that is not known. */
  readonly methodPassed: boolean | null;
  /** The common check that raised a verdict which stands; null where none did. */
  readonly raisedBy: string | null;
  /** True where its verdict, or the fault that it lies under, rests on a comparison with neighbours. */
  readonly compared: boolean;
}

const UNKNOWN = { grossRange: null, judged: false, methodPassed: null, raisedBy: null, compared: false } as const;
/** What most values are: one object for all of them, as exports ask for millions. */
const MISSING: ValueEvidence = { ...UNKNOWN, outcome: 'missing' };
const JUDGED = { ...UNKNOWN, grossRange: FLAG.pass, judged: true } as const;
const PASSED: ValueEvidence = { ...JUDGED, outcome: 'passed', methodPassed: true };
const OUTCOME_OF = { weather_event: 'weather', suspected: 'suspect', device_failure: 'failed' } as const;

/**
 * What an anomaly says of its value. One taken back says nothing any more, since what it was about may have been replaced;
 * the value as it is now has its observation's flags.
 */
export function evidenceOfVerdict(verdict: ValueVerdict): ValueEvidence {
  if (verdict.state === 'withdrawn') return { ...UNKNOWN, outcome: 'not_evaluated' };
  const outcome = OUTCOME_OF[verdict.classification];
  const { check, temporalMethod } = verdict;
  if (check === 'gross_range') {
    return { ...UNKNOWN, outcome, grossRange: outcome === 'suspect' ? FLAG.suspect : FLAG.fail, raisedBy: check };
  }
  const byMethod = check === temporalMethod;
  return {
    outcome,
    grossRange: FLAG.pass,
    judged: true,
    // `step` is asked only about what the method lets pass; a stuck value is a flat line whatever else flagged it.
    methodPassed: byMethod ? false : check === 'step' ? true : null,
    raisedBy: byMethod ? null : check,
    compared: verdict.spatial.neighborsChecked > 0,
  };
}

/**
 * What both stages say of one value of an observation, and the fault that it lies under.
 *
 * @param hasNumber false where the record holds no number, as for rain that comes as a count
 */
export function evidenceOf(assessment: Assessment, variable: Variable, hasNumber: boolean): ValueEvidence {
  const { judgement, verdicts, faults, settled } = assessment;
  return evidenceOfValue(judgement.variables[variable], verdicts[variable], faults[variable], settled, hasNumber);
}

/**
 * The same of what was found for that value alone.
 *
 * @param verdict the last one on it, undefined where there never was one
 * @param fault that it lies under, undefined where there is none
 * @param settled as `Assessment.settled`
 */
export function evidenceOfValue(
  judgement: VariableJudgement,
  verdict: ValueVerdict | undefined,
  fault: ValueUnderFault | undefined,
  settled: boolean,
  hasNumber: boolean,
): ValueEvidence {
  if (judgement.flag === FLAG.missing) return MISSING;
  // A fault that it lies under was found by the value before.
  if (judgement.reason === 'corrected') return notJudged(judgement, hasNumber);
  if (judgement.reason === 'gross_range' && judgement.flag !== FLAG.notEvaluated) {
    const beyond = beyondLimits(judgement.flag);
    // The worse of both counts: a value is not better for being farther off.
    return fault?.flag === FLAG.fail && beyond.outcome === 'suspect' ? underFault(beyond, fault) : beyond;
  }
  const evidence = evidenceByItself(judgement, verdict, settled, hasNumber);
  return fault === undefined ? evidence : underFault(evidence, fault);
}

/** Whatever the value itself looked like: a sensor that stays wrong looks quiet to a method that looks at its past. */
function underFault(evidence: ValueEvidence, { flag, estimate }: ValueUnderFault): ValueEvidence {
  return {
    ...evidence,
    outcome: flag === FLAG.fail ? 'failed' : 'suspect',
    judged: true,
    compared: evidence.compared || estimate !== null,
  };
}

function evidenceByItself(
  judgement: VariableJudgement,
  verdict: ValueVerdict | undefined,
  settled: boolean,
  hasNumber: boolean,
): ValueEvidence {
  if (judgement.reason !== '') return notJudged(judgement, hasNumber);
  if (verdict !== undefined && verdict.state !== 'withdrawn') {
    const evidence = evidenceOfVerdict(verdict);
    // A value in the place of an impossible one: the verdict on it has not come yet.
    if (evidence.judged) return evidence;
  }
  if (judgement.flag === FLAG.pass) return PASSED;
  const dismissed = verdict?.state === 'withdrawn' || settled;
  if (judgement.flag === FLAG.suspect && dismissed) return { ...JUDGED, outcome: 'passed' };
  return { ...JUDGED, outcome: judgement.flag === FLAG.fail ? 'failed' : 'suspect' };
}

/** Beyond what a sensor can read a value fails, beyond the climate's span it is suspect. */
function beyondLimits(flag: Flag): ValueEvidence {
  const [outcome, grossRange] =
    flag === FLAG.fail ? (['failed', FLAG.fail] as const) : (['suspect', FLAG.suspect] as const);
  return { ...UNKNOWN, outcome, grossRange, raisedBy: 'gross_range' };
}

/** Limits come before the history: what has too little of that, or breaks the method, is within them. */
function notJudged({ reason }: VariableJudgement, hasNumber: boolean): ValueEvidence {
  const isWithin = hasNumber && (reason === 'insufficient_history' || reason === 'method_error');
  return { ...UNKNOWN, outcome: 'not_evaluated', grossRange: isWithin ? FLAG.pass : null };
}
