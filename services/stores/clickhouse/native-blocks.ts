import { parseError } from '@clickhouse/client';
import { HalcyonError } from '../../../schemas/errors.ts';
import { byVariable, type Variable } from '../../../schemas/variables.ts';

/**
 * Types of a column that are read, ClickHouse's names. A missing number is selected as NaN, a whole one as a double, a small one
 * that stands for something as a byte, a text of which a block has few others as one of them.
 */
export type NativeType = 'String' | 'LowCardinality(String)' | 'Float64' | 'UInt8';

/** A column of few texts. */
export interface FewTexts {
  readonly texts: readonly string[];
  /** Index into `texts` of each cell. */
  readonly cells: Uint8Array | Uint16Array | Uint32Array;
}

type Column = readonly string[] | FewTexts | Float64Array | Uint8Array;

/** Some rows of an answer, column by column. */
export interface NativeBlock {
  readonly rows: number;
  /** In the order of the statement. */
  readonly columns: readonly Column[];
}

/** The number of a cell; null where it stands for a missing one. */
function numberOf(cell: number): number | null {
  return Number.isNaN(cell) ? null : cell;
}

/** How many bytes the cells of a column of few texts take, by the number that its block says of them. */
const CELL_TYPES = [Uint8Array, Uint16Array, Uint32Array] as const;
/** A block says so that it brings all its texts itself. */
const OWN_TEXTS = 0x200;

/** A length below this takes one byte. */
const SHORT = 128;

/** The bytes at hand end in the middle of a block. */
const MORE = Symbol('more');

/**
 * Blocks of an answer in ClickHouse's format Native without compression: number of columns, number of rows, then of each
 * column its name, its type and its cells (https://clickhouse.com/docs/interfaces/formats/Native). A third of the time that
 * lines of JSON take. Each block is held against the types that were asked for, so that a message that breaks in, as the
 * engine sends it where it fails in the middle, is taken for none.
 *
 * @throws ClickHouseError of such a message; HalcyonError `store_unavailable` where the answer ends in the middle of a
 * block, `store_unreadable` where it is none
 */
export async function* nativeBlocks(
  answer: AsyncIterable<Uint8Array>,
  types: readonly NativeType[],
  title: string,
): AsyncGenerator<NativeBlock> {
  let held: Buffer = Buffer.alloc(0);
  let parts: Uint8Array[] = [];
  let size = 0;
  // What is incomplete is looked at again when twice as much is there, so that a long block is not read over and over.
  let wanted = 0;
  for await (const some of answer) {
    parts.push(some);
    size += some.length;
    if (size < wanted) continue;
    held = parts.length === 1 ? Buffer.from(some.buffer, some.byteOffset, some.length) : Buffer.concat(parts, size);
    const reader = new BlockReader(held, types, title);
    for (let block = reader.next(); block !== MORE; block = reader.next()) yield block;
    held = held.subarray(reader.at);
    parts = [held];
    size = held.length;
    wanted = 2 * size;
  }
  if (size === 0) return;
  const reader = new BlockReader(Buffer.concat(parts, size), types, title);
  for (let block = reader.next(); block !== MORE; block = reader.next()) yield block;
  if (reader.at < size) throw new HalcyonError('store_unavailable', `The answer of ${title} ended in the middle.`);
}

/** Takes block after block off some bytes. */
class BlockReader {
  /** Where the next block begins. */
  at = 0;
  readonly #bytes: Buffer;
  readonly #types: readonly NativeType[];
  readonly #title: string;
  #next = 0;

  constructor(bytes: Buffer, types: readonly NativeType[], title: string) {
    this.#bytes = bytes;
    this.#types = types;
    this.#title = title;
  }

