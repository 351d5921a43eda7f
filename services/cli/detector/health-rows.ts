import type { z } from 'zod';
import { stationHealthShape } from '../../../schemas/http/answers/station-health-answer.ts';
import type { HealthReport } from '../../../schemas/reports/health-report.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';

const { variable_reports: variables, issues, faults: _faults, ...ofStation } = stationHealthShape.shape;
/** A row of the health report in CSV: one variable of a station. What is wrong with the station as a whole has its own column. */
const rowShape = stationHealthShape.pick({}).extend({
  ...ofStation,
  station_issues: issues,
  ...variables.element.shape,
});
type HealthRow = z.output<typeof rowShape>;

export const HEALTH_COLUMNS = answerColumns<HealthRow>(rowShape);

/** The health report with a row for each variable of a station. Faults are records of their own. */
export function healthRows(report: HealthReport): HealthRow[] {
  return report.flatMap(({ variable_reports: reports, issues: station_issues, faults: _, ...station }) =>
    reports.map((one) => ({ ...station, station_issues, ...one }) as HealthRow),
  );
}
