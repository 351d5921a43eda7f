import { temporalMethod } from '../../detectors/methods/registry.ts';
import { thresholdParameter } from '../../detectors/methods/threshold.ts';
import { DOCUMENTED_VARIABLES } from '../../schemas/elements/element.ts';
import {
  CHECK_NAMES,
  type JudgementConfiguration,
  SPATIAL_METHOD_NAMES,
  TEMPORAL_METHOD_NAMES,
} from '../../schemas/judgement-configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { availableSpatialMethods, availableTemporalMethods } from './available-methods.ts';
import { type FieldContext, FieldReader, type RawFields } from './field-reader.ts';

/** The fields of a request, as the HTTP body has them. */
const DETECTION_FIELDS = [
  'end_time',
  'start_time',
  'window_hours',
  'temporal_method',
  'threshold',
  'spatial_verify',
  'spatial_method',
  'neighbor_radius_km',
  'variables',
  'checks',
  'verdicts',
  'network',
] as const;
export type DetectionField = (typeof DETECTION_FIELDS)[number];

/** A request as it came: values typed (HTTP, module) or as text (command line); undefined and null are "not given". */
export type RawDetection = RawFields<DetectionField>;

/** A request that holds no mistake. */
export interface DetectionRequest {
  /** First and last observation time to be judged, ms since the epoch, both included. */
  readonly start: number;
  readonly end: number;
  /** null: the only one there is. */
  readonly network: string | null;
  readonly configuration: JudgementConfiguration;
  readonly verdicts: 'last' | 'first';
  /** What is allowed though not advised, in words. */
  readonly warnings: readonly string[];
}

/** What reading a request rests on, beside the request. */
export interface ReadingContext extends FieldContext<DetectionField> {
  readonly latenessSlots: number;
  readonly hindsightSlots: number;
}

const HOUR_MS = 3_600_000;
const LONG_WINDOW_HOURS = 24;
const LONGEST_WINDOW_HOURS = 168;
const LARGEST_RADIUS_KM = 1000;

/**
 * Validates a detection request, for the command line, HTTP and the module alike; defaults are those of section 4.4 of
 * the interface document.
 *
 * @throws HalcyonError `invalid_parameter` with a problem for everything that is wrong
 */
export function readDetection(raw: RawDetection, context: ReadingContext): DetectionRequest {
  const fields = new FieldReader(raw, context, DETECTION_FIELDS);
  fields.refuseUnknown();
  const windowHours = fields.number('window_hours', 6, {
    right: (value) => Number.isInteger(value) && value >= 1 && value <= LONGEST_WINDOW_HOURS,
    expected: `a whole number of hours from 1 to ${LONGEST_WINDOW_HOURS}`,
  });
  const end = fields.time('end_time', context.now);
  const start = fields.time('start_time', end - windowHours * HOUR_MS);
  if (!fields.isAhead('end_time', end) && start > end) {
    fields.refuse('start_time', `lies after the end of the analysis (${isoOf(start)} is after ${isoOf(end)})`);
  }
  const method = fields.word('temporal_method', TEMPORAL_METHOD_NAMES, availableTemporalMethods(), 'arima');
  const limits = thresholdParameter(temporalMethod(method).specification);
  const threshold = fields.number('threshold', limits.default, {
    right: (value) => value >= limits.low && value <= limits.high,
    expected: `a number from ${limits.low} to ${limits.high} for ${method} (${limits.unit})`,
  });
  const spatialMethod = fields.word('spatial_method', SPATIAL_METHOD_NAMES, availableSpatialMethods(), 'pearson');
  const neighborRadiusKm = fields.number('neighbor_radius_km', 100, {
    right: (value) => value > 0 && value <= LARGEST_RADIUS_KM,
    expected: `a number of kilometres above 0 and up to ${LARGEST_RADIUS_KM}`,
  });
  const request: DetectionRequest = {
    start,
    end,
    network: fields.text('network', 'the name of a network'),
    configuration: {
      temporalMethod: method,
      windowHours,
      threshold,
      checks: fields.words('checks', CHECK_NAMES, true),
      spatialVerify: fields.flag('spatial_verify', false),
      spatialMethod,
      neighborRadiusKm,
      variables: fields.words('variables', VARIABLES, false, DOCUMENTED_VARIABLES),
      latenessSlots: context.latenessSlots,
      hindsightSlots: context.hindsightSlots,
    },
    verdicts: fields.word('verdicts', ['last', 'first'] as const, ['last', 'first'], 'last'),
    warnings: warningsFor(windowHours, fields.nameOf('window_hours')),
  };
  fields.throwProblems();
  return request;
}

function warningsFor(windowHours: number, name: string): string[] {
  if (windowHours <= LONG_WINDOW_HOURS) return [];
  return [`${name} is ${windowHours} hours; at most ${LONG_WINDOW_HOURS} are recommended`];
}
