import { z } from 'zod';
import { CLASSIFICATIONS } from '../../anomaly.ts';
import { FAULT_KINDS } from '../../fault.ts';
import { SHOWN_FAULT_ID } from '../../reports/given-id.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_ANOMALY, SHOWN_STATION, SHOWN_TIME } from '../../reports/shown-failure.ts';
import { STATION_STATES } from '../../station-state.ts';
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
    state: z.enum(STATION_STATES).describe('The gravest of its variables; silent before all.'),
    provisional: z.boolean().describe('True where the state is of a fault or verdict that may still change.'),
    variables: z
      .partialRecord(z.enum(VARIABLES), variableState)
      .describe('The newest number of each variable; none where it is silent.'),
    last_seen: moment.nullable().describe('Time of its newest report; null where there was none for a month.'),
  })
  .meta({ id: 'StationState' });

/** How every station of a network is at a moment. Units are Halcyon's own. */
export const statesAnswerShape = z.object({ network: z.string(), time: moment, states: z.array(stationState) }).meta({
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
                reason: 'reads 10.9 degC above its neighbours since 12:10',
              },
              anomaly_id: SHOWN_ANOMALY.anomaly_id,
            },
            out_hum: { value: 81, time: SHOWN_TIME, state: 'good', fault: null },
          },
          last_seen: SHOWN_TIME,
        },
      ],
    },
  ],
});

export type StatesAnswer = z.output<typeof statesAnswerShape>;
export type FaultOfState = z.output<typeof faultOfState>;
