import { temporalMethod } from '../../detectors/methods/registry.ts';
import { thresholdParameter } from '../../detectors/methods/threshold.ts';
import { HalcyonError, type Problem } from '../../schemas/errors.ts';
import {
  CHECK_NAMES,
  type JudgementConfiguration,
  SPATIAL_METHOD_NAMES,
  TEMPORAL_METHOD_NAMES,
} from '../../schemas/judgement-configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { availableSpatialMethods, availableTemporalMethods } from './available-methods.ts';
import { EXPECTED_TIME, readTime } from './read-time.ts';

/** The fields of a request, as the HTTP body has them. */
export const DETECTION_FIELDS = [
  'end_time',
  'start_time',
  'window_hours',
  'temporal_method',
  'threshold',
  'spatial_verify',
  'spatial_method',
  'neighbor_radius_km',
  'variables',
  'checks',
  'verdicts',
  'network',
] as const;
export type DetectionField = (typeof DETECTION_FIELDS)[number];

/** A request as it came: values typed (HTTP, module) or as text (command line); undefined and null are "not given". */
export type RawDetection = Readonly<Partial<Record<DetectionField, unknown>>>;

/** A request that holds no mistake. */
export interface DetectionRequest {
  /** First and last observation time to be judged, ms since the epoch, both included. */
  readonly start: number;
  readonly end: number;
  /** null: the only one there is. */
  readonly network: string | null;
  readonly configuration: JudgementConfiguration;
  readonly verdicts: 'last' | 'first';
  /** What is allowed though not advised, in words. */
  readonly warnings: readonly string[];
}

/** What reading a request rests on, beside the request. */
export interface ReadingContext {
  /** Current time, ms since the epoch. */
  readonly now: number;
  readonly latenessSlots: number;
  readonly hindsightSlots: number;
  /** What the user calls a field, for messages; its own name where not given. */
  readonly nameOf?: (field: DetectionField) => string;
  /** Where the fields stand, for `Problem.loc`: `body` where not given. */
  readonly place?: string;
}

const HOUR_MS = 3_600_000;
/** Clocks differ: an end this far ahead is taken as now, one beyond it is a mistake. */
const AHEAD_MS = HOUR_MS;
const LONG_WINDOW_HOURS = 24;
const LONGEST_WINDOW_HOURS = 168;
const LARGEST_RADIUS_KM = 1000;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Validates a detection request, for the command line, HTTP and the module alike; defaults are those of section 4.4 of
 * the interface document.
 *
 * @throws HalcyonError `invalid_parameter` with a problem for everything that is wrong
 */
export function readDetection(raw: RawDetection, context: ReadingContext): DetectionRequest {
  const fields = new FieldReader(raw, context);
  fields.refuseUnknown();
  const windowHours = fields.number('window_hours', 6, {
    right: (value) => Number.isInteger(value) && value >= 1 && value <= LONGEST_WINDOW_HOURS,
    expected: `a whole number of hours from 1 to ${LONGEST_WINDOW_HOURS}`,
  });
  const end = fields.time('end_time', context.now);
  const start = fields.time('start_time', end - windowHours * HOUR_MS);
  if (end > context.now + AHEAD_MS) {
    fields.refuse('end_time', `lies in the future (${isoOf(end)}); it is ${isoOf(context.now)} now`);
  } else if (start > end) {
    fields.refuse('start_time', `lies after the end of the analysis (${isoOf(start)} is after ${isoOf(end)})`);
  }
  const method = fields.word('temporal_method', TEMPORAL_METHOD_NAMES, availableTemporalMethods(), 'arima');
  const limits = thresholdParameter(temporalMethod(method).specification);
  const threshold = fields.number('threshold', limits.default, {
    right: (value) => value >= limits.low && value <= limits.high,
    expected: `a number from ${limits.low} to ${limits.high} for ${method} (${limits.unit})`,
  });
  const spatialMethod = fields.word('spatial_method', SPATIAL_METHOD_NAMES, availableSpatialMethods(), 'pearson');
  const neighborRadiusKm = fields.number('neighbor_radius_km', 100, {
    right: (value) => value > 0 && value <= LARGEST_RADIUS_KM,
    expected: `a number of kilometres above 0 and up to ${LARGEST_RADIUS_KM}`,
  });
  const request: DetectionRequest = {
    start,
    end,
    network: fields.text('network'),
    configuration: {
      temporalMethod: method,
      windowHours,
      threshold,
      checks: fields.words('checks', CHECK_NAMES, true),
      spatialVerify: fields.flag('spatial_verify', false),
      spatialMethod,
      neighborRadiusKm,
      variables: fields.words('variables', VARIABLES, false),
      latenessSlots: context.latenessSlots,
      hindsightSlots: context.hindsightSlots,
    },
    verdicts: fields.word('verdicts', ['last', 'first'] as const, ['last', 'first'], 'last'),
    warnings: fields.warningsFor(windowHours),
  };
  fields.throwProblems();
  return request;
}

