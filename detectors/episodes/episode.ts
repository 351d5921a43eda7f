import type { Classification } from '../../schemas/anomaly.ts';
import type { EpisodeKind } from '../../schemas/reports/reported-episode.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { EpisodeMember } from './episode-member.ts';

/** One fault, or one spell of weather, at one station: anomalies that belong together. */
export interface Episode {
  /** Id of its first anomaly, so that it stays the same while the episode goes on. */
  readonly id: string;
  readonly network: string;
  readonly station: string;
  readonly stationName: string;
  /** The gravest of its anomalies. */
  readonly classification: Classification;
  readonly kind: EpisodeKind;
  /** True where several variables failed together. */
  readonly logger: boolean;
  /** In the order of VARIABLES. */
  readonly variables: readonly Variable[];
  /** First time of which its anomalies speak [ms]: of a stuck sensor the first equal value. */
  readonly start: number;
  /** Time of its last anomaly [ms]; null while the next may still belong to it. */
  readonly end: number | null;
  /** How many of its anomalies are of each class. */
  readonly classes: Readonly<Record<Classification, number>>;
  /** In the order of time, then variable. */
  readonly members: readonly EpisodeMember[];
  /** Of those of its class the one that departs furthest, in floors of its variable; of about equal ones the first. */
  readonly largest: EpisodeMember;
  /** What happened, in words. */
  readonly description: string;
}
