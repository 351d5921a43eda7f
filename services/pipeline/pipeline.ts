import type { RegisteringIntake } from '../../ingest/intake.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { ReadinessCheck } from '../telemetry/readiness-check.ts';

/** The way of an observation, or the parts of it that run in this process. */
export interface Pipeline {
  readonly log: EventLog;
  readonly intake: RegisteringIntake;
  /** Makes ready for observations: from here on they may be submitted. */
  prepare(): Promise<void>;
  /** Begins to judge; resolves when what an earlier run left open is known again, or is being made known. */
  start(): Promise<void>;
  /**
   * Waits until everything that was submitted is judged, with what is sought in settled history.
   *
   * @returns false where others judge, at an abort, or where judging makes no progress: a later start judges the rest
   */
  judgeAll(signal: AbortSignal): Promise<boolean>;
  /** How its parts are, by name. */
  checks(): Promise<Record<string, ReadinessCheck>>;
  /** Ends in order: what was acknowledged is safe. */
  stop(): Promise<void>;
}
