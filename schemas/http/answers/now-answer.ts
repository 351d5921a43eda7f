import { z } from 'zod';
import { ALERT_STATES, SEVERITIES } from '../../alert.ts';
import { FAULT_KINDS } from '../../fault.ts';
import { moment } from '../../reports/moment.ts';
import { SHOWN_STATION, SHOWN_TIME } from '../../reports/shown-failure.ts';
import { STATION_STATES } from '../../station-state.ts';
import { VARIABLES } from '../../variables.ts';
import { careShape } from './care-answer.ts';
import { faultAnswerShape } from './fault-answer.ts';

/** What is to be done about a fault, as far as people have said. */
export const FAULT_GROUPS = ['open', 'snoozed', 'maintenance', 'muted', 'recovered'] as const;
export type FaultGroup = (typeof FAULT_GROUPS)[number];

/** What an answer has rows of, in pages of their own. */
export const NOW_GROUPS = [...FAULT_GROUPS, 'silent', 'silent_sensors'] as const;
export type NowGroup = (typeof NOW_GROUPS)[number];

/** Why a fault is open again that people had put away. */
const REOPENING_CAUSES = ['snooze_over', 'went_on', 'came_back'] as const;
export type ReopeningCause = (typeof REOPENING_CAUSES)[number];

const latestShape = z.object({
  time: moment,
  value: z.number(),
  expected: z.number().nullable().describe('What the neighbours imply of it; null where none tells.'),
  deviation: z.number().nullable().describe('value - expected.'),
});

const numbers = z.array(z.number().nullable());
const courseShape = z.object({
  from: moment.describe('Of the first number; one for each ten minutes.'),
  values: numbers,
  neighbours: numbers.describe(
    'What the neighbours imply: as judged under the fault, else their median, moved by the usual difference of the sensor.',
  ),
});

const sameCauseShape = z.object({
  fault_id: z.string(),
  kind: z.enum(FAULT_KINDS),
  station_id: z.string(),
  station_name: z.string(),
  variable: z.enum(VARIABLES),
});

const faultNowShape = faultAnswerShape
  .extend({
    group: z.enum(FAULT_GROUPS),
    same_cause: z
      .array(sameCauseShape)
      .describe(
        'Other faults of the same cause, which have no entry of their own: those of all that a station sends, those of the ' +
          'station that it is swapped with, those of other stations that change their unit or read what cannot be at once, and ' +
          'what a swap, an old record or a unit began with.',
      ),
    stations: z.int().min(1).describe('How many stations have it, with those of `same_cause`.'),
    together: z
      .string()
      .nullable()
      .describe('What many stations have in common, in one sentence; null where few have it.'),
    latitude: z.number().nullable().describe('Of the station.'),
    longitude: z.number().nullable(),
    severity: z.number().nullable().describe('How many times the least departure that matters it is off.'),
    latest: latestShape
      .nullable()
      .describe('The newest value, against the neighbours; of the last day, while it is open.'),
    course: courseShape.nullable().describe('The last day; of the worst two hundred, while they are open.'),
    care: careShape
      .nullable()
      .describe(
        'null where nobody has done anything about it: its version is then 0. Its `fault_id` may be one of `same_cause`.',
      ),
    reopened: z
      .object({ because: z.enum(REOPENING_CAUSES), at: moment, by: z.string().nullable() })
      .nullable()
      .describe('Why it is open again, since when, and who had put it away.'),
    earlier: z.int().min(0).describe('How often the same was wrong with the sensor in the week before it.'),
    alert: z
      .object({
        id: z.string(),
        state: z.enum(ALERT_STATES),
        severity: z.enum(SEVERITIES),
        acknowledged_by: z.string().nullable(),
        silenced: z.boolean(),
      })
      .nullable()
      .describe('The most urgent alert of it, or of `same_cause`; null where no rule asks for one.'),
    maintenance: z.string().nullable().describe('The maintenance window that it lies in.'),
    silence: z
      .object({ id: z.string(), reason: z.string(), by: z.string(), to: moment })
      .nullable()
      .describe('The silence by which nobody is told of it.'),
  })
  .meta({ id: 'FaultNow' });

const silentStationShape = z
  .object({
    id: z.string(),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    last_seen: moment.nullable().describe('When a report of it last arrived; null where none did for a month.'),
  })
  .meta({ id: 'SilentStation' });

const silentSensorShape = z
  .object({
    id: z.string().describe('Of the station, which reports.'),
    name: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    variable: z.enum(VARIABLES),
    last_value: moment.describe('Time of its last value.'),
  })
  .meta({ id: 'SilentSensor' });

const count = z.int().min(0);

function recordOf<K extends string, S extends z.ZodType>(names: readonly K[], shape: S): Record<K, S> {
  return Object.fromEntries(names.map((name) => [name, shape])) as Record<K, S>;
}

function countsOf<K extends string>(names: readonly K[]) {
  return recordOf(names, count);
}

/** What is wrong in a network at a moment, in one answer. */
export const nowShape = z
  .object({
    network: z.string(),
    time: moment,
    you: z.string().describe('Who asks, as care names people.'),
    may_change: z.boolean().describe('Whether who asks may take faults, and say what they are.'),
    people: z.array(z.string()).describe('Who has looked after faults of the network lately.'),
    counts: z
      .object({
        stations: count,
        states: z.object(countsOf(STATION_STATES)).describe('Stations by their state.'),
        groups: z.object(countsOf(FAULT_GROUPS)).describe('Faults by their group; those of one cause count once.'),
        silent_sensors: count.describe('Sensors of which nothing comes though their stations report.'),
      })
      .describe('Of the whole network.'),
    last_seen: moment.nullable().describe('The newest report of the network; null where there was none for a month.'),
    faults: z
      .array(faultNowShape)
      .describe('Those that hold, and those that ended within a day; the worst first, one for each cause.'),
    silent: z.array(silentStationShape).describe('Silent stations, that which was heard last first.'),
    silent_sensors: z
      .array(silentSensorShape)
      .describe('Sensors of which nothing comes though their stations report, the last to stop first.'),
    next_cursors: z
      .object(recordOf(NOW_GROUPS, z.string().nullable()))
      .describe('Of each group the `cursor` of its next page; null on the last one.'),
  })
  .meta({
    id: 'Now',
    examples: [
      {
        network: SHOWN_STATION.network,
        time: '2026-11-22T12:15:00Z',
        you: 'ada',
        may_change: true,
        people: ['ada'],
        counts: {
          stations: 1,
          states: {
            good: 0,
            weather_event: 0,
            device_failure: 0,
            suspected: 0,
            silent: 1,
            silent_sensor: 0,
            not_judged: 0,
          },
          groups: { open: 0, snoozed: 0, maintenance: 0, muted: 0, recovered: 0 },
          silent_sensors: 0,
        },
        last_seen: SHOWN_TIME,
        faults: [],
        silent: [
          {
            id: SHOWN_STATION.station_id,
            name: SHOWN_STATION.station_name,
            latitude: 50.84,
            longitude: 4.35,
            last_seen: SHOWN_TIME,
          },
        ],
        silent_sensors: [],
        next_cursors: {
          ...{ open: null, snoozed: null, maintenance: null, muted: null, recovered: null },
          ...{ silent: null, silent_sensors: null },
        },
      },
    ],
  });

export type NowAnswer = z.output<typeof nowShape>;
export type FaultNowAnswer = NowAnswer['faults'][number];
export type SilentStationAnswer = NowAnswer['silent'][number];
export type SilentSensorAnswer = NowAnswer['silent_sensors'][number];
