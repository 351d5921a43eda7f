import { HalcyonError } from '../../schemas/errors.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Observation } from '../../schemas/observation.ts';
import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import {
  brokenWords,
  isNearlyShort,
  isShort,
  leastFree,
  type StoreDisk,
  type StoreSpace,
} from '../stores/store-space.ts';
import { notNeeded, type ReadinessCheck } from '../telemetry/readiness-check.ts';

/** What the room of a store is watched with. */
export interface SpaceWatchDependencies {
  readonly disk: StoreDisk;
  /** One line for the operator. */
  readonly logger: Logger;
  /**
   * Stores again what was in broken parts, as far as it is known elsewhere; resolves with what it did, in words, or null where
   * another process does it. Absent where nothing else has it.
   */
  readonly recover?: (signal: AbortSignal) => Promise<string | null>;
  /** How often it is looked [ms]. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
/** Every so many looks broken parts are sought. */
const PARTS_EVERY = 30;
/** Of parts that turned out to be whole all are read again after so many looks at the soonest. */
const ALL_EVERY = 1_800;
const MiB = 2 ** 20;

/**
 * Watches the disk of a store. A merge that runs out of room may destroy what it merges, so that before there is none left
 * nothing is written any more: no insert, no merge, and where pushes are acknowledged by the store no push.
 */
export class SpaceWatch {
  readonly #dependencies: SpaceWatchDependencies;
  #space: StoreSpace | null = null;
  #short = false;
  #broken: readonly string[] = [];
  /** Of the broken parts those that were recovered from, and what that did. */
  #recovered: ReadonlySet<string> = new Set();
  #recovery = '';
  #recovering: Promise<void> | null = null;
  readonly #stopping = new AbortController();
  readonly #endings: (() => void)[] = [];
  #failures = 0;
  /** Before this look not all parts are read again. */
  #allAgain = 0;
  #looks = 0;
  #clock: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  constructor(dependencies: SpaceWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks once, then now and then. */
  async start(): Promise<void> {
    await this.look();
    this.#endings.push(
      observe(METRICS.storeFree, (tell) => {
        if (this.#space !== null && Number.isFinite(this.#space.free)) tell(this.#space.free, {});
      }),
      observe(METRICS.storeBrokenParts, (tell) => tell(this.#broken.length, {})),
    );
    this.#clock = setInterval(() => {
      // A store that is away is asked for long: one look at a time, or a stop would wait for all that have come due.
      this.#looking ??= this.look().finally(() => {
        this.#looking = null;
      });
    }, this.#dependencies.everyMs ?? EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    this.#stopping.abort();
    for (const end of this.#endings.splice(0)) end();
    await this.#looking;
    await this.#recovering;
  }

  /** Looks how much room there is. While the store is away it is as it was. */
  async look(): Promise<void> {
    const { disk, logger } = this.#dependencies;
    try {
      const space = await disk.space();
      const short = isShort(space, this.#short);
      // At every look: an engine that was started again merges.
      if (short) await disk.allowMerges(false);
      else if (this.#short) await disk.allowMerges(true);
      if (short && !this.#short) logger.warn(`nothing is stored any more: ${wordsOf(space)}`);
      if (!short && this.#short) logger.info('there is room again');
      this.#space = space;
      this.#short = short;
      if (this.#looks++ % PARTS_EVERY === 0) await this.#seekBroken();
      if (!short && this.#broken.some((part) => !this.#recovered.has(part))) {
        this.#recovering ??= this.#recover().finally(() => {
          this.#recovering = null;
        });
      }
    } catch (error) {
      if (this.#space === null) logger.warn(`how much room the store has cannot be told`, { cause: error });
    }
  }

  /** @throws HalcyonError `insufficient_storage` where too little room is left */
  assertRoom(): void {
    if (!this.#short || this.#space === null) return;
    throw new HalcyonError(
      'insufficient_storage',
      'the disk of the time series is almost full: nothing was stored; make room, then send it again',
    );
  }

  /**
   * Reads back what was written where little room is left.
   *
   * @throws HalcyonError `insufficient_storage` where it is not there: it is to be written again
   */
  async assertHeld(observations: readonly Observation[]): Promise<void> {
    if (this.#space === null || !isNearlyShort(this.#space)) return;
    if (await this.#dependencies.disk.holds(observations)) return;
    throw new HalcyonError('insufficient_storage', 'what was written cannot be read back: the disk is almost full');
  }

  check(): ReadinessCheck {
    if (this.#short && this.#space !== null) return { ok: false, detail: wordsOf(this.#space) };
    if (this.#broken.length > 0) {
      const { length } = this.#broken;
      const what = length === 1 ? '1 part of the tables is broken' : `${length} parts of the tables are broken`;
      // The rest can be read and written.
      return notNeeded({ ok: false, detail: `${what} and put aside; ${this.#recovery}halcyon doctor says which` });
    }
    return { ok: true, detail: this.#space === null ? 'not known' : `${mebibytes(this.#space.free)} MiB free` };
  }

  /**
   * A broken part makes every read fail that touches it. Where little room is left it is sought before anybody reads it, else
   * once a read or a merge has failed.
   */
  async #seekBroken(): Promise<void> {
    const { disk } = this.#dependencies;
    const failures = await disk.readFailures();
    // Of an engine that was started again it begins anew.
    const hasFailed = failures > 0 && failures !== this.#failures && this.#looks >= this.#allAgain;
    if (hasFailed) await disk.putAsideUnreadable('all');
    else if (this.#space !== null && isNearlyShort(this.#space)) await disk.putAsideUnreadable('new');
    // Looking for them is a failure as well.
    if (hasFailed) this.#failures = await disk.readFailures();
    const broken = await disk.brokenParts();
    // What failed was not ours: a server has other databases too.
    if (hasFailed && broken.length <= this.#broken.length) this.#allAgain = this.#looks + ALL_EVERY;
    if (broken.length > this.#broken.length) {
      this.#dependencies.logger.warn(brokenWords(broken));
    }
    this.#broken = broken;
    if (!broken.every((part) => this.#recovered.has(part)) || broken.length === 0) this.#recovery = '';
  }

  async #recover(): Promise<void> {
    const { recover, logger } = this.#dependencies;
    const broken = this.#broken;
    if (recover === undefined) return;
    try {
      const did = await recover(this.#stopping.signal);
      if (did === null) return;
      this.#recovered = new Set(broken);
      this.#recovery = `${did}; `;
      logger.info(did);
    } catch (error) {
      if (!this.#stopping.signal.aborted)
        logger.warn(`what was in broken parts could not be stored again`, { cause: error });
    }
  }
}

function wordsOf(space: StoreSpace): string {
  return `${mebibytes(space.free)} MiB free on the disk of the time series, at least ${mebibytes(leastFree(space))} are kept`;
}

function mebibytes(bytes: number): string {
  return String(Math.floor(bytes / MiB));
}
