import type { Logger } from '../../schemas/logger.ts';
import type { Intake } from '../intake.ts';

/** What a feed is given to work with. */
export interface FeedContext {
  readonly intake: Intake;
  /** Aborted when the system stops: `run` then resolves soon. */
  readonly signal: AbortSignal;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** A source of observations that runs by itself. */
export interface Feed {
  /** Name as HALCYON_FEED has it. */
  readonly name: string;
  /** Resolves when the source is exhausted or the signal aborts; rejects only on what cannot be retried. */
  run(context: FeedContext): Promise<void>;
}
