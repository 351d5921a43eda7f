import { z } from 'zod';
import { CLASSIFICATIONS } from '../anomaly.ts';
import { VARIABLES } from '../variables.ts';
import { moment } from './moment.ts';
import { SHOWN_ANOMALY, SHOWN_STATION, SHOWN_TIME } from './shown-failure.ts';

/** What a fault looks like (docs/episodes.md); `weather` for what is none. */
export const EPISODE_KINDS = ['spike', 'level', 'noise', 'stuck', 'range', 'weather'] as const;
export type EpisodeKind = (typeof EPISODE_KINDS)[number];

/** Ids of anomalies that an episode names; a stuck sensor has a hundred in a day. */
export const NAMED_ANOMALIES = 100;

const count = z.int().min(0);

/** An episode as reports and REST answers show it: the fields of docs/episodes.md. */
export const reportedEpisodeShape = z
  .object({
    episode_id: z.string().describe('Id of its first anomaly.'),
    network: z.string(),
    station_id: z.string(),
    station_name: z.string(),
    classification: z.enum(CLASSIFICATIONS).describe('The gravest of its anomalies.'),
    maintenance: z.string().optional().describe('Id of the maintenance window that its largest anomaly lies in.'),
    kind: z.enum(EPISODE_KINDS),
    logger: z.boolean().describe('True: several variables of the station failed together.'),
    variables: z.array(z.enum(VARIABLES)),
    start: moment,
    end: moment.nullable().describe('Time of its last anomaly; null while it may go on.'),
    anomalies: count,
    classes: z.object({ device_failure: count, weather_event: count, suspected: count }),
    anomaly_ids: z.array(z.string()).describe(`In the order of time; at most the first ${NAMED_ANOMALIES}.`),
    largest: z.object({
      anomaly_id: z.string(),
      variable: z.enum(VARIABLES),
      deviation: z.number(),
      units: z.string(),
      timestamp: moment,
    }),
    reason: z.string(),
    description: z.string(),
  })
  .meta({
    id: 'Episode',
    examples: [
      {
        episode_id: SHOWN_ANOMALY.anomaly_id,
        ...SHOWN_STATION,
        classification: 'device_failure',
        kind: 'spike',
        logger: false,
        variables: ['temp_out'],
        start: SHOWN_TIME,
        end: SHOWN_TIME,
        anomalies: 1,
        classes: { device_failure: 1, weather_event: 0, suspected: 0 },
        anomaly_ids: [SHOWN_ANOMALY.anomaly_id],
        largest: {
          anomaly_id: SHOWN_ANOMALY.anomaly_id,
          variable: 'temp_out',
          deviation: SHOWN_ANOMALY.deviation,
          units: 'degC',
          timestamp: SHOWN_TIME,
        },
        reason: SHOWN_ANOMALY.reason,
        description: 'temp_out jumped by 11 degC for one report',
      },
    ],
  });

export type ReportedEpisode = z.output<typeof reportedEpisodeShape>;
