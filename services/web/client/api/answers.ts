import type { StatesAnswer } from '../../../../schemas/http/answers/states-answer.ts';

export type { AnomalyAnswer } from '../../../../schemas/http/answers/anomaly-answer.ts';
export type { WindowAnswer as MaintenanceAnswer } from '../../../../schemas/http/answers/expert-answers.ts';
export type { FaultAnswer as JudgedFault } from '../../../../schemas/http/answers/fault-answer.ts';
export type {
  NetworkReportAnswer,
  SensorFiguresAnswer,
} from '../../../../schemas/http/answers/network-report-answer.ts';
export type {
  FaultNowAnswer as FaultNow,
  NowAnswer,
} from '../../../../schemas/http/answers/now-answer.ts';
export type { ObservationAnswer } from '../../../../schemas/http/answers/observation-answer.ts';
export type { StationAnswer } from '../../../../schemas/http/answers/station-answer.ts';
export type { ThresholdsAnswer } from '../../../../schemas/http/answers/thresholds-answer.ts';
export type { ReportedOutage } from '../../../../schemas/reports/report.ts';
export type { ReportedFault } from '../../../../schemas/reports/reported-fault.ts';
export type { ReportedWeatherEvent } from '../../../../schemas/reports/reported-weather-event.ts';
export type { StatesAnswer };

/** How a station is at a time: one of `GET /api/v1/states`. */
export type StateAnswer = StatesAnswer['states'][number];
