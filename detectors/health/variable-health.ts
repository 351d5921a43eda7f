import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { canBeStuck } from '../windows/still-runs.ts';
import { dryGaugeIssue } from './catch-around.ts';
import { type HealthIssue, issueOf, percent } from './health-issue.ts';
import {
  NULL_RATIO,
  ratioStatus,
  STUCK_RATIO,
  STUCK_RUN,
  VARIANCE,
  varianceStatus,
  ZERO_RATIO,
} from './health-thresholds.ts';
import type { HoursAround } from './passing-hour.ts';
import { spikeIssue } from './spikes.ts';
import type { Surroundings } from './surroundings.ts';
import type { VariableTally } from './variable-tally.ts';
import { calmExplains, stillnessExplains, weatherExplains } from './weather-explains.ts';
import { siteExplains, stallIssue, type WindiestQuarter, windiestText } from './wind-around.ts';

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
  /** Whether the readings were enough to tell a stalled or stuck sensor: one without an issue is healthy only then. */
  readonly judged: boolean;
  readonly issues: readonly HealthIssue[];
}

/**
 * Judges one variable by section 3 of the interface document, and by what it leaves open: exact constancy, long
 * unchanged runs, impossible values. What calm weather explains is a warning, never critical.
 *
 * @param reports of the station in the period
 * @param expected observations of the period
 * @param around what the neighbours measured; null where none can tell
 * @param hours the station's hours against theirs
 * @param faults what the detection has found wrong with it
 */
export function variableHealth(
  tally: VariableTally,
  reports: number,
  expected: number,
  around: Surroundings | null,
  hours: HoursAround,
  faults: readonly HealthIssue[],
): VariableFindings {
  // A station may report more often than expected: what came empty is missing all the same.
  const all = Math.max(expected, reports);
  const missing = all - reports + tally.nulls;
  const nullRatio = all === 0 ? 0 : missing / all;
  const windiest = tally.variable === 'wind_speed' ? hours.wind.windiest() : null;
  const zeros = zeroIssue(tally, around, windiest);
  const stall = windiest === null || zeros?.severity === 'critical' ? null : stallIssue(windiest);
  // A share of nothing is told by the calm that only this one has.
  const others = zeros === null && stall === null ? faults : faults.filter(({ kind }) => kind !== 'gain');
  const isShare = faults.some(({ kind }) => kind === 'gain');
  const found = [
    nullIssue(nullRatio, missing, all),
    rangeIssue(tally),
    contradictionIssue(tally),
    zeros,
    stall,
    varianceIssue(tally, around, windiest),
    tally.constant ? null : runIssue(tally, around),
    spikeIssue(tally, around),
    tally.variable === 'rain' && !isShare ? dryGaugeIssue(hours.rain) : null,
    ...others,
  ];
  return {
    zeroRatio: tally.zeroRatio,
    nullRatio,
    variance: tally.moments.variance,
    valid: tally.valid,
    outOfRange: tally.outOfRange,
    longestUnchangedHours: tally.runs.longest / HOUR_MS,
    stuckRatio: tally.stuckRatio,
    judged: tally.telling,
    issues: found.filter((issue) => issue !== null),
  };
}

function nullIssue(ratio: number, missing: number, all: number): HealthIssue | null {
  const text = `null ratio ${percent(ratio)}: ${missing} of ${all} values are missing`;
  return issueOf('null_ratio', ratioStatus(ratio, NULL_RATIO), text);
}

function rangeIssue({ variable, outOfRange, valid }: VariableTally): HealthIssue | null {
  if (outOfRange === 0) return null;
  const { low, high, unit } = VARIABLE_SPECIFICATIONS[variable];
  const text = `${outOfRange} of ${outOfRange + valid} values are impossible, outside ${low} to ${high} ${unit}`;
  return { kind: 'out_of_range', severity: outOfRange > valid ? 'critical' : 'warning', text };
}

/** One or two in a period are what instruments that are read one after the other come to. */
const FEWEST_CONTRADICTED = 3;

function contradictionIssue({ contradicted, valid }: VariableTally): HealthIssue | null {
  if (contradicted < FEWEST_CONTRADICTED) return null;
  const text = `${contradicted} of ${valid} values contradict others of the same report`;
  return { kind: 'contradiction', severity: 2 * contradicted > valid ? 'critical' : 'warning', text };
}

