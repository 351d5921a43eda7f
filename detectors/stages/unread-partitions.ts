import { hasRoom, watermarksOf } from './watermark-note.ts';

/** How far the temporal stage had come in a partition. */
interface Reached {
  /** What comes before it is no newer than the watermarks of the note. */
  offset: number;
  readonly note: string;
  readonly watermarks: ReadonlyMap<string, number>;
}

/** States of a partition that are remembered: more than the slots that candidates may be behind. */
const REMEMBERED = 64;

/**
 * Where the observations of partitions that a worker does not read have come to, by what the temporal stage notes of them:
 * how far the networks have come there, and from which offset on a successor would have to read.
 */
export class UnreadPartitions {
  /** Oldest first. */
  readonly #reached = new Map<number, Reached[]>();

  /**
   * Takes in what was noted of a partition.
   *
   * @param offset below which the stage has judged everything, asked for before the note was
   * @returns how far each network had come there
   */
  take(partition: number, offset: number, note: string): ReadonlyMap<string, number> {
    const known = this.#reached.get(partition) ?? [];
    this.#reached.set(partition, known);
    const newest = known.at(-1);
    if (newest?.note === note) {
      newest.offset = Math.max(newest.offset, offset);
      return newest.watermarks;
    }
    const watermarks = watermarksOf(note);
    // Of networks that it lacks nobody knows how far they have come.
    if (!hasRoom(note)) return watermarks;
    known.push({ offset, note, watermarks });
    // The oldest is the first that may be of use.
    if (known.length > REMEMBERED) known.splice(1, 1);
    return watermarks;
  }

  /**
   * Offset below which nothing is newer than it may be; undefined where that is not known.
   *
   * @param may whether reports of a network may be as new as a slot
   */
  offsetOf(partition: number, may: (network: string, slot: number) => boolean): number | undefined {
    const known = this.#reached.get(partition);
    if (known === undefined) return undefined;
    const place = known.findLastIndex(({ watermarks }) =>
      [...watermarks].every(([network, slot]) => may(network, slot)),
    );
    if (place < 0) return undefined;
    known.splice(0, place);
    return known[0].offset;
  }

  /** Partitions up to the last of which anything was noted. */
  get count(): number {
    return Math.max(-1, ...this.#reached.keys()) + 1;
  }

  /** A partition is read from now on. */
  forget(partition: number): void {
    this.#reached.delete(partition);
  }
}
