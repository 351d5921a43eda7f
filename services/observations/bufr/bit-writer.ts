/** Writes numbers of any number of bits one behind the other, the highest bit first. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #pending = 0;
  #count = 0;

  /** @param width bits, up to 32 @param value whole, 0 or more, of at most so many bits */
  write(width: number, value: number): void {
    for (let left = width; left > 0; ) {
      const taken = Math.min(8 - this.#count, left);
      left -= taken;
      this.#pending = (this.#pending << taken) | ((value >>> left) & (0xff >> (8 - taken)));
      this.#count += taken;
      if (this.#count === 8) this.#flush();
    }
  }

  /** All bits set: a missing value. */
  writeMissing(width: number): void {
    for (let left = width; left > 0; left -= 32) {
      const some = Math.min(left, 32);
      this.write(some, 2 ** some - 1);
    }
  }

  /** What was written, filled up with zeros to whole bytes. */
  bytes(): Buffer {
    while (this.#count > 0) this.write(1, 0);
    return Buffer.from(this.#bytes);
  }

  #flush(): void {
    this.#bytes.push(this.#pending);
    this.#pending = 0;
    this.#count = 0;
  }
}
