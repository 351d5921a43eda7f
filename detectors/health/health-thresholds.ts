import type { HealthStatus } from '../../schemas/health-report.ts';
import type { Variable } from '../../schemas/variables.ts';

/** Bounds of section 3 of the interface document. A ratio at the bound itself is the milder of the two above it. */
export const NULL_RATIO = { warning: 0.2, critical: 0.5 } as const;
export const ZERO_RATIO = { warning: 0.3, critical: 0.5 } as const;
const COMPLETENESS = { warning: 0.8, critical: 0.5 } as const;

/** Variance above `normal` is normal, below `stuck` a stuck sensor [square of the variable's unit]. Others are not judged. */
export const VARIANCE: Readonly<Partial<Record<Variable, { readonly normal: number; readonly stuck: number }>>> = {
  wind_speed: { normal: 1, stuck: 0.1 },
  temp_out: { normal: 5, stuck: 0.5 },
};

/** Less wind does not start every cup anemometer [km/h]: 0.5 m/s, rounded up. */
export const STARTING_WIND = 2;

/**
 * An unchanged value is a stuck sensor from so long on [hours], and with so many reports at least. Weak wind in whole
 * km/h stays the same for a night: below STARTING_WIND it takes a day.
 */
export const STUCK_RUN = { hours: 12, weakWindHours: 24, reports: 6 } as const;
/**
 * More readings than the share `critical` in such runs are critical, as with the other ratios; `shared` more than the
 * neighbours have is still the same event.
 */
export const STUCK_RATIO = { critical: 0.5, shared: 0.05 } as const;

/** Fewer readings, or readings closer together, say nothing about variance [readings, hours]. */
export const LEAST_EVIDENCE = { readings: 12, hours: 12 } as const;

/** Status of a share of what is wrong: `warning` from its bound on, `critical` beyond its. */
export function ratioStatus(
  ratio: number,
  bounds: { readonly warning: number; readonly critical: number },
): HealthStatus {
  if (ratio > bounds.critical) return 'critical';
  return ratio >= bounds.warning ? 'warning' : 'healthy';
}

/** Status of the share of observations that came. */
export function completenessStatus(completeness: number): HealthStatus {
  if (completeness < COMPLETENESS.critical) return 'critical';
  return completeness < COMPLETENESS.warning ? 'warning' : 'healthy';
}

/** Status of a variance; `healthy` for variables that have no bounds. */
export function varianceStatus(variable: Variable, variance: number): HealthStatus {
  const bounds = VARIANCE[variable];
  if (bounds === undefined || variance > bounds.normal) return 'healthy';
  return variance < bounds.stuck ? 'critical' : 'warning';
}
