import { LRUCache } from 'lru-cache';
import { frozenRelations } from '../../detectors/faults/frozen-relations.ts';

type Relations = ReturnType<typeof frozenRelations>;

/** Characters of the contents that are kept at most: those of some thousands of open faults. */
const MOST = 32_000_000;

/**
 * What was usual before faults of days, by the contents that were read last. A content is the same for a quarter of a day, is asked
 * for with every look at a network, and takes a sixth of a second for a thousand open faults to read.
 */
export class KeptRelations {
  readonly #kept: LRUCache<string, Relations>;

  constructor(most = MOST) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: (_, content) => content.length });
  }

  /** As `frozenRelations` has it. */
  of(content: string): Relations {
    let relations = this.#kept.get(content);
    if (relations === undefined) {
      relations = frozenRelations(content);
      this.#kept.set(content, relations);
    }
    return relations;
  }
}
