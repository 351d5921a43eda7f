import { FLAT_RUN_SLOTS } from '../../detectors/checks/flat-line.ts';
import { STEP_THRESHOLD } from '../../detectors/checks/step.ts';
import { TEMPORAL_METHODS, temporalMethod } from '../../detectors/methods/registry.ts';
import { thresholdOf } from '../../detectors/methods/threshold.ts';
import { SPATIAL_METHODS } from '../../detectors/spatial/registry.ts';
import type {
  JudgementConfiguration,
  SpatialMethodName,
  TemporalMethodName,
} from '../../schemas/judgement-configuration.ts';

/** Temporal methods that this version has. */
export function availableTemporalMethods(): readonly TemporalMethodName[] {
  return [...TEMPORAL_METHODS.keys()];
}

/** Spatial methods that this version has. */
export function availableSpatialMethods(): readonly SpatialMethodName[] {
  return [...SPATIAL_METHODS.keys()];
}

/** Scores beyond which the method and the checks of a configuration flag, by name: sigmas, for flat_line slots. */
export function flaggingThresholds(configuration: JudgementConfiguration): Record<string, number> {
  const { temporalMethod: name, checks, threshold } = configuration;
  const { specification } = temporalMethod(name);
  const thresholds: Record<string, number> = { [name]: thresholdOf(specification, threshold) };
  if (checks.includes('flat_line')) thresholds['flat_line'] = FLAT_RUN_SLOTS;
  if (checks.includes('step') && specification.expectation === 'middle') thresholds['step'] = STEP_THRESHOLD;
  return thresholds;
}
