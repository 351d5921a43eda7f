import type { Anomaly, Classification } from '../../schemas/anomaly.ts';
import { qualityFlags } from '../../schemas/quality-flags/quality-flags.ts';
import { evidenceOfVerdict } from '../../schemas/quality-flags/value-evidence.ts';
import type { ReportedAnomaly } from '../../schemas/reports/report.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { type Marks, NO_MARKS } from './marks.ts';
import { finite, rounded } from './report-number.ts';

/**
 * An anomaly as section 2.4 of the interface document shows it, with the extra fields of docs/report.md, and what people say
 * of it; one that they call `normal` keeps the machine's class here.
 *
 * Numbers are finite: JSON knows no others. `deviation` equals `actual_value - expected_value`.
 */
export function reportedAnomaly(anomaly: Anomaly, { override, maintenance }: Marks = NO_MARKS): ReportedAnomaly {
  const actual = finite(anomaly.actual, 0);
  const expected = rounded(finite(anomaly.expected, actual));
  return {
    station_id: anomaly.station,
    station_name: anomaly.stationName,
    variable: anomaly.variable,
    timestamp: isoOf(anomaly.time),
    actual_value: actual,
    expected_value: expected,
    deviation: rounded(finite(actual - expected, 0)),
    temporal_method: anomaly.temporalMethod,
    classification: calledSo(anomaly, override),
    ...(override !== null && {
      machine_classification: anomaly.classification,
      override: { ...override, at: isoOf(override.at) },
    }),
    ...(maintenance !== null && { maintenance }),
    spatial_verification: {
      enabled: anomaly.spatial.enabled,
      method: anomaly.spatial.method,
      correlation: rounded(finite(anomaly.spatial.correlation, 0)),
      neighbors_checked: anomaly.spatial.neighborsChecked,
      neighbors: [...anomaly.spatial.neighbors],
    },
    anomaly_id: anomaly.id,
    network: anomaly.network,
    check: anomaly.check,
    score: rounded(finite(anomaly.score, Number.MAX_VALUE)),
    scale: rounded(finite(anomaly.scale, 0)),
    threshold: finite(anomaly.threshold, 0),
    units: VARIABLE_SPECIFICATIONS[anomaly.variable].unit,
    reason: anomaly.reason,
    state: anomaly.state,
    version: anomaly.version,
    baseline: anomaly.baseline,
    flags: qualityFlags(evidenceOfVerdict(anomaly)),
  };
}

function calledSo({ classification }: Anomaly, override: Marks['override']): Classification {
  return override === null || override.classification === 'normal' ? classification : override.classification;
}
