import type { HealthStatus } from '../../schemas/health-report.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { canBeStuck } from '../checks/flat-line.ts';
import { type HealthIssue, percent } from './health-issue.ts';
import {
  NULL_RATIO,
  ratioStatus,
  STUCK_RATIO,
  STUCK_RUN,
  VARIANCE,
  varianceStatus,
  ZERO_RATIO,
} from './health-thresholds.ts';
import type { Surroundings } from './surroundings.ts';
import type { VariableTally } from './variable-tally.ts';
import { calmExplains, stillnessExplains, weatherExplains } from './weather-explains.ts';

const HOUR_MS = 3_600_000;

/** The metrics of one variable of a station, and what is wrong with them. */
export interface VariableFindings {
  readonly zeroRatio: number;
  readonly nullRatio: number;
  readonly variance: number;
  /** Readings that are possible numbers, and those that are impossible ones. */
  readonly valid: number;
  readonly outOfRange: number;
  readonly longestUnchangedHours: number;
  readonly stuckRatio: number;
  readonly issues: readonly HealthIssue[];
}

/**
 * Judges one variable by section 3 of the interface document, and by what it leaves open: exact constancy, long
 * unchanged runs, impossible values. What calm weather explains is a warning, never critical.
 *
 * @param reports of the station in the period
 * @param expected observations of the period
 * @param around what the neighbours measured; null where none can tell
 */
export function variableHealth(
  tally: VariableTally,
  reports: number,
  expected: number,
  around: Surroundings | null,
): VariableFindings {
  // A station may report more often than expected: what came empty is missing all the same.
  const all = Math.max(expected, reports);
  const missing = all - reports + tally.nulls;
  const nullRatio = all === 0 ? 0 : missing / all;
  const found = [
    nullIssue(nullRatio, missing, all),
    rangeIssue(tally),
    zeroIssue(tally, around),
    varianceIssue(tally, around),
    tally.constant ? null : runIssue(tally, around),
  ];
  return {
    zeroRatio: tally.zeroRatio,
    nullRatio,
    variance: tally.moments.variance,
    valid: tally.valid,
    outOfRange: tally.outOfRange,
    longestUnchangedHours: tally.runs.longest / HOUR_MS,
    stuckRatio: tally.stuckRatio,
    issues: found.filter((issue) => issue !== null),
  };
}

function nullIssue(ratio: number, missing: number, all: number): HealthIssue | null {
  return issueOf(
    ratioStatus(ratio, NULL_RATIO),
    `null ratio ${percent(ratio)}: ${missing} of ${all} values are missing`,
  );
}

function rangeIssue({ variable, outOfRange, valid }: VariableTally): HealthIssue | null {
  if (outOfRange === 0) return null;
  const { low, high, unit } = VARIABLE_SPECIFICATIONS[variable];
  const text = `${outOfRange} of ${outOfRange + valid} values are impossible, outside ${low} to ${high} ${unit}`;
  return { severity: outOfRange > valid ? 'critical' : 'warning', text };
}

/** Only wind that is not there is told by zeros: a dry week or a frost is no fault. */
function zeroIssue(tally: VariableTally, around: Surroundings | null): HealthIssue | null {
  if (tally.variable !== 'wind_speed' || tally.valid === 0) return null;
  const status = ratioStatus(tally.zeroRatio, ZERO_RATIO);
  const text = `zero ratio ${percent(tally.zeroRatio)} of ${tally.valid} readings`;
  if (status !== 'critical') return issueOf(status, text);
  if (around === null || !calmExplains(tally.zeroRatio, around))
    return issueOf(status, `${text}: sensor likely stalled`);
  return issueOf(
    'warning',
    `${text}: calm, as around (median of ${around.witnesses} neighbours ${percent(around.zeroRatio)})`,
  );
}

function varianceIssue(tally: VariableTally, around: Surroundings | null): HealthIssue | null {
  if (!tally.telling) return null;
  const { variable } = tally;
  const { variance } = tally.moments;
  const { unit } = VARIABLE_SPECIFICATIONS[variable];
  if (tally.constant) return constancyIssue(tally, around);
  const status = varianceStatus(variable, variance);
  const bounds = VARIANCE[variable];
  if (bounds === undefined || status === 'healthy') return null;
  const text = `variance ${short(variance)} (${unit})^2`;
  if (status === 'warning') return issueOf(status, `${text}, normal is above ${bounds.normal}`);
  const below = `${text}, below ${bounds.stuck}`;
  if (around === null || !weatherExplains(variance, around)) return issueOf(status, `${below}: sensor likely stuck`);
  return issueOf(
    'warning',
    `${below}: still weather, as around (median of ${around.witnesses} neighbours ${short(around.variance)})`,
  );
}

function constancyIssue(tally: VariableTally, around: Surroundings | null): HealthIssue | null {
  const { variable, low: value, valid } = tally;
  if (variable === 'rain' && value === 0) return null;
  const text = `constant at ${value} ${VARIABLE_SPECIFICATIONS[variable].unit} in all ${valid} readings (variance 0)`;
  const natural = variable !== 'rain' && !canBeStuck(variable, value);
  // Fog and desert air last for days; that no wind at all blows has to be confirmed.
  const explained = natural && (around === null ? variable === 'out_hum' : stillnessExplains(variable, around));
  if (!explained) return issueOf('critical', `${text}: sensor likely stuck`);
  return issueOf('warning', around === null ? text : `${text}: still weather, as around`);
}

function runIssue({ runs, stuckRatio }: VariableTally, around: Surroundings | null): HealthIssue | null {
  if (runs.stuck === 0) return null;
  const hours = (runs.longest / HOUR_MS).toFixed(1);
  const text = `unchanged for up to ${hours} hours; ${percent(stuckRatio)} of the readings in runs of ${STUCK_RUN.hours} hours or more`;
  // Where all stand still together the reports were repeated on their way: worth knowing, but no fault of the sensor.
  const shared = around !== null && around.stuckRatio > 0 && stuckRatio <= around.stuckRatio + STUCK_RATIO.shared;
  if (shared)
    return issueOf(
      'warning',
      `${text}, as around (median ${percent(around.stuckRatio)}): of the collection rather than the sensor`,
    );
  return issueOf(stuckRatio > STUCK_RATIO.critical ? 'critical' : 'warning', text);
}

function issueOf(status: HealthStatus, text: string): HealthIssue | null {
  return status === 'healthy' ? null : { severity: status, text };
}

/** Three significant digits: enough to see on which side of a bound a variance is, whatever its size. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
