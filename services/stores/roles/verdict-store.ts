import type { Anomaly, VerdictState } from '../../../schemas/anomaly.ts';
import type { Assessment } from '../../../schemas/assessment.ts';
import type { OverrideClass } from '../../../schemas/expert-rule.ts';
import type { Judgement } from '../../../schemas/judgement.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { Box, NetworkQuery, Page, PageQuery } from './page.ts';

export interface AnomalyQuery extends PageQuery, NetworkQuery {
  /** One, or some; all where it is not given. */
  readonly station?: string | readonly string[];
  readonly variable?: Variable;
  /** `normal` is none of the machine's. */
  readonly classification?: OverrideClass;
  /** Ids of anomalies that belong to the class that is asked for, or do not, whatever the machine calls them. */
  readonly called?: { readonly so: readonly string[]; readonly otherwise: readonly string[] };
  readonly state?: VerdictState;
  readonly method?: string;
  readonly box?: Box;
  /** Of the observation, ms since the epoch, both included. */
  readonly from?: number;
  readonly to?: number;
  /** False: the last version of each anomaly, withdrawn ones only where `state` asks for them. True: every version. */
  readonly revisions: boolean;
}

/** How far a network has been judged for good. */
export interface JudgedUntil {
  readonly network: string;
  /** Everything up to this slot is settled and stored. */
  readonly slot: number;
}

/** What of an anomaly tells the state of its station. */
export type VerdictMark = Pick<
  Anomaly,
  'id' | 'network' | 'station' | 'variable' | 'time' | 'classification' | 'state'
>;

/** What was found for values: judgements, anomalies with their versions, and how far each network has been judged. */
export interface VerdictStore {
  insertJudgements(judgements: readonly Judgement[]): Promise<void>;
  /**
   * What is to be said of reports that are stored already and are corrected now, too late to be judged again: of a value that is another
   * nothing that was found before holds.
   *
   * @param observations that are about to be stored
   * @param latenessSlots the allowed lateness: one that comes sooner is judged again
   */
  correctedJudgements(observations: readonly Observation[], latenessSlots: number): Promise<Judgement[]>;
  insertAnomalies(anomalies: readonly Anomaly[]): Promise<void>;
  insertJudgedUntil(marks: readonly JudgedUntil[]): Promise<void>;
  /** What was found for the observations of a stretch (ms since the epoch, both included) that were judged, in any order. */
  assessments(network: string, from: number, to: number): Promise<Assessment[]>;
  /** Newest observation first, by cursor. */
  anomalies(query: AnomalyQuery): Promise<Page<Anomaly>>;
  /** Every version of one anomaly, the one that counts first; empty where there is none. */
  anomaly(id: string): Promise<Anomaly[]>;
  /** Versions of anomalies given since a time (ms since the epoch), of any network: the newest, in the order in which they were. */
  anomaliesJudged(since: number, most: number): Promise<Anomaly[]>;
  /** The verdicts that count on values of a stretch (ms since the epoch, both included), none withdrawn, by id. */
  verdictMarks(network: string, from: number, to: number): Promise<VerdictMark[]>;
  judgedUntil(): Promise<JudgedUntil[]>;
}
