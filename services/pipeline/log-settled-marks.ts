import { type JudgementPlan, settledBy } from '../../detectors/network/judgement-plan.ts';
import { TEMPORAL_GROUP } from '../../detectors/stages/temporal-stage.ts';
import { hasRoom, readSpatialNote, watermarksOf } from '../../detectors/stages/watermark-note.ts';
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
  /** Partitions that hold registered stations of each network. */
  readonly homes: () => ReadonlyMap<string, ReadonlySet<number>>;
}

/** What a mark speaks of: it is written once all of it is stored. */
const SPOKEN_OF = ['judgements', 'anomalies', 'faults', 'baselines'] as const;

/** A mark, and the partitions of which nothing of its network was noted. */
interface Mark extends JudgedUntil {
  readonly silent: readonly number[];
}

/** Marks that wait until store and temporal stage have come to where the topics ended. */
interface Waiting {
  readonly marks: readonly Mark[];
  readonly ends: readonly (readonly number[])[];
  /** Ends of the observations in partitions where registered stations may have reported and nothing is noted of them yet. */
  readonly unheard: ReadonlyMap<number, number>;
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
    if (!(await this.#isHeard(this.#waiting.unheard))) return true;
    const marks = await this.#withoutBegun(this.#waiting.marks);
    for (const mark of marks) await takeBackOrphans(this.#dependencies, mark);
    if (marks.length > 0) await store.insertJudgedUntil(marks);
    for (const { network, slot } of marks) {
      this.#written.set(network, slot);
      logger.debug('settled', { network, until: isoOf(timeOfSlot(slot)) });
    }
    this.#waiting = null;
    return true;
  }

  /** What was noted before where the topics end now; null where it is no more than was written. */
  async #look(): Promise<Waiting | null> {
    const { log, homes } = this.#dependencies;
    const notes = await log.notes('spatial', 'temporal-anomalies');
    const marks = this.#settled(notes.map((note) => readSpatialNote(note).watermarks));
    const news = marks.filter(({ network, slot }) => slot > (this.#written.get(network) ?? Number.NEGATIVE_INFINITY));
    if (news.length === 0) return null;
    const observed = await log.ends('observations');
    const unheard = new Map<number, number>();
    for (const { network, silent } of news) {
      for (const partition of silent) {
        if (homes().get(network)?.has(partition) === true) unheard.set(partition, observed[partition] ?? 0);
      }
    }
    return { marks: news, ends: await Promise.all(SPOKEN_OF.map((topic) => log.ends(topic))), unheard };
  }

  /** @param watermarks of each network, by partition */
  #settled(watermarks: readonly ReadonlyMap<string, number>[]): Mark[] {
    const { plan } = this.#dependencies;
    const marks: Mark[] = [];
    for (const network of new Set(watermarks.flatMap((ofPartition) => [...ofPartition.keys()]))) {
      let least = Number.POSITIVE_INFINITY;
      const silent: number[] = [];
      for (const [partition, ofPartition] of watermarks.entries()) {
        const noted = ofPartition.get(network);
        if (noted === undefined) silent.push(partition);
        else least = Math.min(least, noted);
      }
      marks.push({ network, slot: settledBy(plan, least), silent });
    }
    return marks;
  }

  /** Whether the temporal stage has judged some partitions up to some offsets: it notes which networks they have then. */
  async #isHeard(unheard: ReadonlyMap<number, number>): Promise<boolean> {
    if (unheard.size === 0) return true;
    const judged = await this.#dependencies.log.done(TEMPORAL_GROUP, 'observations');
    return [...unheard].every(([partition, end]) => end === 0 || (judged[partition] ?? 0) >= end);
  }

  /** Marks of networks that have reported wherever nothing is verified yet are left out. Of silent stations nothing is waited for. */
  async #withoutBegun(marks: readonly Mark[]): Promise<JudgedUntil[]> {
    const { log, homes } = this.#dependencies;
    const notes = await log.notes(TEMPORAL_GROUP, 'observations');
    const judged = notes.map((note) => watermarksOf(note));
    const hasBegun = (network: string, partition: number) =>
      judged[partition]?.has(network) === true ||
      (!hasRoom(notes[partition] ?? '') && homes().get(network)?.has(partition) === true);
    const settled = marks.filter(({ network, silent }) => !silent.some((partition) => hasBegun(network, partition)));
    return settled.map(({ network, slot }) => ({ network, slot }));
  }
}
