import { frozenRelations } from '../../detectors/faults/frozen-relations.ts';

type Relations = ReturnType<typeof frozenRelations>;

/** Characters of the contents that are kept at most: those of some thousands of open faults. The one read last is kept, whatever its size. */
const MOST = 32_000_000;

/**
 * What was usual before faults of days, by the contents that were read last. A content is the same for a quarter of a day, is asked
 * for with every look at a network, and takes a sixth of a second for a thousand open faults to read.
 */
export class KeptRelations {
  readonly #most: number;
  /** The content that was asked for last at the end. */
  readonly #kept = new Map<string, Relations>();

  constructor(most = MOST) {
    this.#most = most;
  }

  /** As `frozenRelations` has it. */
  of(content: string): Relations {
    const relations = this.#kept.get(content) ?? frozenRelations(content);
    this.#kept.delete(content);
    this.#kept.set(content, relations);
    let count = [...this.#kept.keys()].reduce((sum, { length }) => sum + length, 0);
    for (const oldest of this.#kept.keys()) {
      if (count <= this.#most || this.#kept.size === 1) break;
      this.#kept.delete(oldest);
      count -= oldest.length;
    }
    return relations;
  }
}
