import { thresholdParameter } from '../../detectors/methods/threshold.ts';
import type { VariableThresholds } from '../../detectors/thresholds/station-thresholds.ts';
import type { Baseline } from '../../schemas/baseline.ts';
import type { ThresholdsAnswer } from '../../schemas/http/answers/thresholds-answer.ts';
import type { VariableLimits } from '../../schemas/limits.ts';
import { isoOf, SLOT_MS, timeOfSlot } from '../../schemas/time.ts';
import { type AnswerUnits, unitIn, valueIn } from '../answers/si-units.ts';
import { limitsAnswer, spansOf, thresholdAnswer } from '../experts/expert-answers.ts';
import type { ReadThresholds } from './read-thresholds.ts';

const MINUTE_MS = 60_000;
/** As many digits as values in the windows have. */
const DIGITS = 7;

/** The thresholds of a station in the document's words, in the units asked for. */
export function thresholdsAnswer(read: ReadThresholds, units: AnswerUnits): ThresholdsAnswer {
  const { plan, station, learnt, set, thresholds } = read;
  const { configuration, method, threshold } = plan;
  return {
    network: station.network,
    station_id: station.id,
    station_name: station.name,
    time: isoOf(timeOfSlot(thresholds.slot)),
    temporal_method: configuration.temporalMethod,
    window_hours: configuration.windowHours,
    threshold,
    threshold_units: thresholdParameter(method.specification).unit,
    checks: [...configuration.checks],
    cadence_minutes: thresholds.cadence / MINUTE_MS,
    usual_cadence_minutes: typeof learnt?.cadence === 'number' ? (learnt.cadence * SLOT_MS) / MINUTE_MS : null,
    baseline: thresholds.baseline,
    variables: thresholds.variables.map((one) => variableAnswer(one, learnt, set, units)),
    spatial_method: configuration.spatialMethod,
    neighbor_radius_km: configuration.neighborRadiusKm,
    neighbors_compared: thresholds.compared,
    neighbors: thresholds.neighbours.map(({ id, km }) => ({ station_id: id, km })),
  };
}

function variableAnswer(
  it: VariableThresholds,
  learnt: Baseline | null,
  set: ReadThresholds['set'],
  units: AnswerUnits,
): ThresholdsAnswer['variables'][number] {
  const { variable, grossRange, method, flatLine, resolution } = it;
  const shown = (value: number) => Number(valueIn(units, variable, value).toPrecision(DIGITS));
  const setOf = (kind: 'threshold' | 'limits') =>
    set.find((rule) => rule.kind === kind && rule.variables.includes(variable));
  const rule = setOf('threshold');
  const limits = setOf('limits');
  const given = (value: number | null | undefined) => (value === null || value === undefined ? null : shown(value));
  return {
    variable,
    units: unitIn(units, variable),
    judged: it.judged,
    gross_range: grossRange === null ? null : spansOf(mapped(grossRange, shown)),
    limits: limits === undefined ? null : limitsAnswer(limits),
    threshold: it.threshold,
    expert: rule === undefined ? null : thresholdAnswer(rule),
    floor: shown(it.floor),
    floor_from: it.floorFrom,
    asks_from: shown(it.asksFrom),
    usual_step: shown(it.usualStep),
    days: it.days,
    usual_level: given(it.usualLevel),
    expected_value: given(method?.expected),
    flagged_below: given(method?.below),
    flagged_above: given(method?.above),
    step: given(it.step),
    flat_line:
      flatLine === null
        ? null
        : {
            minutes: (flatLine.slots * SLOT_MS) / MINUTE_MS,
            reports: flatLine.reports,
            range: shown(flatLine.ofMany.range),
            range_of_few: shown(flatLine.ofFew.range),
            reached: shown(flatLine.ofMany.steps * resolution),
            reached_of_few: shown(flatLine.ofFew.steps * resolution),
            own_steps: shown(flatLine.ofMany.ownSteps * resolution),
          },
    resolution: resolution === 0 ? null : shown(resolution),
    usual_resolution: given(learnt?.resolution[variable]),
    weather_from: shown(it.weatherFrom),
  };
}

function mapped(limits: VariableLimits, shown: (value: number) => number): VariableLimits {
  return {
    failLow: shown(limits.failLow),
    failHigh: shown(limits.failHigh),
    suspectLow: shown(limits.suspectLow),
    suspectHigh: shown(limits.suspectHigh),
  };
}
