import { z } from 'zod';
import { CLASSIFICATIONS, VERDICT_STATES } from '../anomaly.ts';
import { FAULT_KINDS } from '../fault.ts';
import { SPATIAL_METHOD_NAMES, TEMPORAL_METHOD_NAMES } from '../judgement-configuration.ts';
import { OUTAGE_KINDS, OUTAGE_SCOPES } from '../outage.ts';
import { qualityFlagsShape } from '../quality-flags/quality-flags.ts';
import { VARIABLES } from '../variables.ts';
import { moment } from './moment.ts';
import { overrideShape } from './override.ts';
import { reportedEpisodeShape } from './reported-episode.ts';
import { reportedFaultShape } from './reported-fault.ts';
import { reportedWeatherEventShape } from './reported-weather-event.ts';
import { valueCountsShape } from './value-counts.ts';

const count = z.int().min(0);

/** An anomaly as reports and REST answers show it: section 2.4 of the interface document, and the fields of docs/report.md. */
export const reportedAnomalyShape = z
  .object({
    station_id: z.string().describe('Station, unique in its network.'),
    station_name: z.string().describe('Name of the station when it was judged.'),
    variable: z.enum(VARIABLES).describe('What was flagged.'),
    timestamp: moment.describe('Time of the observation, UTC.'),
    actual_value: z.number().describe('What was observed, in `units`.'),
    expected_value: z.number().describe('What was expected, in `units`.'),
    deviation: z.number().describe('actual_value minus expected_value.'),
    temporal_method: z.string().describe('Method that judges values by the history of their station.'),
    classification: z.enum(CLASSIFICATIONS).describe('What the anomaly is.'),
    machine_classification: z
      .enum(CLASSIFICATIONS)
      .optional()
      .describe('What the machine says, where somebody has called it otherwise.'),
    override: overrideShape.optional().describe('What somebody calls it instead.'),
    maintenance: z.string().optional().describe('Id of the maintenance window that it lies in.'),
    spatial_verification: z.object({
      enabled: z.boolean().describe('True where neighbouring stations were to be compared.'),
      method: z.string().describe('Method that compares with the neighbours.'),
      correlation: z
        .number()
        .min(-1)
        .max(1)
        .describe('Agreement with the neighbours from -1 to 1; 0 where nothing could be compared.'),
      neighbors_checked: count.describe('Neighbours that were compared.'),
      neighbors: z.array(z.string()).describe('Identifiers of the neighbours, the nearest first.'),
    }),
    anomaly_id: z.string().describe('Identifier of the anomaly, the same for all its versions.'),
    network: z.string().describe('Network of the station.'),
    check: z.string().describe('The common check or the temporal method that raised it.'),
    score: z.number().describe('Size of the deviation in scales.'),
    scale: z.number().describe('Typical deviation (one robust sigma), in `units`.'),
    threshold: z.number().describe('Score above which the check or method flags.'),
    units: z.string().describe('Unit of actual_value, expected_value, deviation and scale.'),
    reason: z.string().describe('Why, in words.'),
    state: z.enum(VERDICT_STATES).describe('provisional while later reports may change it, settled after that.'),
    version: z.string().describe('Digest of what the verdict rests on.'),
    baseline: z.string().nullable().describe('Version of the baseline that was used; null where there was no history.'),
    flags: qualityFlagsShape,
  })
  .meta({ id: 'Anomaly' });

/** An anomaly of a report, with the episode and the weather event that it is of. */
export const joinedAnomalyShape = reportedAnomalyShape
  .extend({
    episode_id: z.string().describe('The episode that it belongs to.'),
    weather_event_id: z.string().optional().describe('The weather event that it belongs to, where there is one.'),
  })
  .meta({ id: 'JoinedAnomaly' });

/** Values of one station and variable that could not be judged, and why. */
const notJudgedEntryShape = z
  .object({ station_id: z.string(), variable: z.enum(VARIABLES), reason: z.string(), count })
  .meta({ id: 'NotJudged' });

/** An outage of the feed as reports and REST answers show it. */
export const reportedOutageShape = z
  .object({
    kind: z.enum(OUTAGE_KINDS),
    scope: z.enum(OUTAGE_SCOPES).describe('`network`: many stations at once; `station`: one by itself.'),
    start: moment,
    end: moment.nullable().describe('null while it lasts.'),
    stations: z.array(z.string()),
    share: z
      .number()
      .min(0)
      .max(1)
      .describe('Largest share of the stations that usually report that were in it at once.'),
    reason: z.string(),
  })
  .meta({ id: 'Outage' });

/** The short-term JSON report, section 2.4 of the interface document, with the extra fields of docs/report.md. */
export const shortTermReportShape = z
  .object({
    metadata: z.object({
      timestamp: moment.describe('End of the analysis.'),
      window_hours: z.int(),
      temporal_method: z.enum(TEMPORAL_METHOD_NAMES),
      spatial_verify: z.boolean(),
      spatial_method: z.enum(SPATIAL_METHOD_NAMES),
      network: z.string(),
      start: moment,
      neighbor_radius_km: z.number(),
      fault_kinds: z
        .array(z.enum(FAULT_KINDS))
        .describe(
          'Kinds of faults that were looked for: without verification only impossible values and contradicted ones.',
        ),
      faults_since: moment
        .nullable()
        .describe(
          'A fault of hours that began before this is missing or has a later start; null where all that were open at `start` are known.',
        ),
      variables: z.array(z.enum(VARIABLES)),
      checks: z.array(z.string()),
      verdicts: z.enum(['last', 'first']),
      thresholds: z.record(z.string(), z.number()),
      units: z.record(z.string(), z.string()),
      values_judged: count,
      values_not_judged: count.describe('What a record does not hold is not among them.'),
      values: valueCountsShape,
    }),
    summary: z.object({
      total_stations: count,
      anomalous_stations: count,
      normal_stations: count,
      device_failures: count,
      weather_events: count,
      suspected: count,
      in_maintenance: count.describe('Anomalies in maintenance windows, which are counted in no class.'),
      episodes: count,
    }),
    anomalies: z.array(joinedAnomalyShape),
    episodes: z.array(reportedEpisodeShape),
    faults: z.array(reportedFaultShape),
    weather: z.array(reportedWeatherEventShape),
    normal_stations: z.array(z.string()),
    not_judged: z.array(notJudgedEntryShape),
    outages: z.array(reportedOutageShape),
  })
  .meta({ id: 'ShortTermReport' });

export type ReportedAnomaly = z.output<typeof reportedAnomalyShape>;
export type ReportedOutage = z.output<typeof reportedOutageShape>;
export type JoinedAnomaly = z.output<typeof joinedAnomalyShape>;
export type NotJudgedEntry = z.output<typeof notJudgedEntryShape>;
export type ShortTermReport = z.output<typeof shortTermReportShape>;
