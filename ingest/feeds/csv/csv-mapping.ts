import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { repeatedKey } from '../../../schemas/json/repeated-key.ts';
import type { RainInterval } from '../../../schemas/rain-intervals.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { intervalOfCount, isCount, RAIN_KINDS, readRainInterval, wrongInterval } from '../../validation/rain-fields.ts';
import { shown } from '../../validation/refusal.ts';
import { isUnitOf, unitsOf } from '../../validation/units.ts';
import { SourceZone } from '../clock/source-zone.ts';
import { timePattern } from '../clock/time-pattern.ts';

const columnName = z.string().min(1);

const units = z
  .strictObject(Object.fromEntries(VARIABLES.map((variable) => [variable, z.string().optional()])))
  .superRefine((given, context) => {
    for (const variable of VARIABLES) {
      const unit = given[variable];
      if (unit === undefined || isUnitOf(variable, unit)) continue;
      const message = `should be one of ${unitsOf(variable).join(', ')}`;
      context.addIssue({ code: 'custom', path: [variable], message });
    }
  });

const interval = z.unknown().transform((given, context): RainInterval | undefined => {
  const minutes = readRainInterval(given);
  if (minutes !== undefined) return minutes ?? undefined;
  context.addIssue({ code: 'custom', message: wrongInterval(given) });
  return z.NEVER;
});

const mappingSchema = z.strictObject({
  network: z.string().min(1).optional(),
  delimiter: z
    .string()
    .refine((text) => text.length === 1 && !/["\r\n]/.test(text), {
      message: 'should be one character, no quotation mark and no line end',
    })
    .optional(),
  decimal: z.enum(['.', ',']).optional(),
  missing: z.array(z.string()).optional(),
  pressure_level: z.enum(['station', 'sea_level', 'unknown']).optional(),
  stations: z
    .strictObject({ file: z.string().min(1).optional(), columns: z.record(z.string(), columnName).optional() })
    .optional(),
  observations: z
    .strictObject({
      files: z.array(z.string().min(1)).min(1).optional(),
      columns: z.record(z.string(), z.union([columnName, z.array(columnName).min(1)])).optional(),
    })
    .optional(),
  units: units.optional(),
  kinds: z.strictObject({ rain: z.enum(RAIN_KINDS).optional() }).optional(),
  intervals: z.strictObject({ rain: interval.optional() }).optional(),
  time: z
    .strictObject({
      format: z
        .string()
        .refine((format) => TIME_WORDS.includes(format) || timePattern(format) !== undefined, {
          message: `should be one of iso, unix, unix_ms, or a pattern of YYYY, MM, DD, HH, mm and ss such as DD/MM/YYYY HH:mm`,
        })
        .optional(),
      zone: z
        .string()
        .refine(SourceZone.isZone, {
          message: 'should be Z, an offset such as +02:00, or a name of the time zone database such as Europe/Athens',
        })
        .optional(),
    })
    .optional(),
});

const TIME_WORDS = ['iso', 'unix', 'unix_ms'];

/**
 * How the CSV files of a folder are to be read, where they differ from Halcyon's own form; `mapping.json` in the folder.
 * Everything is optional:
 * - `network`: name of the network; the folder's name where not given
 * - `delimiter`: one character; found from the header line where not given
 * - `decimal`: `.` or `,`
 * - `missing`: texts that stand for a missing value, such as `NA`
 * - `pressure_level`: of stations that name none
 * - `stations`: `file` and `columns`; `observations`: `files` and `columns`. Columns are the files' names by field;
 *   `time` may be several columns, joined by a space
 * - `units`: by variable; `kinds`: of `rain`, `amount`, `since_midnight` or `since_reset`
 * - `intervals`: of `rain`, the minutes that its amounts fall over
 * - `time`: `format` (`iso`, `unix` seconds, `unix_ms`, or a pattern), `zone` of times that name none
 */
export type CsvMapping = z.infer<typeof mappingSchema>;

/** The mapping that says nothing: files in Halcyon's own form. */
export const PLAIN_MAPPING: CsvMapping = {};

/**
 * Checks a mapping.
 *
 * @param title what the message calls it
 * @throws HalcyonError `invalid_parameter` that names every wrong part
 */
export function checkMapping(given: unknown, title: string): CsvMapping {
  const result = mappingSchema.superRefine(refuseIntervalOfCount).safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => ({
    loc: [title, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
    msg: `${title}: ${whatIsWrong(issue)}`,
    type: 'invalid_mapping',
  }));
  throw new HalcyonError('invalid_parameter', problems.map((problem) => problem.msg).join('; '), { problems });
}

function refuseIntervalOfCount({ kinds, intervals }: CsvMapping, context: z.RefinementCtx): void {
  if (intervals?.rain === undefined || !isCount(kinds?.rain)) return;
  const message = intervalOfCount(intervals.rain, kinds.rain);
  context.addIssue({ code: 'custom', path: ['intervals', 'rain'], message });
}

/** A part of a mapping that was refused, and what would be right. */
function whatIsWrong(issue: z.core.$ZodIssue): string {
  const part = issue.path.join('.');
  const title = part === '' ? 'the mapping' : part;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${title} has ${issue.keys.map((key) => shown(key)).join(', ')}, known are ${KEYS[part]?.join(', ')}`;
    case 'invalid_type':
      return `${title} should be ${FORMS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${title} should be one of ${issue.values.map((value) => shown(value)).join(', ')}`;
    case 'invalid_union':
      return `${title} should be the name of a column, or a list of them`;
    case 'too_small':
      return `${title} should not be empty`;
    default:
      return `${title} ${issue.message}`;
  }
}

/** What the objects of a mapping may hold, by their place. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(mappingSchema.shape),
  stations: ['file', 'columns'],
  observations: ['files', 'columns'],
  units: VARIABLES,
  kinds: ['rain'],
  intervals: ['rain'],
  time: ['format', 'zone'],
};

/** What JSON calls a type. */
const FORMS: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object such as {"delimiter": ";"}',
  record: 'an object',
};

/** Reads a mapping from JSON text; errors as of `checkMapping`. */
export function parseMapping(text: string, title: string): CsvMapping {
  let given: unknown;
  try {
    given = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new HalcyonError('invalid_parameter', `${title} is no JSON, should be an object such as {"delimiter": ";"}`, {
      cause,
    });
  }
  const repeated = repeatedKey(text);
  if (repeated !== null) throw new HalcyonError('invalid_parameter', `${title} ${repeated}`);
  return checkMapping(given, title);
}
