import { SLOTS_PER_WORD } from '../../stores/roles/observation-store.ts';

/** The slots of a stretch in which something was reported, from 0 on: a bit for each. */
export class SlotBits {
  readonly #words: Uint32Array;

  /** @param words of 32 slots */
  constructor(words: number) {
    this.#words = new Uint32Array(words);
  }

  /** @param bits of a word, the lowest for its first slot */
  note(word: number, bits: number): void {
    this.#words[word] |= bits;
  }

  has(slot: number): boolean {
    return ((this.#words[slot >>> 5] >>> (slot & 31)) & 1) === 1;
  }

  /** True where nothing was reported in any slot. */
  get isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  /** True where both have the same slots. */
  equals(other: SlotBits): boolean {
    return this.#words.every((word, k) => word === other.#words[k]);
  }

  /** How many slots there are from one to another, both included. */
  count(low: number, high: number): number {
    const end = Math.min(high, this.#end - 1);
    let count = 0;
    for (let word = low >>> 5; word <= end >>> 5; word++) {
      let bits = this.#words[word];
      if (word === low >>> 5) bits &= -1 << (low & 31);
      if (word === end >>> 5) bits &= -1 >>> (31 - (end & 31));
      count += onesOf(bits);
    }
    return count;
  }

  /** The first one from a slot on; Infinity where there is none. */
  firstFrom(slot: number): number {
    let bits = slot < this.#end ? this.#words[slot >>> 5] & (-1 << (slot & 31)) : 0;
    for (let word = slot >>> 5; word < this.#words.length; bits = this.#words[++word]) {
      if (bits !== 0) return word * SLOTS_PER_WORD + 31 - Math.clz32(bits & -bits);
    }
    return Number.POSITIVE_INFINITY;
  }

  /** The last one up to a slot of the stretch; -Infinity where there is none. */
  lastUpTo(slot: number): number {
    let bits = this.#words[slot >>> 5] & (-1 >>> (31 - (slot & 31)));
    for (let word = slot >>> 5; word >= 0; bits = this.#words[--word]) {
      if (bits !== 0) return word * SLOTS_PER_WORD + 31 - Math.clz32(bits);
    }
    return Number.NEGATIVE_INFINITY;
  }

  get #end(): number {
    return this.#words.length * SLOTS_PER_WORD;
  }
}

/** How many bits of a word are set, by sums of ever more of them (H. S. Warren, Hacker's Delight, 5-1). */
function onesOf(word: number): number {
  let sums = word - ((word >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