/** Reads fields one by one and gathers what is wrong; what is wrong reads as the default until `throwProblems`. */
class FieldReader {
  readonly #raw: RawDetection;
  readonly #context: ReadingContext;
  readonly #problems: Problem[] = [];

  constructor(raw: RawDetection, context: ReadingContext) {
    this.#raw = raw;
    this.#context = context;
  }

  refuse(field: DetectionField, what: string): void {
    this.#add(field, `${this.#nameOf(field)} ${what}`);
  }

  refuseUnknown(): void {
    for (const field of Object.keys(this.#raw)) {
      if ((DETECTION_FIELDS as readonly string[]).includes(field)) continue;
      this.#add(field, `there is no field ${shown(field)}; known are ${DETECTION_FIELDS.join(', ')}`);
    }
  }

  time(field: DetectionField, fallback: number): number {
    const value = this.#given(field);
    if (value === undefined) return fallback;
    const time = readTime(value, this.#context.now);
    if (time === undefined) this.#should(field, value, EXPECTED_TIME);
    return time ?? fallback;
  }

  number(field: DetectionField, fallback: number, rule: { right: (n: number) => boolean; expected: string }): number {
    const value = this.#given(field);
    if (value === undefined) return fallback;
    const text = typeof value === 'string' ? value.trim() : '';
    const number = typeof value === 'number' ? value : DECIMAL.test(text) ? Number(text) : Number.NaN;
    if (Number.isFinite(number) && rule.right(number)) return number;
    this.#should(field, value, rule.expected);
    return fallback;
  }

  flag(field: DetectionField, fallback: boolean): boolean {
    const value = this.#given(field) ?? fallback;
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    this.#should(field, value, 'true or false');
    return fallback;
  }

  text(field: DetectionField): string | null {
    const value = this.#given(field);
    if (value === undefined) return null;
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.#should(field, value, 'the name of a network');
    return null;
  }

  word<T extends string>(field: DetectionField, words: readonly T[], available: readonly T[], fallback: T): T {
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

  /** A list, or a text with commas, in the order of `words`; all of them where not given. */
  words<T extends string>(field: DetectionField, words: readonly T[], mayBeEmpty: boolean): readonly T[] {
    const value = this.#given(field);
    if (value === undefined) return words;
    const expected = `a list of ${words.join(', ')}${mayBeEmpty ? ', or none' : ''}`;
    const asked = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
    if (!Array.isArray(asked)) {
      this.#should(field, value, expected);
      return words;
    }
    if (mayBeEmpty && (asked.length === 0 || (asked.length === 1 && asked[0] === 'none'))) return [];
    if (asked.length === 0) this.refuse(field, `is empty, should be ${expected}`);
    for (const [at, part] of asked.entries()) {
      if (!words.includes(part)) this.refuse(field, `holds ${shown(part)}, should be ${expected}`);
      else if (asked.indexOf(part) < at) this.refuse(field, `names ${part} twice`);
    }
    return words.filter((word) => asked.includes(word));
  }

  warningsFor(windowHours: number): string[] {
    if (windowHours <= LONG_WINDOW_HOURS) return [];
    const name = this.#nameOf('window_hours');
    return [`${name} is ${windowHours} hours; at most ${LONG_WINDOW_HOURS} are recommended`];
  }

  throwProblems(): void {
    if (this.#problems.length === 0) return;
    const message = this.#problems.map((problem) => problem.msg).join('; ');
    throw new HalcyonError('invalid_parameter', message, { problems: this.#problems });
  }

  #given(field: DetectionField): unknown {
    return this.#raw[field] ?? undefined;
  }

  #nameOf(field: DetectionField): string {
    return this.#context.nameOf?.(field) ?? field;
  }

  #should(field: DetectionField, value: unknown, expected: string): void {
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
