import { FLAG, type NotJudgedReason, type VariableJudgement } from '../../schemas/judgement.ts';
import { VARIABLES, type Variable } from '../../schemas/variables.ts';

/** The judgement of a value that could not be judged. */
export function notEvaluated(reason: NotJudgedReason): VariableJudgement {
  return { flag: FLAG.notEvaluated, reason, score: null };
}

/** Of a variable that the configuration leaves out. */
export const NOT_SELECTED: VariableJudgement = notEvaluated('not_selected');
/** Of a value that the record does not hold. */
export const MISSING: VariableJudgement = { flag: FLAG.missing, reason: 'missing', score: null };
/** Of all values of a record that came too late. */
export const ALL_LATE = Object.fromEntries(VARIABLES.map((variable) => [variable, notEvaluated('late')])) as Record<
  Variable,
  VariableJudgement
>;
/** Of a value with too little history before it. */
export const INSUFFICIENT: VariableJudgement = notEvaluated('insufficient_history');
/** Of a value that passed and has no score. */
export const PASSED: VariableJudgement = { flag: FLAG.pass, reason: '', score: null };
/** Of a value that is physically impossible. */
export const OUT_OF_RANGE: VariableJudgement = { flag: FLAG.fail, reason: 'gross_range', score: null };
