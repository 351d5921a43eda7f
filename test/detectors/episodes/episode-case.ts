import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type EpisodeMember, episodeMember } from '../../../detectors/episodes/episode-member.ts';
import { type EpisodeOptions, foldEpisodes } from '../../../detectors/episodes/fold-episodes.ts';
import { type Anomaly, CLASSIFICATIONS } from '../../../schemas/anomaly.ts';
import { EPISODE_KINDS } from '../../../schemas/reports/reported-episode.ts';
import { isoOf, slotOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

const CASES = new URL('cases/', import.meta.url);
const HISTORY_SLOTS = 36;
const SLOTS_PER_HOUR = 6;

const anomalyShape = z.strictObject({
  at: z.string(),
  station: z.string().default('a'),
  variable: z.enum(VARIABLES).default('temp_out'),
  actual: z.number(),
  expected: z.number(),
  class: z.enum(CLASSIFICATIONS).default('device_failure'),
  check: z.string().default('arima'),
  /** Slots that a stuck value has been the same. */
  run: z.int().default(0),
  /** What is left of the deviation half an hour later, less a half. */
  after: z.number().default(0),
});

/** Anomalies as data with the episodes that they are (README.md). */
const caseShape = z.strictObject({
  title: z.string(),
  cadence_minutes: z.int().default(10),
  window_hours: z.number().default(6),
  until: z.string(),
  anomalies: z.array(anomalyShape),
  episodes: z.array(
    z.strictObject({
      /** Places in `anomalies`, from 0. */
      of: z.array(z.int()),
      kind: z.enum(EPISODE_KINDS),
      class: z.enum(CLASSIFICATIONS).default('device_failure'),
      logger: z.boolean().default(false),
      start: z.string(),
      end: z.string().nullable(),
      largest: z.int(),
      description: z.string(),
    }),
  ),
});

export type EpisodeCase = z.output<typeof caseShape>;

/** Every case of the folder, by its file's name. */
export function readEpisodeCases(): [name: string, given: EpisodeCase][] {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, caseShape.parse(JSON.parse(readFileSync(new URL(name, CASES), 'utf8')))]);
}

/** The anomalies of a case, whole, in its order. */
function anomaliesOf({ anomalies, cadence_minutes }: EpisodeCase): Anomaly[] {
  const slots = cadence_minutes / 10;
  const history = Array.from({ length: HISTORY_SLOTS }, (_, at) => ((HISTORY_SLOTS - at) % slots === 0 ? 1 : null));
  return anomalies.map((one, place) => {
    const time = Date.parse(one.at);
    return {
      id: `${place}`.padStart(3, '0'),
      network: 'n',
      station: one.station,
      stationName: one.station.toUpperCase(),
      variable: one.variable,
      slot: slotOf(time),
      time,
      actual: one.actual,
      expected: one.expected,
      deviation: one.actual - one.expected,
      temporalMethod: 'arima',
      check: one.check,
      score: one.check === 'flat_line' ? one.run : 9,
      scale: 1,
      threshold: one.check === 'flat_line' ? SLOTS_PER_HOUR : 5,
      classification: one.class,
      reason: `as place ${place} has it`,
      spatial: { enabled: true, method: 'pearson', correlation: 0, neighborsChecked: 3, neighbors: ['x', 'y', 'z'] },
      evidence: { terms: { after: one.after }, history },
      baseline: null,
      configuration: 'c',
      state: 'settled',
      final: true,
      version: 'v',
      judged: time,
    };
  });
}

export function membersOf(given: EpisodeCase): EpisodeMember[] {
  return anomaliesOf(given).map(episodeMember);
}

export function optionsOf({ window_hours, until }: EpisodeCase): EpisodeOptions {
  return { window: window_hours * 3_600_000, until: Date.parse(until) };
}

/** The episodes of some anomalies in the form of a case, to be compared with what it expects. */
export function foundIn(given: EpisodeCase, members = membersOf(given)): EpisodeCase['episodes'] {
  return foldEpisodes(members, optionsOf(given)).map((episode) => ({
    of: episode.members.map(({ id }) => Number(id)),
    kind: episode.kind,
    class: episode.classification,
    logger: episode.logger,
    start: isoOf(episode.start),
    end: episode.end === null ? null : isoOf(episode.end),
    largest: Number(episode.largest.id),
    description: episode.description,
  }));
}
