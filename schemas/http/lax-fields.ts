import { z } from 'zod';
import { DECIMAL_TEXT } from '../decimal-text.ts';
import { EXPECTED_INTERVAL, isRainInterval, RAIN_INTERVALS, type RainInterval } from '../rain-intervals.ts';

/** Absent, null and empty text mean "not given": a row of CSV knows no other way to say so. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** A number in [low, high] or the text of one, as FastAPI takes them; undefined where it is not given. */
export function laxNumber(low: number, high: number) {
  return z
    .unknown()
    .transform((given, context) => (isGiven(given) ? readNumber(given, low, high, context) : undefined))
    .meta({ override: { anyOf: [...numberForms(low, high), { type: 'null' }, { const: '' }] } })
    .optional();
}

/** The same for a field that must be given. */
export function requiredNumber(low: number, high: number) {
  return z
    .unknown()
    .transform((given, context): number => {
      if (isGiven(given)) return readNumber(given, low, high, context);
      context.addIssue({ code: 'custom', message: 'Field required', params: { type: 'missing' } });
      return z.NEVER;
    })
    .meta({ override: { anyOf: numberForms(low, high) } });
}

/** The two forms of a number, for documents; the range of a text is beyond them. */
function numberForms(low: number, high: number) {
  return [
    { type: 'number' as const, minimum: low, maximum: high },
    { type: 'string' as const, pattern: `^\\s*${DECIMAL_TEXT.source.replace(/^\^|\$$/g, '')}\\s*$` },
  ];
}

function readNumber(given: unknown, low: number, high: number, context: z.core.$RefinementCtx): number {
  const refuse = (message: string, type: string): never => {
    context.addIssue({ code: 'custom', message, params: { type } });
    return z.NEVER;
  };
  if (typeof given === 'string' && !DECIMAL_TEXT.test(given.trim())) {
    return refuse('Input should be a valid number, unable to parse string as a number', 'float_parsing');
  }
  if (typeof given !== 'number' && typeof given !== 'string') {
    return refuse('Input should be a valid number', 'float_type');
  }
  const value = Number(given);
  if (!Number.isFinite(value)) return refuse('Input should be a finite number', 'finite_number');
  if (value < low) return refuse(`Input should be greater than or equal to ${low}`, 'greater_than_equal');
  if (value > high) return refuse(`Input should be less than or equal to ${high}`, 'less_than_equal');
  return value;
}

/** `true`, `false` or their texts; undefined where it is not given. */
export const laxFlag = z
  .unknown()
  .transform((given, context): boolean | undefined => {
    if (!isGiven(given)) return undefined;
    if (typeof given === 'boolean') return given;
    if (given === 'true' || given === 'false') return given === 'true';
    context.addIssue({
      code: 'custom',
      message: 'Input should be a valid boolean',
      params: { type: typeof given === 'string' ? 'bool_parsing' : 'bool_type' },
    });
    return z.NEVER;
  })
  .meta({ override: { enum: [true, false, 'true', 'false', '', null] } })
  .optional();

/** Minutes that rain fell over, or their text; undefined where they are not given. */
export const laxInterval = z
  .unknown()
  .transform((given, context): RainInterval | undefined => {
    if (!isGiven(given)) return undefined;
    const minutes = typeof given === 'string' && DECIMAL_TEXT.test(given.trim()) ? Number(given) : given;
    if (isRainInterval(minutes)) return minutes;
    context.addIssue({
      code: 'custom',
      message: `Input should be ${EXPECTED_INTERVAL}`,
      params: { type: 'enum' },
    });
    return z.NEVER;
  })
  .meta({ override: { enum: [...RAIN_INTERVALS, ...RAIN_INTERVALS.map(String), '', null] } })
  .optional();