  /** The next block; MORE where not all of it is there. */
  next(): NativeBlock | typeof MORE {
    if (this.at === this.#bytes.length) return MORE;
    this.#next = this.at;
    try {
      const count = this.#length();
      const rows = this.#length();
      if (count !== this.#types.length) throw this.#stranger();
      const columns = this.#types.map((type) => this.#column(type, rows));
      this.at = this.#next;
      return { rows, columns };
    } catch (error) {
      if (error === MORE) return MORE;
      throw error;
    }
  }

  #column(type: NativeType, rows: number): Column {
    this.#text();
    if (this.#text() !== type) throw this.#stranger();
    if (type === 'String') return this.#texts(rows);
    if (type === 'LowCardinality(String)') return this.#fewTexts(rows);
    return type === 'UInt8' ? new Uint8Array(this.#copied(rows)) : new Float64Array(this.#copied(rows * 8));
  }

  /** Version, what the cells are like, number of the texts, the texts, number of the cells, the cells; a block without rows has none of it. */
  #fewTexts(rows: number): FewTexts {
    if (rows === 0) return { texts: [], cells: new Uint8Array() };
    this.#long();
    const kind = this.#long();
    const CellType = CELL_TYPES[kind & 0xff];
    if (CellType === undefined || (kind & OWN_TEXTS) === 0) throw this.#stranger();
    const texts = this.#texts(this.#long());
    if (this.#long() !== rows) throw this.#stranger();
    return { texts, cells: new CellType(this.#copied(rows * CellType.BYTES_PER_ELEMENT)) };
  }

  /** A copy of the next bytes, which lies where a typed array may begin. */
  #copied(size: number): ArrayBuffer {
    const from = this.#next;
    return new Uint8Array(this.#bytes.subarray(from, this.#passed(size))).buffer;
  }

  /** A whole number of eight bytes. */
  #long(): number {
    const from = this.#next;
    this.#passed(8);
    return Number(this.#bytes.readBigUInt64LE(from));
  }

  /** Rows come sorted: most texts are the one before again. */
  #texts(rows: number): string[] {
    const bytes = this.#bytes;
    const texts: string[] = [];
    let text = '';
    let begin = 0;
    let size = 0;
    // Kept here: millions of rows go by, and a field of the object costs more than all else of a row.
    let at = this.#next;
    for (let i = 0; i < rows; i++) {
      let length = bytes[at];
      if (length < SHORT) {
        at++;
      } else {
        this.#next = at;
        length = this.#length();
        at = this.#next;
      }
      if (at + length > bytes.length) throw MORE;
      let same = length === size ? length : -1;
      // Few bytes, for which a call would take longer.
      while (same > 0 && bytes[begin + same - 1] === bytes[at + same - 1]) same--;
      if (same !== 0) text = bytes.toString('utf8', at, at + length);
      begin = at;
      size = length;
      at += length;
      texts.push(text);
    }
    this.#next = at;
    return texts;
  }

  #text(): string {
    const length = this.#length();
    const from = this.#next;
    return this.#bytes.toString('latin1', from, this.#passed(length));
  }

  /** A whole number, seven bits a byte, the lowest first. */
  #length(): number {
    let number = 0;
    for (let unit = 1; ; unit *= 128) {
      if (this.#next >= this.#bytes.length) throw MORE;
      const byte = this.#bytes[this.#next++];
      number += (byte & 127) * unit;
      if (byte < 128) return number;
    }
  }

  /** Moves on; where to. */
  #passed(size: number): number {
    if (this.#next + size > this.#bytes.length) throw MORE;
    this.#next += size;
    return this.#next;
  }

  /** What is there instead of a block. */
  #stranger(): Error {
    const text = this.#bytes.toString('utf8', this.at, this.at + 10_000);
    if (/Exception: /.test(text)) return parseError(text);
    const message = `${this.#title} answered rows that cannot be read.`;
    return new HalcyonError('store_unreadable', message, { cause: new Error(text.slice(0, 1_000)) });
  }
}

/** What the columns of the variables, in the order of VARIABLES, hold in one row; null for NaN. */
export function variablesAt(columns: readonly Float64Array[], row: number): Record<Variable, number | null> {
  return byVariable((_, v) => numberOf(columns[v][row]));
}
