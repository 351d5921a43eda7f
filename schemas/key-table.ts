const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;
const ANOTHER_PRIME = 0x85ebca6b;
/** A power of two, as all numbers of rooms are. */
const FIRST_ROOM = 1024;
/** Rooms that are taken before there are twice as many. */
const MOST_TAKEN = 0.6;

/**
 * Small numbers by the digest of a key, which takes the place of the text: 17 to 34 bytes a key. Where a key was never put
 * in, it may be found all the same, with a chance of one in 9e15 for each key that was.
 */
export class KeyTable {
  /** Digests; 0 where a room is free. */
  #rooms = new Float64Array(FIRST_ROOM);
  #numbers = new Uint16Array(FIRST_ROOM);
  #size = 0;

  /** Keys that were put in. */
  get size(): number {
    return this.#size;
  }

  /** The number of a key; undefined where it was not put in. */
  get(key: string): number | undefined {
    const room = this.#roomOf(digestOf(key));
    return this.#rooms[room] === 0 ? undefined : this.#numbers[room];
  }

  /** Puts a number in, from 0 to 65,535. @param digest of the key */
  set(digest: number, number: number): void {
    const room = this.#roomOf(digest);
    this.#numbers[room] = number;
    if (this.#rooms[room] !== 0) return;
    this.#rooms[room] = digest;
    this.#size++;
    if (this.#size > this.#rooms.length * MOST_TAKEN) this.#grow();
  }

  /** Removes all keys. */
  clear(): void {
    this.#rooms = new Float64Array(FIRST_ROOM);
    this.#numbers = new Uint16Array(FIRST_ROOM);
    this.#size = 0;
  }

  #grow(): void {
    const [rooms, numbers] = [this.#rooms, this.#numbers];
    this.#rooms = new Float64Array(2 * rooms.length);
    this.#numbers = new Uint16Array(2 * rooms.length);
    for (const [before, digest] of rooms.entries()) {
      if (digest === 0) continue;
      const room = this.#roomOf(digest);
      this.#rooms[room] = digest;
      this.#numbers[room] = numbers[before];
    }
  }

  #roomOf(digest: number): number {
    const rooms = this.#rooms;
    // The remainder of it, found without a division.
    let room = digest & (rooms.length - 1);
    while (rooms[room] !== 0 && rooms[room] !== digest) room = room + 1 === rooms.length ? 0 : room + 1;
    return room;
  }
}

/** 53 bits of a key, never 0. Logs keep them: the same key has to have the same for ever. */
export function digestOf(key: string): number {
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
