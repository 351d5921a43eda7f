import { setTimeout as sleep } from 'node:timers/promises';

/** A look at the stores for what is new or due, again and again. */
export interface RegularLooks {
  readonly look: () => Promise<void>;
  /** Pause after each look [ms]. */
  readonly pauseMs: number;
  /** Hears why a look failed; the next one comes all the same. */
  readonly onFailure: (error: unknown) => void;
}

/** Looks until the signal aborts, and resolves after the look at hand. It keeps no process from ending. */
export async function lookRegularly({ look, pauseMs, onFailure }: RegularLooks, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await look().catch((error: unknown) => {
      if (!signal.aborted) onFailure(error);
    });
    await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
  }
}
