import type { JudgementConfiguration } from '../../schemas/judgement-configuration.ts';
import type { ExpectationStep, LimitsStep, NotAskedStep, WindowStep } from '../../schemas/judgement-trace.ts';
import { grossRangeFlag } from '../../schemas/limits.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import type { Answer, Question } from '../methods/temporal-method.ts';
import type { NetworkStations } from '../network/network-stations.ts';
import type { ValueQuestionsDependencies } from './value-questions.ts';

const SLOT_MINUTES = SLOT_MS / 60_000;

/** The history of a question, copied: the next question writes it again. */
export function windowStep(
  { baselines, steps, settings }: ValueQuestionsDependencies,
  station: number,
  v: number,
  slot: number,
  { history, cadence = 1, floor }: Question,
): WindowStep {
  return {
    step: 'window',
    baseline: baselines.version(station, slot),
    days: baselines.days(station, v, slot),
    cadenceMinutes: cadence * SLOT_MINUTES,
    history: Array.from(history, (value) => (Number.isFinite(value) ? value : null)),
    floor,
    spread: steps.spread(station, v, slot),
    isSet: settings.at(station, v, slot) !== null,
  };
}

/** @param value as windows hold it: infinite where it is beyond the limits */
export function limitsStep(
  { plan, stations }: Pick<ValueQuestionsDependencies, 'plan'> & { readonly stations: NetworkStations },
  station: number,
  v: number,
  slot: number,
  value: number,
): LimitsStep {
  const limits = stations.limitsOf(station, v, slot, null);
  const isAsked = plan.configuration.checks.includes('gross_range');
  return { step: 'limits', isAsked, limits, outcome: grossRangeFlag(value, limits) };
}

/** @param by name of the method or the check that answers */
export function expectationStep(
  by: string,
  { value }: Question,
  { reason, expected, scale, score, anomalous }: Answer,
  threshold: number,
): ExpectationStep {
  const known = (x: number) => (reason === '' && Number.isFinite(x) ? x : null);
  return {
    step: 'expectation',
    by,
    reason,
    value,
    expected: known(expected),
    scale: known(scale),
    score: known(score),
    threshold,
    isFlagged: reason === '' && anomalous,
  };
}

/** Why the check `step` was not asked about a value that the method lets pass. */
export function stepNotAsked({ checks }: JudgementConfiguration): NotAskedStep {
  return { step: 'not_asked', by: 'step', why: checks.includes('step') ? 'not_beside_method' : 'off' };
}
