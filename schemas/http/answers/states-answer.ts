import { z } from 'zod';
import { CLASSIFICATIONS } from '../../anomaly.ts';
import { FAULT_KINDS } from '../../fault.ts';
import { SHOWN_FAULT_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_ANOMALY, SHOWN_STATION, SHOWN_TIME } from '../../reports/shown-failure.ts';
import { MAP_ZOOM, STATION_STATES } from '../../station-state.ts';
import { VARIABLES } from '../../variables.ts';

const faultOfState = z
  .object({
    fault_id: z.string(),
    kind: z.enum(FAULT_KINDS),
    start: moment.describe('First wrong report.'),
    offset: z.number().nullable().describe('How far it is off against its neighbours; null where none tells.'),
    units: z.string(),
    reason: z.string(),
  })
  .meta({ id: 'FaultOfState' });

const variableState = z
  .object({
    value: z.number(),
    time: moment,
    state: z.enum(['good', ...CLASSIFICATIONS, 'not_judged']),
    fault: faultOfState.nullable().describe('The fault that its sensor is under; null where it is under none.'),
    anomaly_id: z
      .string()
      .optional()
      .describe('Of the anomaly that the state is of, where it is of one; of a fault the one that it was named by.'),
  })
  .meta({ id: 'VariableState' });

const stationState = z
  .object({
    id: z.string(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    elevation: z.number().nullable(),
    state: z
      .enum(STATION_STATES)
      .describe('The gravest of its variables; silent before all, silent_sensor in place of good.'),
    provisional: z.boolean().describe('True where the state is of a fault or verdict that may still change.'),
    variables: z
      .partialRecord(z.enum(VARIABLES), variableState)
      .describe('The newest number of each variable; none where it is silent.'),
    silent_sensors: z.array(z.enum(VARIABLES)).describe('Variables of which nothing comes though it reports.'),
    last_seen: moment
      .nullable()
      .describe('The time that its newest report carries; null where there was none for a month.'),
  })
  .meta({ id: 'StationState' });

const counts = z.record(z.enum(STATION_STATES), z.int()).describe('How many stations are in each state.');
const latitude = z.number().describe('Degrees; the mean of its stations.');
const longitude = z.number().describe('Degrees; the mean of its stations.');

const stationGroup = z
  .object({
    cell: z.string().describe('zoom/x/y of the Web Mercator tile that its stations are in.'),
    count: z.int().describe('How many stations it has: two or more.'),
    latitude,
    longitude,
    state: z.enum(STATION_STATES).describe('The gravest of its stations.'),
    provisional: z.boolean().describe('True where all stations of that state are provisional.'),
    counts,
    last_seen: moment.nullable().describe('Time of its newest report; null where there was none for a month.'),
  })
  .meta({ id: 'StationGroup' });

const statesView = z
  .object({
    zoom: z.int().min(MAP_ZOOM.least).max(MAP_ZOOM.most),
    single_from: z.int().describe('Zoom from which every station of the network is shown by itself.'),
    groups: z.array(stationGroup).describe('Stations that share a cell, in the order of their cells.'),
    counts: counts.describe('How many stations of the whole network are in each state.'),
    box: z
      .object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() })
      .nullable()
      .describe('Around the stations of the whole network, degrees; null where there are none.'),
    last_seen: moment
      .nullable()
      .describe('Time of the newest report of the network; null where there was none for a month.'),
  })
  .meta({ id: 'StationStatesView' });

/** How every station of a network is at a moment. Units are Halcyon's own. */
export const statesAnswerShape = z
  .object({
    network: z.string(),
    time: moment,
    states: z.array(stationState),
    next_cursor: z
      .string()
      .nullable()
      .optional()
      .describe('Of the next page where `limit` is given; null on the last one.'),
    view: statesView.optional().describe('What a map shows beside `states`, where `zoom` or `fit` is given.'),
  })
  .meta({
    id: 'StationStates',
    examples: [
      {
        network: SHOWN_STATION.network,
        time: '2026-11-22T12:15:00Z',
        states: [
          {
            id: SHOWN_STATION.station_id,
            name: SHOWN_STATION.station_name,
            latitude: 50.84,
            longitude: 4.35,
            elevation: 312,
            state: 'device_failure',
            provisional: false,
            variables: {
              temp_out: {
                value: 11.6,
                time: SHOWN_TIME,
                state: 'device_failure',
                fault: {
                  fault_id: SHOWN_FAULT_ID,
                  kind: 'level',
                  start: SHOWN_TIME,
                  offset: 10.9,
                  units: 'degC',
                  reason: 'reads 10.9 degC above its neighbours since 11-22 12:10Z',
                },
                anomaly_id: SHOWN_ANOMALY.anomaly_id,
              },
              out_hum: { value: 81, time: SHOWN_TIME, state: 'good', fault: null },
            },
            silent_sensors: [],
            last_seen: SHOWN_TIME,
          },
        ],
      },
    ],
  });

export type StatesAnswer = z.output<typeof statesAnswerShape>;
export type StationGroup = z.output<typeof stationGroup>;
export type StatesView = z.output<typeof statesView>;
export type FaultOfState = z.output<typeof faultOfState>;
