import { z } from 'zod';
import {
  networkReportShape,
  type SensorFiguresAnswer,
  sensorFiguresShape,
} from '../../../schemas/http/answers/network-report-answer.ts';
import { networkName } from '../../../schemas/http/name-text.ts';
import { endpoint, list, NO_SUCH_FORMAT } from '../../http/endpoint.ts';
import type { FormatName } from '../../http/format.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { listAnswer } from '../../http/formats/list-answer.ts';
import { noPositions } from '../../http/formats/station-positions.ts';
import { formatField, query, timeFields } from '../../http/query-fields.ts';
import { chooseNetwork } from '../../stations/choose-network.ts';
import { StoreSource } from '../../stores/store-source.ts';
import { networkReport } from '../report/network-report.ts';
import { MOST_DAYS, MOST_STATION_DAYS } from '../report/period.ts';
import { reportAnswer, sensorsAnswer } from '../report/report-answer.ts';
import type { DutyDependencies } from './duty-dependencies.ts';

/** Not GeoJSON: most of a report is at no place. */
const FORMATS: readonly FormatName[] = ['json', 'csv', 'arrow', 'parquet'];
const UNITS: Readonly<Record<string, string>> = {
  cadence_minutes: 'min',
  ...Object.fromEntries(Object.keys(sensorFiguresShape.shape.hours.shape).map((name) => [`hours_${name}`, 'h'])),
};
/** Columns of the sensors, which the formats for tables have. */
export const SENSOR_COLUMNS = answerColumns<SensorFiguresAnswer>(sensorFiguresShape, (name) => UNITS[name]);

/** What a report needs. */
interface ReportDependencies extends Pick<DutyDependencies, 'store' | 'now'> {
  readonly experts: Pick<DutyDependencies['experts'], 'rules'>;
}

export const getReport = endpoint({
  name: 'get-report',
  method: 'GET',
  part: 'detection',
  roles: ['user'],
  path: '/api/v1/report',
  description:
    'How good a network was from `from` to `to` (both included): completeness by station and day of UTC; hours that are ' +
    'missing, good, suspect, failed or not judged by sensor, variable, manufacturer and model; faults that began and ended, ' +
    'how long they took to be known and to end, and how many people overruled; the ten stations that lost most. A value ' +
    'counts for the time between two reports of its station. Without `to` up to the newest report, without `from` the 30 ' +
    `days that end there, fewer of a large network; at most ${MOST_DAYS} days, and ${MOST_STATION_DAYS.toLocaleString('en')} days of stations. ` +
    '`network` may be left out where there is but one. csv, arrow and parquet (`format`, or Accept) have the sensors.',
  pathParameters: z.object({}),
  query: query({ network: networkName.optional(), ...timeFields, ...formatField }),
  formats: FORMATS,
  success: list('The report.', networkReportShape, FORMATS),
  errors: { 404: 'There is no such network.', 406: NO_SUCH_FORMAT, 409: 'There are no observations yet.' },
  // All observations of the period are read: more at once would only make each slower.
  atOnce: 2,
  timeLimit: 'detectMs',
  async answer(call, { store, experts, now }: ReportDependencies) {
    const { network: asked = null, from, to } = call.query;
    const network = await chooseNetwork(new StoreSource(store, 'the store'), asked, 'query');
    const report = await networkReport({ store, experts }, { network, from, to, now: now() }, call.signal);
    const sensors = sensorsAnswer(report);
    return listAnswer(
      { ...call, query: { ...call.query, limit: Math.max(1, sensors.length) } },
      {
        formats: FORMATS,
        name: 'report',
        columns: SENSOR_COLUMNS,
        positions: noPositions,
        page: async () => ({ items: sensors, next: null }),
        body: () => reportAnswer(report),
      },
    );
  },
});
