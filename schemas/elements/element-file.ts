import { z } from 'zod';
import { repeatedKey } from '../json/repeated-key.ts';
import {
  DOCUMENTED_VARIABLES,
  type DocumentedVariable,
  ELEMENT_KINDS,
  ELEMENT_RELATIONS,
  type Element,
  type ElementKind,
} from './element.ts';
import { PACKAGED_ELEMENTS } from './packaged-elements.ts';

/** What a file of elements holds, and what is wrong with it. */
export interface ElementFile {
  readonly elements: readonly Element[];
  /** A sentence each, with the place; empty where the file can be used. */
  readonly problems: readonly string[];
}

/** Sums of values are kept in hundredths. */
const FINEST_RESOLUTION = 0.01;
/** Sums of hundredths of the reports of an hour have to fit into 32 bits. */
const FARTHEST = 300_000;
const LONGEST_TEXT = 80;
/** Name of the field for the smallest deviation that is judged. */
const FLOOR = 'floor' satisfies keyof Element;
/** Names that observations and tables have for something else. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['network', 'station', 'station_id', 'station_name', 'name', 'time', 'slot', 'latitude', 'longitude', 'elevation'],
  ...['pressure_level', 'rain_interval', 'units', 'kinds', 'intervals', 'extras', 'original', 'source', 'received'],
  ...[
    'configuration',
    'judged',
    'rank',
    'day',
    'days',
    'version',
    'cadence',
    'id',
    'variable',
    'value',
    'flags',
    'all',
  ],
]);
/** What a file should be that holds something else, such as one record alone. */
const FORM = 'the file should be {"elements": [...]}, with a record for each element in the list';
/** Which of the five behaves most like a kind of element. */
const ALIKE: Readonly<Record<ElementKind, DocumentedVariable>> = {
  instantaneous: 'temp_out',
  mean: 'wind_speed',
  accumulated: 'rain',
  circular: 'wind_speed',
  bounded: 'out_hum',
};

const text = z.string().trim().min(1).max(LONGEST_TEXT);
const number = z.number();

const unit = z.strictObject({
  unit: text,
  factor: number.refine((factor) => factor !== 0, { message: 'should be another number than 0' }),
  zero: number.default(0),
});

const bound = z.strictObject({ never: z.enum(['below', 'above']), of: text, margin: number.min(0).default(0) });

/** What nothing else is called in an observation. */
const free = text
  .refine((name) => !TAKEN.has(name), { message: 'should be another name: observations have it for something else' })
  .refine((name) => !isKnown(name), { message: 'should be another name: an element that comes with Halcyon has it' });

const element = z.strictObject({
  name: free.regex(/^[a-z][a-z0-9_]{0,39}$/, {
    message: 'should be up to 40 small letters, digits and _, such as leaf_wetness',
  }),
  standard_name: text,
  title: text,
  quantity: text.optional(),
  unit: text,
  units: z.array(unit).default([]),
  aliases: z.array(free).default([]),
  low: number,
  high: number,
  climate: z.strictObject({ low: number, high: number }).optional(),
  resolution: number.min(FINEST_RESOLUTION),
  floor: number.positive(),
  decimals: z.int().min(0).max(6).default(1),
  kind: z.enum(ELEMENT_KINDS),
  relation: z.enum(ELEMENT_RELATIONS),
  bounds: z.array(bound).default([]),
  is_solar: z.boolean().default(false),
  is_learnt: z.boolean().optional(),
  rests_at: z.array(number).default([]),
  behaves_as: z.enum(DOCUMENTED_VARIABLES).optional(),
});

const file = z.strictObject({ elements: z.array(element).min(1) });

/** Reads a file of elements. Nothing of one that has a problem is given. */
export function readElementFile(content: string): ElementFile {
  let given: unknown;
  try {
    given = JSON.parse(content.replace(/^\ufeff/, ''));
  } catch (error) {
    const why = error instanceof SyntaxError ? `: ${error.message}` : '';
    return { elements: [], problems: [`the file is no JSON, should be {"elements": [...]}${why}`] };
  }
  const repeated = repeatedKey(content);
  if (repeated !== null) return { elements: [], problems: [`the file ${repeated}`] };
  if (typeof given !== 'object' || given === null || !('elements' in given)) {
    return { elements: [], problems: [FORM] };
  }
  const read = file.safeParse(given);
  if (!read.success) return { elements: [], problems: read.error.issues.flatMap((issue) => problemsOf(issue, given)) };
  const elements = read.data.elements.map(elementOf);
  const problems = elements.flatMap((each, k) => [...inconsistencies(each, `elements[${k}] (${each.name})`)]);
  const taken = new Set<string>();
  for (const [k, { name, aliases, bounds }] of elements.entries()) {
    for (const [n, one] of [name, ...aliases].entries()) {
      const place = n === 0 ? 'name' : `aliases[${n - 1}]`;
      if (taken.has(one)) problems.push(`elements[${k}].${place} is '${one}', which something before it is called`);
      taken.add(one);
    }
    for (const { of } of bounds) {
      if (isKnown(of) || elements.some((other) => other.name === of)) continue;
      problems.push(`elements[${k}].bounds has '${of}', should be the name of an element`);
    }
  }
  return problems.length > 0 ? { elements: [], problems } : { elements, problems };
}

