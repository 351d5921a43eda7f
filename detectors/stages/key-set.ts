const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const ANOTHER_PRIME = 0x85ebca6b;
const FIRST_ROOM = 1024;
/** Rooms that are taken before there are twice as many. */
const MOST_TAKEN = 0.6;

/**
 * A set of keys that holds 53 bits of each instead of the text, 14 to 27 bytes a key. Where a key was never added, `has`
 * may be true all the same, with a chance of one in 9e15 for each key that was.
 */
export class KeySet {
  /** 0 where a room is free. */
  #rooms = new Float64Array(FIRST_ROOM);
  #size = 0;

  /** Keys that were added. */
  get size(): number {
    return this.#size;
  }

  has(key: string): boolean {
    return this.#rooms[this.#roomOf(digestOf(key))] !== 0;
  }

  add(key: string): void {
    const digest = digestOf(key);
    const room = this.#roomOf(digest);
    if (this.#rooms[room] !== 0) return;
    this.#rooms[room] = digest;
    this.#size++;
    if (this.#size > this.#rooms.length * MOST_TAKEN) this.#grow();
  }

  /** Removes all keys. */
  clear(): void {
    this.#rooms = new Float64Array(FIRST_ROOM);
    this.#size = 0;
  }

  #grow(): void {
    const before = this.#rooms;
    this.#rooms = new Float64Array(2 * before.length);
    for (const digest of before) if (digest !== 0) this.#rooms[this.#roomOf(digest)] = digest;
  }

  #roomOf(digest: number): number {
    const rooms = this.#rooms;
    let room = digest % rooms.length;
    while (rooms[room] !== 0 && rooms[room] !== digest) room = room + 1 === rooms.length ? 0 : room + 1;
    return room;
  }
}

/** 53 bits of a key, never 0. */
function digestOf(key: string): number {
  let low = OFFSET;
  let high = ANOTHER_PRIME;
  for (let k = 0; k < key.length; k++) {
    const code = key.charCodeAt(k);
    low = Math.imul(low ^ code, PRIME);
    high = Math.imul(high ^ code, ANOTHER_PRIME) ^ (high >>> 15);
  }
  low ^= low >>> 16;
  return (high >>> 11) * 2 ** 32 + (low >>> 0) + 1;
}
