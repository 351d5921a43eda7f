import { DECIMAL_TEXT } from '../../schemas/decimal-text.ts';
import { HalcyonError, type Problem } from '../../schemas/errors.ts';
import { EXPECTED_TIME, readTime } from '../../schemas/read-time.ts';
import { isoOf } from '../../schemas/time.ts';

/** Fields as they came: values typed (HTTP, module) or as text (command line); undefined and null are "not given". */
export type RawFields<F extends string> = Readonly<Partial<Record<F, unknown>>>;

/** What reading fields rests on, beside the fields. */
export interface FieldContext<F extends string> {
  /** Current time, ms since the epoch. */
  readonly now: number;
  /** What the user calls a field, for messages; its own name where not given. */
  readonly nameOf?: (field: F) => string;
  /** Where the fields stand, for `Problem.loc`: `body` where not given. */
  readonly place?: string;
  /** What else a list may name than the words that are expected of it, for messages. */
  readonly others?: Readonly<Partial<Record<F, string>>>;
}

/** Clocks differ: an end this far ahead is taken as now, one beyond it is a mistake. */
const AHEAD_MS = 3_600_000;

/** Reads fields one by one and gathers what is wrong; what is wrong reads as the default until `throwProblems`. */
export class FieldReader<F extends string> {
  readonly #raw: RawFields<F>;
  readonly #context: FieldContext<F>;
  readonly #known: readonly F[];
  readonly #problems: Problem[] = [];

  /** @param known the fields that there are */
  constructor(raw: RawFields<F>, context: FieldContext<F>, known: readonly F[]) {
    this.#raw = raw;
    this.#context = context;
    this.#known = known;
  }

  refuse(field: F, what: string): void {
    this.#add(field, `${this.nameOf(field)} ${what}`);
  }

  refuseUnknown(): void {
    for (const field of Object.keys(this.#raw)) {
      if ((this.#known as readonly string[]).includes(field)) continue;
      this.#add(field, `there is no field ${shown(field)}; known are ${this.#known.join(', ')}`);
    }
  }

  time(field: F, fallback: number): number {
    const value = this.#given(field);
    if (value === undefined) return fallback;
    const time = readTime(value, this.#context.now);
    if (time === undefined) this.#should(field, value, EXPECTED_TIME);
    return time ?? fallback;
  }

  /** Refuses an end that lies in the future. */
  isAhead(field: F, time: number): boolean {
    const { now } = this.#context;
    if (time <= now + AHEAD_MS) return false;
    this.refuse(field, `lies in the future (${isoOf(time)}); it is ${isoOf(now)} now`);
    return true;
  }

  number(field: F, fallback: number, rule: { right: (n: number) => boolean; expected: string }): number {
    const value = this.#given(field);
    if (value === undefined) return fallback;
    const text = typeof value === 'string' ? value.trim() : '';
    const number = typeof value === 'number' ? value : DECIMAL_TEXT.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(number) && rule.right(number)) return number;
    this.#should(field, value, rule.expected);
    return fallback;
  }

  flag(field: F, fallback: boolean): boolean {
    const value = this.#given(field) ?? fallback;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    this.#should(field, value, 'true or false');
    return fallback;
  }

  /** @param expected what the text should be, in words */
  text(field: F, expected: string): string | null {
    const value = this.#given(field);
    if (value === undefined) return null;
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.#should(field, value, expected);
    return null;
  }

  word<T extends string>(field: F, words: readonly T[], available: readonly T[], fallback: T): T {
    const value = this.#given(field);
    if (value === undefined) return fallback;
    const word = words.find((one) => one === value);
    if (word === undefined) {
      this.#should(field, value, `one of ${words.join(', ')}`);
      return fallback;
    }
    if (available.includes(word)) return word;
    this.refuse(field, `is ${shown(word)}, which this version does not have yet; it has ${available.join(', ')}`);
    return fallback;
  }

  /** A list, or a text with commas, in the order of `words`; all of them, or `fallback`, where not given. */
  words<T extends string>(
    field: F,
    words: readonly T[],
    mayBeEmpty: boolean,
    fallback: readonly T[] = words,
  ): readonly T[] {
    const value = this.#given(field);
    if (value === undefined) return fallback;
    const others = this.#context.others?.[field];
    const ends = [...(mayBeEmpty ? ['none'] : []), ...(others === undefined ? [] : [others])];
    const expected = [`a list of ${words.join(', ')}`, ...ends].join(', or ');
    const asked = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
    if (!Array.isArray(asked)) {
      this.#should(field, value, expected);
      return words;
    }
    if (mayBeEmpty && (asked.length === 0 || (asked.length === 1 && asked[0] === 'none'))) return [];
    if (asked.length === 0) this.refuse(field, `is empty, should be ${expected}`);
    for (const [at, part] of asked.entries()) {
      const again = asked.indexOf(part) < at;
      if (words.includes(part)) {
        if (again) this.refuse(field, `names ${part} twice`);
      } else if (!again) this.refuse(field, `holds ${shown(part)}, should be ${expected}`);
    }
    return words.filter((word) => asked.includes(word));
  }

  throwProblems(): void {
    if (this.#problems.length === 0) return;
    const message = this.#problems.map((problem) => problem.msg).join('; ');
    throw new HalcyonError('invalid_parameter', message, { problems: this.#problems });
  }

  #given(field: F): unknown {
    return this.#raw[field] ?? undefined;
  }

  /** What the user calls a field. */
  nameOf(field: F): string {
    return this.#context.nameOf?.(field) ?? field;
  }

  #should(field: F, value: unknown, expected: string): void {
    this.refuse(field, `is ${shown(value)}, should be ${expected}`);
  }

  #add(field: string, msg: string): void {
    this.#problems.push({ loc: [this.#context.place ?? 'body', field], msg, type: 'value_error' });
  }
}

/** A value from outside as a message may show it: quoted, on one line, not endless. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const plain = text.replace(/\p{C}/gu, '?');
  return `'${plain.length > 60 ? `${plain.slice(0, 57)}...` : plain}'`;
}
