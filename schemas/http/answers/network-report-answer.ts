import { z } from 'zod';
import { FAULT_KINDS } from '../../fault.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_STATION } from '../../reports/shown-failure.ts';
import { VARIABLES } from '../../variables.ts';
import { faultAnswerShape } from './fault-answer.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const make = z.string().nullable().describe('null: not declared.');

const hoursShape = z.object({
  expected: z.number().describe('Hours that sensors should have measured.'),
  missing: z.number().describe('Of these, hours without a value.'),
  good: z.number().describe('Hours of values that were judged good.'),
  suspect: z.number(),
  failed: z.number(),
  not_judged: z.number().describe('Hours of values that nobody judged: nothing says whether they are good.'),
});

const groupFields = {
  stations: count,
  sensors: count,
  hours: hoursShape,
  faults_opened: count,
};

const figuresOfFaults = {
  opened: count.describe('That began in the period.'),
  closed: count.describe('That ended in the period.'),
  open: count.describe('That were open when it ended.'),
};

const minutes = z.number().min(0).nullable();
const faultFiguresShape = z.object({
  ...figuresOfFaults,
  kinds: z.array(z.object({ kind: z.enum(FAULT_KINDS), ...figuresOfFaults })),
  notice_minutes: minutes.describe(
    'Median time from the first wrong report to the one by which the fault was known, of those that began.',
  ),
  repair_minutes: minutes.describe(
    'Median time from then to the last wrong report, of those that ended and were known while they lasted.',
  ),
  passing: count.describe('Those that ended before they were known.'),
  overruled: count.describe('Those that began and that people call weather or no fault. They are in no other number.'),
  overruled_share: share.nullable().describe('These, of all that began; null where none did.'),
});

const stationShape = z.object({
  station_id: z.string(),
  station_name: z.string(),
  manufacturer: make,
  model: make,
  cadence_minutes: z.number().describe('Minutes between two of its reports.'),
  reports: count,
  completeness: share.nullable().describe('Share of its reports that came; null where none was due.'),
  days: z.array(share.nullable()).describe('The same by the day of `days`.'),
});

/** One sensor: a row of the tables. */
export const sensorFiguresShape = z.object({
  station_id: z.string(),
  station_name: z.string(),
  manufacturer: make,
  model: make,
  variable: z
    .enum(VARIABLES)
    .nullable()
    .describe('null for a station of which nobody knows what it measures: it sent no report.'),
  cadence_minutes: z.number(),
  values: count,
  hours: hoursShape,
  faults_opened: count,
  faults_closed: count,
});

const worstShape = z.object({
  station_id: z.string(),
  station_name: z.string(),
  lost: z.number().min(0).describe('Share of its values that did not come or are wrong.'),
  missing: share,
  failed: z.number().min(0),
  variable: z.enum(VARIABLES).nullable().describe('The variable that lost most; null where none lost much more.'),
  silent_since: moment
    .nullable()
    .describe('When its last report arrived, where it was silent at the end of the period.'),
  fault: faultAnswerShape.nullable().describe('The fault of its sensors with most values under it.'),
  sentence: z.string(),
});

const SHOWN_NAME = { station_id: SHOWN_STATION.station_id, station_name: SHOWN_STATION.station_name };
const SHOWN_HOURS = { expected: 24, missing: 0, good: 20, suspect: 0, failed: 4, not_judged: 0 };
const SHOWN_MAKE = { manufacturer: 'Davis', model: 'Vantage Pro2' };
const SHOWN_GROUP = { stations: 1, sensors: 1, hours: SHOWN_HOURS, faults_opened: 1 };

/** How good a network was in a period. */
export const networkReportShape = z
  .object({
    network: z.string(),
    from: moment,
    to: moment,
    completeness: share.nullable().describe('Share of the reports of all stations that came.'),
    reports: count,
    silent: z.array(z.string()).describe('Stations without a report.'),
    hours: hoursShape.describe('Of all sensors.'),
    days: z.array(moment).describe('Beginnings of the days of UTC.'),
    stations: z.array(stationShape),
    sensors: z.array(sensorFiguresShape),
    variables: z.array(z.object({ variable: z.enum(VARIABLES), ...groupFields })),
    manufacturers: z.array(z.object({ manufacturer: make, ...groupFields })),
    models: z.array(z.object({ manufacturer: make, model: make, ...groupFields })),
    faults: faultFiguresShape,
    worst: z.array(worstShape).describe('The ten stations that lost most; those that lost nothing are not among them.'),
  })
  .meta({
    id: 'NetworkReport',
    examples: [
      {
        network: SHOWN_STATION.network,
        from: '2026-11-22T00:00:00Z',
        to: '2026-11-23T00:00:00Z',
        completeness: 1,
        reports: 144,
        silent: [],
        hours: SHOWN_HOURS,
        days: ['2026-11-22T00:00:00Z'],
        stations: [{ ...SHOWN_NAME, ...SHOWN_MAKE, cadence_minutes: 10, reports: 144, completeness: 1, days: [1] }],
        sensors: [
          {
            ...{ ...SHOWN_NAME, ...SHOWN_MAKE, variable: 'temp_out', cadence_minutes: 10, values: 144 },
            ...{ hours: SHOWN_HOURS, faults_opened: 1, faults_closed: 1 },
          },
        ],
        variables: [{ variable: 'temp_out', ...SHOWN_GROUP }],
        manufacturers: [{ manufacturer: SHOWN_MAKE.manufacturer, ...SHOWN_GROUP }],
        models: [{ ...SHOWN_MAKE, ...SHOWN_GROUP }],
        faults: {
          ...{ opened: 1, closed: 1, open: 0, kinds: [{ kind: 'level', opened: 1, closed: 1, open: 0 }] },
          ...{ notice_minutes: 0, repair_minutes: 230, passing: 0, overruled: 0, overruled_share: 0 },
        },
        worst: [
          {
            ...{ ...SHOWN_NAME, lost: 0.166667, missing: 0, failed: 0.166667, variable: 'temp_out', fault: null },
            silent_since: null,
            sentence: 'Eastwick Pass lost 16.7 % of its values: 0.0 % did not come, 16.7 % are wrong.',
          },
        ],
      },
    ],
  });

export type NetworkReportAnswer = z.output<typeof networkReportShape>;
export type SensorFiguresAnswer = z.output<typeof sensorFiguresShape>;