function elementOf(given: z.infer<typeof element>): Element {
  const { standard_name: standardName, rests_at: restsAt, behaves_as: behavesAs, is_solar: isSolar, ...others } = given;
  const { quantity, climate, is_learnt: isLearnt, ...rest } = others;
  const { low, high, title, kind } = given;
  return {
    ...rest,
    ...{ standardName, restsAt, isSolar, quantity: quantity ?? title },
    climate: climate ?? { low, high },
    behavesAs: behavesAs ?? ALIKE[kind],
    isLearnt: isLearnt ?? kind !== 'circular',
  };
}

/** What does not go together in an element. */
function* inconsistencies(it: Element, place: string): Generator<string> {
  const { low, high, climate, resolution, floor, kind, relation, restsAt } = it;
  if (low >= high) {
    // All else would follow from that.
    yield `${place}: low is ${low}, should be below high (${high})`;
    return;
  }
  if (Math.max(Math.abs(low), Math.abs(high)) > FARTHEST) {
    yield `${place}: low and high reach beyond ${FARTHEST}, should be numbers of a larger unit`;
  }
  if (climate.low < low || climate.high > high || climate.low >= climate.high) {
    yield `${place}: climate is ${climate.low} to ${climate.high}, should be a span inside ${low} to ${high}`;
  }
  if (floor < resolution) yield `${place}: ${FLOOR} is ${floor}, should be at least the resolution (${resolution})`;
  if (floor > (high - low) / 2)
    yield `${place}: ${FLOOR} is ${floor}, should be at most half of the span from low to high`;
  for (const rest of restsAt) {
    if (rest < low || rest > high) yield `${place}: rests_at has ${rest}, should be inside ${low} to ${high}`;
  }
  if (kind === 'circular' && (low !== 0 || high !== 360)) {
    yield `${place}: a circular element should have low 0 and high 360`;
  }
  if (kind === 'circular' && it.isLearnt) {
    yield `${place}: is_learnt is true, should be false for a circular element: forecasts count on a line`;
  }
  if (kind === 'circular' && relation !== 'none') {
    yield `${place}: relation is ${relation}, should be none: directions of two places have no usual difference`;
  }
  if (relation === 'ratio' && climate.low < -resolution * 10) {
    yield `${place}: relation is ratio, should be difference where values are below 0`;
  }
  const names = [it.unit, ...it.units.map((one) => one.unit)];
  const again = names.find((name, k) => names.indexOf(name) < k);
  if (again !== undefined) yield `${place}: units has ${again} twice`;
}

function isKnown(name: string): boolean {
  return (
    (DOCUMENTED_VARIABLES as readonly string[]).includes(name) ||
    PACKAGED_ELEMENTS.some((known) => known.name === name || known.aliases.includes(name))
  );
}

/** What a part of a file is, and what would be right. */
function problemsOf(issue: z.core.$ZodIssue, given: unknown): string[] {
  const place = placeOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${place} has '${key}', known are ${Object.keys(shapeAt(issue.path)).join(', ')}`);
    case 'invalid_type':
      return [
        valueAt(given, issue.path) === undefined
          ? `${place} is missing, should be ${FORMS[issue.expected] ?? issue.expected}`
          : `${place} should be ${FORMS[issue.expected] ?? issue.expected}`,
      ];
    case 'invalid_value':
      return [`${place} should be one of ${issue.values.map(String).join(', ')}`];
    case 'too_small':
      if (issue.origin === 'array') return [`${place} is empty, should have one element at least`];
      if (issue.origin === 'string') return [`${place} should not be empty`];
      return [`${place} should be ${issue.inclusive === true ? 'at least' : 'above'} ${issue.minimum}`];
    case 'too_big':
      return [
        issue.origin === 'string'
          ? `${place} should have at most ${issue.maximum} characters`
          : `${place} should be at most ${issue.maximum}`,
      ];
    default:
      return [`${place} ${issue.message}`];
  }
}

/** `elements[0].units[1].factor`, or `the file`. */
function placeOf(path: readonly PropertyKey[]): string {
  const place = path.reduce<string>(
    (before, part) => (typeof part === 'number' ? `${before}[${part}]` : `${before}.${String(part)}`),
    '',
  );
  return place === '' ? 'the file' : place.slice(1);
}

function shapeAt(path: readonly PropertyKey[]): object {
  if (path.length === 0) return file.shape;
  if (path.includes('units')) return unit.shape;
  if (path.includes('bounds')) return bound.shape;
  return path.includes('climate') ? { low: 0, high: 0 } : element.shape;
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    given,
  );
}

/** What JSON calls a type. */
const FORMS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
};