/** Only wind that is not there is told by zeros: a dry week or a frost is no fault. */
function zeroIssue(
  tally: VariableTally,
  around: Surroundings | null,
  windiest: WindiestQuarter | null,
): HealthIssue | null {
  if (tally.variable !== 'wind_speed' || tally.valid === 0) return null;
  const kind = 'zero_ratio';
  const status = ratioStatus(tally.zeroRatio, ZERO_RATIO);
  const text = `zero ratio ${percent(tally.zeroRatio)} of ${tally.valid} readings`;
  if (status !== 'critical') return issueOf(kind, status, text);
  if (around !== null && calmExplains(tally.zeroRatio, around)) {
    const others = `median of ${around.witnesses} neighbours ${percent(around.zeroRatio)}`;
    return { kind, severity: 'warning', text: `${text}: calm, as around (${others})` };
  }
  if (!tally.telling) return { kind, severity: 'warning', text: `${text}: too few to tell calm from stalled` };
  if (windiest === null) return { kind, severity: 'critical', text: `${text}: sensor likely stalled` };
  const hours = windiestText(windiest);
  const reason = siteExplains(windiest);
  if (reason !== null) return { kind, severity: 'warning', text: `${text}: ${reason} (${hours})` };
  return { kind, severity: 'critical', text: `${text}: sensor likely stalled (${hours})` };
}

function varianceIssue(
  tally: VariableTally,
  around: Surroundings | null,
  windiest: WindiestQuarter | null,
): HealthIssue | null {
  if (!tally.telling) return null;
  const { variable } = tally;
  const { variance } = tally.moments;
  const { unit } = VARIABLE_SPECIFICATIONS[variable];
  if (tally.constant) return constancyIssue(tally, around);
  const status = varianceStatus(variable, variance);
  const bounds = VARIANCE[variable];
  if (bounds === undefined || status === 'healthy') return null;
  const kind = 'variance';
  const text = `variance ${short(variance)} (${unit})^2`;
  if (status === 'warning') return { kind, severity: status, text: `${text}, normal is above ${bounds.normal}` };
  const below = `${text}, below ${bounds.stuck}`;
  if (around !== null && weatherExplains(variance, around)) {
    const others = `median of ${around.witnesses} neighbours ${short(around.variance)}`;
    return { kind, severity: 'warning', text: `${below}: still weather, as around (${others})` };
  }
  const reason = windiest === null ? null : siteExplains(windiest);
  if (reason !== null) return { kind, severity: 'warning', text: `${below}: ${reason}` };
  return { kind, severity: 'critical', text: `${below}: sensor likely stuck` };
}

function constancyIssue(tally: VariableTally, around: Surroundings | null): HealthIssue | null {
  const { variable, low: value, valid } = tally;
  if (variable === 'rain' && value === 0) return null;
  const text = `constant at ${value} ${VARIABLE_SPECIFICATIONS[variable].unit} in all ${valid} readings (variance 0)`;
  const natural = variable !== 'rain' && !canBeStuck(variable, value);
  // Fog and desert air last for days; that no wind at all blows has to be confirmed.
  const explained = natural && (around === null ? variable === 'out_hum' : stillnessExplains(variable, around));
  const kind = 'constant';
  if (!explained) return { kind, severity: 'critical', text: `${text}: sensor likely stuck` };
  return { kind, severity: 'warning', text: around === null ? text : `${text}: still weather, as around` };
}

function runIssue({ runs, stuckRatio }: VariableTally, around: Surroundings | null): HealthIssue | null {
  if (runs.stuck === 0) return null;
  const hours = (runs.longest / HOUR_MS).toFixed(1);
  const text = `unchanged for up to ${hours} hours; ${percent(stuckRatio)} of the readings in runs of ${STUCK_RUN.hours} hours or more`;
  // Where all stand still together the reports were repeated on their way: worth knowing, but no fault of the sensor.
  const shared = around !== null && around.stuckRatio > 0 && stuckRatio <= around.stuckRatio + STUCK_RATIO.shared;
  const kind = 'unchanged';
  if (!shared) return { kind, severity: stuckRatio > STUCK_RATIO.critical ? 'critical' : 'warning', text };
  const others = `as around (median ${percent(around.stuckRatio)}): of the collection rather than the sensor`;
  return { kind, severity: 'warning', text: `${text}, ${others}` };
}

/** Three significant digits: enough to see on which side of a bound a variance is, whatever its size. */
function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}
