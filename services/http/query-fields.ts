import { z } from 'zod';
import { CLASSIFICATIONS } from '../../schemas/anomaly.ts';
import { alternatives } from '../../schemas/http/field-problems.ts';
import { networkName, stationName } from '../../schemas/http/name-text.ts';
import { EXPECTED_TIME, readTime, TIME_PATTERN } from '../../schemas/read-time.ts';
import { isShownName, NO_UNSEEN, shownPattern } from '../../schemas/shown-text.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { FORMAT_NAMES } from './format.ts';

/** Largest page of a list, in rows. */
export const LARGEST_PAGE = 10_000;

type TextContext = z.core.$RefinementCtx<string>;

/** Refuses a text. @param type of the problem, as Pydantic names it */
function refuse(context: TextContext, message: string, type: string): never {
  context.addIssue({ code: 'custom', message, params: { type } });
  return z.NEVER;
}

/** Reads a whole number in [low, high]. */
function integerOf(text: string, context: TextContext, low: number, high: number): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) {
    return refuse(context, 'Input should be a valid integer, unable to parse string as an integer', 'int_parsing');
  }
  const value = Number(text);
  if (value < low) return refuse(context, `Input should be greater than or equal to ${low}`, 'greater_than_equal');
  if (value > high) return refuse(context, `Input should be less than or equal to ${high}`, 'less_than_equal');
  return value;
}

/** A whole number in [low, high], given as text. */
export function integerText(low: number, high: number) {
  const read = z.string().transform((text, context) => integerOf(text, context, low, high));
  return read.meta({ override: { type: 'integer', minimum: low, maximum: high }, examples: [Math.min(high, 10)] });
}

/** One of a closed set of words; the message lists them. `anyCase`: their letters are of no case. */
export function wordText<T extends string>(words: readonly T[], { anyCase = false } = {}) {
  const folded = (text: string) => (anyCase ? text.toLowerCase() : text);
  const read = z.string().transform((text, context): T => {
    const word = words.find((known) => folded(known) === folded(text));
    if (word !== undefined) return word;
    return refuse(context, `Input should be ${alternatives(words)}`, 'enum');
  });
  return read.meta({ override: { type: 'string', enum: [...words] }, examples: [words[0]] });
}

/** Some of a closed set of words, with commas between them; the outcome is in the order of the set, each once. */
export function wordsText<T extends string>(words: readonly T[]) {
  const read = z.string().transform((text, context): readonly T[] => {
    const given = text.split(',').map((word) => word.trim());
    if (given.every((word) => (words as readonly string[]).includes(word))) {
      return words.filter((word) => given.includes(word));
    }
    return refuse(
      context,
      `Input should be ${alternatives(words)}, or several of these with commas between them`,
      'enum',
    );
  });
  const one = `(${words.join('|')})`;
  const examples = [words.slice(0, 2).join(',')];
  return read.meta({ override: { type: 'string', pattern: `^ *${one} *(, *${one} *)*$` }, examples });
}

/** The years that every store can hold (ClickHouse DateTime64 reaches from 1900 to 2299). */
export const EARLIEST = Date.UTC(1900, 0, 1);
export const LATEST = Date.UTC(2299, 0, 1);

/** A time as text, `NOW` included; the outcome is ms since the epoch. */
export const timeText = z
  .string()
  .transform((text, context) => {
    const time = readTime(text, Date.now());
    if (time !== undefined && time >= EARLIEST && time < LATEST) return time;
    const plus = / \d\d:?\d\d$/.test(text) ? '; in a URL the + of a zone is written %2B' : '';
    return refuse(context, `Input should be a valid datetime: ${EXPECTED_TIME}${plus}`, 'datetime_parsing');
  })
  .meta({
    override: { type: 'string', pattern: TIME_PATTERN, description: `${EXPECTED_TIME}.` },
    examples: ['2026-03-01T12:00:00Z'],
  });

/** A cursor, as the page before gave it. */
const cursorText = z.string().min(1).max(1000);

/** Four numbers; which of them make a box is beyond a pattern. */
const BOX_PATTERN = '^ *-?[0-9]+(\\.[0-9]+)? *(, *-?[0-9]+(\\.[0-9]+)? *){3}$';

/** Two whole numbers from 1 to 99999. */
const SIZE_PATTERN = '^[1-9]\\d{0,4},[1-9]\\d{0,4}$';

