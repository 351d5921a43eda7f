import { VARIABLES, type Variable } from './variables.ts';

/** QARTOD primary flags (IOOS QARTOD manual, data flags): the only ones used. */
export const FLAG = { pass: 1, notEvaluated: 2, suspect: 3, fail: 4, missing: 9 } as const;
export type Flag = (typeof FLAG)[keyof typeof FLAG];

/** Why a value carries no judgement of the method; empty where it was judged. */
export const NOT_JUDGED_REASONS = [
  '',
  'missing',
  'insufficient_history',
  'gross_range',
  'late',
  'not_selected',
  'method_error',
  'corrected',
] as const;
export type NotJudgedReason = (typeof NOT_JUDGED_REASONS)[number];

/** What was found for one variable of an observation. */
export interface VariableJudgement {
  readonly flag: Flag;
  /** `''` where the method judged. */
  readonly reason: NotJudgedReason;
  /** Departure from the expectation in scales; null where not judged, or where nobody asked for it. */
  readonly score: number | null;
}

/** One compact record an observation: for each variable judged or why not. */
export interface Judgement {
  readonly network: string;
  readonly station: string;
  readonly slot: number;
  /** Time of the observation, ms since the epoch. */
  readonly time: number;
  /** Identity of the judgement's configuration (`judgementIdentity`). */
  readonly configuration: string;
  readonly variables: Readonly<Record<Variable, VariableJudgement>>;
  /** ms since the epoch; of two judgements of one observation the later counts, a judged one before a late one. */
  readonly judged: number;
  /** When its observation was taken in, ms since the epoch, in the first judgement of one that has just come; else null. */
  readonly received: number | null;
}

/** True for a judgement, or what is shown of one, that says only that its observation came too late. */
export function saysOnlyLate({
  variables,
}: {
  readonly variables: Readonly<Record<Variable, { readonly reason: string }>>;
}): boolean {
  let late = false;
  for (const variable of VARIABLES) {
    const { reason } = variables[variable];
    if (reason === '') return false;
    if (reason === 'late') late = true;
  }
  return late;
}
