import { createHash } from 'node:crypto';
import type { Variable } from './variables.ts';

/** All temporal methods the interface document names. Which of them this version has: `detectors/methods/registry`. */
export const TEMPORAL_METHOD_NAMES = ['arima', '3sigma', 'mad', 'iqr', 'isolation_forest', 'stl', 'lof'] as const;
export type TemporalMethodName = (typeof TEMPORAL_METHOD_NAMES)[number];

export const SPATIAL_METHOD_NAMES = ['pearson', 'distance'] as const;
export type SpatialMethodName = (typeof SPATIAL_METHOD_NAMES)[number];

/** The common checks, raised beside the chosen method. */
export const CHECK_NAMES = ['gross_range', 'flat_line', 'step', 'consistency'] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** Whether a failure that a check names is one by the report alone: no neighbour and no later report says anything else. */
export function needsNoNeighbour(check: string): boolean {
  return check === 'gross_range' || check === 'consistency';
}

/** Everything that decides how a value is judged. */
export interface JudgementConfiguration {
  readonly temporalMethod: TemporalMethodName;
  /** History each value is judged against: 1 to 168. */
  readonly windowHours: number;
  /** Score beyond which the temporal method flags, in its own scales; null: the method's default. */
  readonly threshold: number | null;
  readonly checks: readonly CheckName[];
  readonly spatialVerify: boolean;
  readonly spatialMethod: SpatialMethodName;
  /** Above 0 to 1,000. */
  readonly neighborRadiusKm: number;
  /** Variables to analyse. Verification may look at all of them. */
  readonly variables: readonly Variable[];
  /** How late an observation may come and still be judged in its place, in slots. */
  readonly latenessSlots: number;
  /** How long a verdict waits for the neighbours to follow, in slots. */
  readonly hindsightSlots: number;
}

/**
 * Identity of a judgement: equal configurations and versions of the methods give equal identities.
 * `variables` is left out: choosing fewer of them changes no verdict.
 *
 * @param configuration with the threshold that is judged by
 * @param versions version of each method, check and verification in use, by name
 */
export function judgementIdentity(
  configuration: JudgementConfiguration,
  versions: Readonly<Record<string, number>>,
): string {
  const { temporalMethod, windowHours, threshold, spatialVerify, spatialMethod, neighborRadiusKm } = configuration;
  const parts = [
    temporalMethod,
    windowHours,
    threshold,
    [...configuration.checks].sort().join('+'),
    spatialVerify ? `${spatialMethod}:${neighborRadiusKm}` : 'off',
    configuration.latenessSlots,
    configuration.hindsightSlots,
    ...Object.entries(versions)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, version]) => `${name}@${version}`),
  ];
  return createHash('sha256').update(parts.join('|')).digest('hex').slice(0, 16);
}

/**
 * Identifier of an anomaly: 32 hexadecimal digits derived from what is judged and how.
 *
 * @param time of the report, ms since the epoch
 */
export function anomalyId(
  network: string,
  station: string,
  variable: Variable,
  time: number,
  identity: string,
): string {
  return createHash('sha256')
    .update(`${network}\n${station}\n${variable}\n${time}\n${identity}`)
    .digest('hex')
    .slice(0, 32);
}
