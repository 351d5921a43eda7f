import { TEMPORAL_METHODS, temporalMethod } from '../../detectors/methods/registry.ts';
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

/** Scores beyond which the method of a configuration flags, by name. */
export function flaggingThresholds(configuration: JudgementConfiguration): Record<string, number> {
  const { temporalMethod: name } = configuration;
  return { [name]: temporalMethod(name).threshold };
}
