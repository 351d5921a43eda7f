import { anomalyAnswerShape, anomalyEvidenceShape } from '../../../../schemas/http/answers/anomaly-answer.ts';
import { getAnomaly } from '../../../detection/endpoints/get-anomaly.ts';
import { listAnomalies } from '../../../detection/endpoints/list-anomalies.ts';
import { listedBy, type RecordKind, shownBy } from './record-kind.ts';

/** Anomalies, newest observation first. */
export const ANOMALY_RECORDS: RecordKind = {
  one: 'anomaly',
  many: 'anomalies',
  shape: anomalyAnswerShape,
  wholeShape: anomalyEvidenceShape,
  found: true,
  table: [
    { of: 'timestamp', title: 'Time' },
    { of: 'network', title: 'Network', leaves: 7, leavesAlike: 2 },
    { of: 'station_id', title: 'Station', shrinks: 1 },
    { of: 'variable', title: 'Variable' },
    { of: 'actual_value', title: 'Value', align: 'right' },
    { of: 'expected_value', title: 'Expected', align: 'right', leaves: 4 },
    { of: 'units', title: 'Unit', leaves: 5 },
    { of: 'check', title: 'Found by', leaves: 3 },
    { of: 'classification', title: 'Class' },
    { of: 'state', title: 'State', leaves: 1 },
    { of: 'anomaly_id', title: 'ID', leaves: 6 },
  ],
  ...listedBy(listAnomalies, 'anomalies'),
  ...shownBy(getAnomaly),
};
