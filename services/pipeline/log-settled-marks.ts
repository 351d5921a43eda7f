import { type JudgementPlan, settledBy } from '../../detectors/network/judgement-plan.ts';
import { readSpatialNote } from '../../detectors/stages/watermark-note.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Logger } from '../../schemas/logger.ts';
import { isoOf, timeOfSlot } from '../../schemas/time.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';
import { isStored } from './await-stored.ts';
import { takeBackOrphans } from './orphaned-verdicts.ts';

/** What the marks are made with. */
export interface LogSettledMarksDependencies {
  readonly log: Pick<EventLog, 'ends' | 'done' | 'notes' | 'positions' | 'publish'>;
  readonly store: Pick<VerdictStore, 'insertJudgedUntil' | 'anomalies'>;
  readonly plan: JudgementPlan;
  readonly logger: Logger;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** Partitions that hold stations of each network. */
  readonly homes: () => ReadonlyMap<string, ReadonlySet<number>>;
  /** Whether anything of a network has come in a partition. */
  readonly hasReports: (partition: number, network: string) => boolean;
}

/** What a mark speaks of: it is written once all of it is stored. */
const SPOKEN_OF = ['judgements', 'anomalies', 'faults', 'baselines'] as const;

/** Marks that wait until the store has come to where the topics ended. */
interface Waiting {
  readonly marks: readonly JudgedUntil[];
  readonly ends: readonly (readonly number[])[];
}

/**
 * Remembers in the store how far each network is settled where several workers verify it, each some partitions: as far as
 * all of them have noted. One of them, who holds the first partition, writes it.
 */
export class LogSettledMarks {
  readonly #dependencies: LogSettledMarksDependencies;
  readonly #written = new Map<string, number>();
  #waiting: Waiting | null = null;

  constructor(dependencies: LogSettledMarksDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Looks how far the networks are, and writes it when the store has everything up to there.
   *
   * @returns whether that is for this process
   */
  async tick(): Promise<boolean> {
    const { log, store, logger } = this.#dependencies;
    if (!log.positions('spatial', 'temporal-anomalies').has(0)) {
      this.#waiting = null;
      return false;
    }
    this.#waiting ??= await this.#look();
    if (this.#waiting === null || !(await isStored(log, SPOKEN_OF, this.#waiting.ends))) return true;
    const { marks } = this.#waiting;
    for (const mark of marks) await takeBackOrphans(this.#dependencies, mark);
    await store.insertJudgedUntil(marks);
    for (const { network, slot } of marks) {
      this.#written.set(network, slot);
      logger.debug('settled', { network, until: isoOf(timeOfSlot(slot)) });
    }
    this.#waiting = null;
    return true;
  }

  /** What was noted before where the topics end now; null where it is no more than was written. */
  async #look(): Promise<Waiting | null> {
    const { log } = this.#dependencies;
    const notes = await log.notes('spatial', 'temporal-anomalies');
    const marks = this.#settled(notes.map((note) => readSpatialNote(note).watermarks));
    const news = marks.filter(({ network, slot }) => slot > (this.#written.get(network) ?? Number.NEGATIVE_INFINITY));
    if (news.length === 0) return null;
    return { marks: news, ends: await Promise.all(SPOKEN_OF.map((topic) => log.ends(topic))) };
  }

  /** @param watermarks of each network, by partition */
  #settled(watermarks: readonly ReadonlyMap<string, number>[]): JudgedUntil[] {
    const { plan, homes, hasReports } = this.#dependencies;
    const marks: JudgedUntil[] = [];
    for (const [network, partitions] of homes()) {
      let least = Number.POSITIVE_INFINITY;
      for (const partition of partitions) {
        const noted = watermarks[partition]?.get(network);
        // Of stations that never reported nothing is waited for.
        if (noted !== undefined) least = Math.min(least, noted);
        else if (hasReports(partition, network)) least = Number.NEGATIVE_INFINITY;
      }
      if (Number.isFinite(least)) marks.push({ network, slot: settledBy(plan, least) });
    }
    return marks;
  }
}
