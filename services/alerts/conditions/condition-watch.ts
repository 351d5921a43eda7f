import type { Logger } from '../../../schemas/logger.ts';
import { lookRegularly } from '../../stores/regular-looks.ts';
import type { ConditionEngine } from './condition-engine.ts';

/** How often it is asked whether a look is due [ms]. */
const ASK_MS = 60_000;
/**
 * What was sent while a process was down may be on its way when it starts, and what waited while a store was away when that is
 * back: until then nobody is called silent [ms]. Feeds are read every ten minutes.
 */
const ON_ITS_WAY_MS = 15 * 60_000;

/** What conditions are watched with. */
export interface ConditionWatchDependencies {
  readonly engine: Pick<ConditionEngine, 'lookAround'>;
  /** Called when something may have been written that is to be told. */
  readonly onLook: () => void;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/**
 * Has the conditions of all networks looked at, for as long as it runs, from some time after its start on, and after a look
 * that failed.
 */
export class ConditionWatch {
  readonly #dependencies: ConditionWatchDependencies;
  readonly #ending = new AbortController();
  /** Nothing is looked at before, ms since the epoch. */
  #from: number;
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: ConditionWatchDependencies) {
    this.#dependencies = dependencies;
    this.#from = dependencies.now() + ON_ITS_WAY_MS;
  }

  start(): void {
    const onFailure = (cause: unknown) => this.#dependencies.logger.warn('alerts of conditions wait', { cause });
    this.#running = lookRegularly({ look: () => this.look(), pauseMs: ASK_MS, onFailure }, this.#ending.signal);
  }

  /** Ends after the look at hand. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** Looks at what is due, where it is time. @throws HalcyonError what the stores throw */
  async look(): Promise<void> {
    const { engine, onLook, now } = this.#dependencies;
    if (now() < this.#from) return;
    try {
      if ((await engine.lookAround(this.#ending.signal)) > 0) onLook();
    } catch (error) {
      this.#from = now() + ON_ITS_WAY_MS;
      throw error;
    }
  }
}
