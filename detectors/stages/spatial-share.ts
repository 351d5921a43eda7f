import type { DeliveredRecord } from '../../ingest/log/event-log.ts';
import type { RecordHeaders } from '../../ingest/log/record-trace.ts';
import type { TemporalRecord } from '../../schemas/anomaly.ts';
import type { StoredSensors } from '../../schemas/fault.ts';
import type { NetworkFaults } from '../faults/network-faults.ts';
import type { SpatialJudge } from '../verification/spatial-judge.ts';
import type { Verdict } from './spatial-publication.ts';

/** A record of `temporal-anomalies` that a successor would have to see again. */
interface Undone {
  readonly offset: number;
  readonly record: TemporalRecord;
  readonly headers: RecordHeaders | undefined;
  taken: boolean;
}

/** How far a network has come in a share. */
interface Course {
  readonly judge: SpatialJudge;
  /** Records that wait for their observations, in order. */
  readonly waiting: Undone[];
  /** Newest progress that has been taken. */
  taken: number;
}

/**
 * One partition of `temporal-anomalies` in the hands of a worker: its candidates are classified at once, revised as the
 * neighbours follow, and settled when both the candidates and the observations have come far enough.
 */
export class SpatialShare {
  readonly #newJudge: (network: string) => SpatialJudge;
  readonly #courses = new Map<string, Course>();
  /** In the order of their offsets. */
  #undone: Undone[] = [];
  #next = 0;

  /**
   * @param newJudge makes the judge of a network
   * @param watermarks what the predecessor had reached: verdicts that it has settled are not given again
   * @param sensors of each network when it had
   */
  constructor(
    newJudge: (network: string) => SpatialJudge,
    watermarks: ReadonlyMap<string, number>,
    sensors: ReadonlyMap<string, StoredSensors>,
  ) {
    this.#newJudge = newJudge;
    for (const [network, slot] of watermarks) {
      this.#course(network).judge.resume(slot, sensors.get(network) ?? { conditions: [], told: [], verdicts: [] });
    }
  }

  get networks(): Iterable<string> {
    return this.#courses.keys();
  }

  /** Slot that the judge of each network has reached. */
  get watermarks(): Map<string, number> {
    return new Map(Array.from(this.#courses, ([network, { judge }]) => [network, judge.watermark]));
  }

  /** Slot that the judge of a network has reached; -Infinity before the first. */
  watermark(network: string): number {
    return this.#courses.get(network)?.judge.watermark ?? Number.NEGATIVE_INFINITY;
  }

  /** Offset of the next record. */
  get next(): number {
    return this.#next;
  }

  /** True where something of a network has come. */
  has(network: string): boolean {
    return this.#courses.has(network);
  }

  /** Takes in records in the order of their offsets; they are judged by `judge`. */
  receive(records: readonly Omit<DeliveredRecord<TemporalRecord>, 'key'>[]): void {
    for (const { offset, value: record, headers } of records) {
      const undone = { offset, record, headers, taken: false };
      const course = this.#course(record.network);
      course.waiting.push(undone);
      this.#undone.push(undone);
      this.#next = offset + 1;
    }
  }

  /**
   * Judges what can be judged of a network now.
   *
   * @param read slot up to which the partition's own observations are in the windows
   * @param complete slot up to which those of all stations are
   * @returns verdicts that are new
   */
  judge(network: string, read: number, complete: number): Verdict[] {
    const course = this.#courses.get(network);
    if (course === undefined) return [];
    const { judge, waiting } = course;
    const given: Verdict[] = [];
    let taken = 0;
    for (; taken < waiting.length && waiting[taken].record.slot <= read; taken++) {
      const { record, headers } = waiting[taken];
      waiting[taken].taken = true;
      if (record.kind === 'candidate') given.push(...judge.accept(record).map((anomaly) => ({ anomaly, headers })));
      else course.taken = Math.max(course.taken, record.slot);
    }
    waiting.splice(0, taken);
    // What waits was found when all up to its slot had been judged, if only by the clock: late reports are not waited for.
    if (waiting.length > 0) course.taken = Math.max(course.taken, Math.min(waiting[0].record.slot, read));
    const reached = Math.min(course.taken, complete);
    if (reached > judge.watermark) {
      // What was due before is looked at before more is.
      const before = judge.reviseDue(Number.POSITIVE_INFINITY);
      judge.noteDue();
      given.push(...[...before, ...judge.advance(reached)].map((anomaly) => ({ anomaly })));
    }
    return given;
  }

  /** The faults of a network's sensors here; null where nothing of it has come. */
  faults(network: string): NetworkFaults | null {
    return this.#courses.get(network)?.judge.faults ?? null;
  }

  /** Looks again at some of the candidates of a network that `judge` found to have more hindsight; verdicts that have changed. */
  revise(network: string, most: number): Verdict[] {
    const revised = this.#courses.get(network)?.judge.reviseDue(most) ?? [];
    return revised.map((anomaly) => ({ anomaly }));
  }

  /** True while `revise` has something left to do. */
  hasDue(network: string): boolean {
    return this.#courses.get(network)?.judge.hasDue ?? false;
  }

  /** Nothing of a network was under way when its observations had been read up to a slot: no candidate of them is to come. */
  rest(network: string, slot: number): void {
    const course = this.#courses.get(network);
    if (course !== undefined && course.waiting.length === 0) course.taken = Math.max(course.taken, slot);
  }

  /** Offset below which nothing has to be seen again by a successor; `end` where that is everything. */
  done(end: number): number {
    let first = 0;
    while (first < this.#undone.length && this.#isDone(this.#undone[first])) first++;
    if (first > 0) this.#undone = this.#undone.slice(first);
    return this.#undone[0]?.offset ?? end;
  }

  #isDone({ record, taken }: Undone): boolean {
    if (!taken) return false;
    return record.kind === 'progress' || record.slot <= this.#course(record.network).judge.settledUntil;
  }

  #course(network: string): Course {
    let course = this.#courses.get(network);
    if (course === undefined) {
      const judge = this.#newJudge(network);
      course = { judge, waiting: [], taken: Number.NEGATIVE_INFINITY };
      this.#courses.set(network, course);
    }
    return course;
  }
}
