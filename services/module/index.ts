export type { Classification } from '../../schemas/anomaly.ts';
export { type ErrorCode, HalcyonError, type Problem } from '../../schemas/errors.ts';
export type { QualityFlags } from '../../schemas/quality-flags/quality-flags.ts';
export type { HealthReport, HealthStatus, StationHealth, VariableHealth } from '../../schemas/reports/health-report.ts';
export type { NotJudgedEntry, ReportedAnomaly, ShortTermReport } from '../../schemas/reports/report.ts';
export {
  AnomalyDetector,
  type DatabaseFields,
  type DetectFields,
  type HealthCheckFields,
  type TimeLike,
  type WithWarnings,
} from './anomaly-detector.ts';
export { SpatialConfig, type SpatialFields, TemporalConfig, type TemporalFields } from './method-configs.ts';
