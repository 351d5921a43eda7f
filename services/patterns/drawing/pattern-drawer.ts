import workerpool, { type Pool } from 'workerpool';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { processPool } from '../../stores/process-pool.ts';
import { KeptDrawings } from './kept-drawings.ts';

/** Processes at most: a drawing is bound by the processor. */
const PROCESSES = 2;
/** Drawings that may wait for a process. */
const WAITING = 64;
/** How long a drawing may take once it has begun [ms]. */
const LIMIT_MS = 20_000;

/**
 * Draws patterns as SVG, in processes of their own: a large one must not hold up other requests, and what it takes of
 * memory or time is bounded.
 */
export class PatternDrawer {
  readonly #limitMs: number;
  readonly #kept = new KeptDrawings();
  #pool: Pool | null = null;

  /** @param limitMs how long a drawing may take once it has begun, ms */
  constructor(limitMs = LIMIT_MS) {
    this.#limitMs = limitMs;
  }

  /**
   * The drawing of a valid pattern, an SVG document; aborting the signal ends it.
   *
   * @param text the pattern as it was sent: the same text is not drawn twice
   * @throws HalcyonError `overloaded` where it takes too long or too many wait
   */
  draw(pattern: PgJson, text: string, signal: AbortSignal): Promise<string> {
    return this.#kept.drawn(text, () => this.#draw(pattern, signal));
  }

  async #draw(pattern: PgJson, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    this.#pool ??= processPool('./drawing-process', import.meta.url, PROCESSES);
    if (this.#pool.stats().pendingTasks >= WAITING) {
      throw new HalcyonError('overloaded', `${WAITING} drawings are waiting already; try again in a moment`);
    }
    const drawing = this.#pool.exec('draw', [pattern]);
    // Not returned: an event that is given a promise answers for its rejection.
    const stop = () => {
      drawing.cancel();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      return String(await drawing.timeout(this.#limitMs));
    } catch (error) {
      if (!(error instanceof workerpool.Promise.TimeoutError)) throw error;
      const size = `${pattern.nodes.length} nodes and ${pattern.edges.length} edges`;
      const message = `${size} could not be drawn within ${this.#limitMs / 1000} s; draw a part of the pattern`;
      throw new HalcyonError('overloaded', message, { cause: error });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    await this.#pool?.terminate(true);
  }
}