/** Width and height of a map `width,height` [px]. */
export const sizeText = z
  .string()
  .transform((text, context) => {
    const [width, height] = text.split(',').map(Number);
    if (new RegExp(SIZE_PATTERN).test(text)) return { width, height };
    return refuse(context, 'Input should be width,height in pixels, whole numbers from 1 to 99999', 'value_error');
  })
  .meta({
    override: { type: 'string', pattern: SIZE_PATTERN, description: 'width,height, pixels.' },
    examples: ['1280,800'],
  });

/** A box `west,south,east,north` [degrees]; one that crosses the 180th meridian has west > east and is refused. */
export const boxText = z
  .string()
  .transform((text, context) => {
    const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    const [west, south, east, north] = parts;
    const inside =
      parts.length === 4 &&
      parts.every((part) => Number.isFinite(part)) &&
      west >= -180 &&
      east <= 180 &&
      south >= -90 &&
      north <= 90 &&
      west <= east &&
      south <= north;
    if (inside) return { west, south, east, north };
    return refuse(
      context,
      'Input should be a box west,south,east,north in degrees, with west <= east and south <= north',
      'value_error',
    );
  })
  .meta({
    override: { type: 'string', pattern: BOX_PATTERN, description: 'west,south,east,north, degrees.' },
    examples: ['3,50,5,52'],
  });

/** The fields of a query that asks for a page of a list. */
export const pageFields = {
  limit: integerText(1, LARGEST_PAGE).default(100),
  cursor: cursorText.optional(),
};

/** Rows of a page, or `all`. */
const rowsText = z
  .string()
  .transform((text, context): number | 'all' => (text === 'all' ? text : integerOf(text, context, 1, LARGEST_PAGE)))
  .meta({
    override: {
      type: ['integer', 'string'],
      anyOf: [{ type: 'integer', minimum: 1, maximum: LARGEST_PAGE }, { const: 'all' }],
    },
    examples: [10],
  });

/** The field of a query that says in which format a list is wanted; it goes before `Accept`. */
export const formatField = { format: wordText(FORMAT_NAMES).optional() };

/** The fields of a query that asks for a page of a list, or the whole of it, in a format. */
export const listFields = { limit: rowsText.default(100), cursor: cursorText.optional(), ...formatField };

/** Longest text that names stations, and longest id of one. */
const [LONGEST_NAMES, LONGEST_NAME] = [4000, 128];

/**
 * One station, or some with commas between them. A station may have a comma in its id: the whole text counts as an id too.
 */
export const stationsText = z
  .string()
  .min(1)
  .max(LONGEST_NAMES)
  .refine(isShownName, { message: `String should be ids of stations ${NO_UNSEEN}` })
  .transform((text, context): string | readonly string[] => {
    const parts = text.split(',').map((part) => part.trim());
    if (parts.some((part) => part.length > LONGEST_NAME)) {
      const message = `An id of a station should have at most ${LONGEST_NAME} characters`;
      return refuse(context, message, 'string_too_long');
    }
    return parts.length === 1 ? text : [...new Set([text, ...parts.filter((part) => part !== '')])];
  })
  .meta({ override: { type: 'string', pattern: `^${shownPattern()}$` }, examples: ['a', 'a,b'] });

/** The fields of a query that says of which anomalies it asks: where, in what, and called what. */
export const anomalyFields = {
  network: networkName.optional(),
  station: stationName.optional(),
  variable: wordText(VARIABLES).optional(),
  class: wordText(CLASSIFICATIONS).optional(),
};

/** The fields of a query that asks for a stretch of time; both ends are included. */
export const timeFields = {
  from: timeText.meta({ examples: ['2026-03-01T00:00:00Z'] }).optional(),
  to: timeText.meta({ examples: ['2026-03-02T00:00:00Z'] }).optional(),
};

/** Units of an answer: Halcyon's own (km/h, hPa), or m/s and Pa. */
export const unitsField = { units: wordText(['own', 'si']).default('own') };

/** What messages call the network of a query. */
export const NETWORK_FIELD = { name: "'network'", loc: ['query', 'network'] } as const;

/** A query object that knows its fields only, and refuses a stretch of time that ends before it begins. */
export function query<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape).superRefine((value, context) => {
    const { from, to } = value as { from?: unknown; to?: unknown };
    if (typeof from === 'number' && typeof to === 'number' && from > to) {
      context.addIssue({ code: 'custom', path: ['from'], message: "'from' should not be later than 'to'" });
    }
  });
}

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that were given: a store's query tells a field that is absent from one that is undefined. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
