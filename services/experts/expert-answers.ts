import { EVERY_STATION, type ExpertRule, isActive, judgedFrom } from '../../schemas/expert-rule.ts';
import type { LimitsAnswer, ThresholdAnswer, WindowAnswer } from '../../schemas/http/answers/expert-answers.ts';
import { DEFAULT_LIMITS, type VariableLimits } from '../../schemas/limits.ts';
import { isoOf } from '../../schemas/time.ts';

/** A maintenance window or a bar as it is answered. */
export function windowAnswer(rule: ExpertRule, now: number): WindowAnswer {
  return {
    ...enteredAnswer(rule),
    variables: [...rule.variables],
    from: isoOf(rule.from),
    to: isoOrNull(rule.to),
    active: isActive(rule, now),
  };
}

/** What is set of a station's variable, in the variable's own unit. */
export function thresholdAnswer(rule: ExpertRule): ThresholdAnswer {
  const [variable] = rule.variables;
  const { method, threshold, floor } = rule;
  return { ...enteredAnswer(rule), variable, temporal_method: method ?? '', threshold, floor };
}

/** Limits in two spans. */
export function spansOf({ failLow, failHigh, suspectLow, suspectHigh }: VariableLimits) {
  return { fail: { low: failLow, high: failHigh }, suspect: { low: suspectLow, high: suspectHigh } };
}

/** The limits that are set of a variable, in its own unit. */
export function limitsAnswer(rule: ExpertRule): LimitsAnswer {
  const { station, variables, limits } = rule;
  const [variable] = variables;
  const place = { ...enteredAnswer(rule), station_id: station === EVERY_STATION ? null : station };
  return { ...place, variable, ...spansOf(limits ?? DEFAULT_LIMITS[variable]) };
}

/** Any rule as it is answered where several kinds stand in one list. */
export function ruleAnswer(rule: ExpertRule, now: number): Readonly<Record<string, unknown>> {
  const { kind, anomaly, fault, classification, variables, from } = rule;
  if (kind === 'threshold') return { kind, ...thresholdAnswer(rule) };
  if (kind === 'limits') return { kind, ...limitsAnswer(rule) };
  if (kind === 'fault') {
    const {
      variables: [variable],
      ...window
    } = windowAnswer(rule, now);
    return { kind, ...window, fault_id: fault?.id ?? null, variable, classification };
  }
  if (kind !== 'override') return { kind, ...windowAnswer(rule, now) };
  const [variable] = variables;
  return { kind, ...enteredAnswer(rule), anomaly_id: anomaly, variable, timestamp: isoOf(from), classification };
}

function enteredAnswer(rule: ExpertRule) {
  return {
    id: rule.id,
    network: rule.network,
    station_id: rule.station,
    reason: rule.reason,
    by: rule.by,
    at: isoOf(rule.at),
    effective_from: isoOrNull(judgedFrom(rule)),
    ended_by: rule.endedBy,
    ended_at: isoOrNull(rule.ended),
  };
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : isoOf(time);
}
