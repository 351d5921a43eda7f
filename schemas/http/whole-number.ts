import { z } from 'zod';

/** A whole number of JSON in [low, high], refused in FastAPI's words. */
export function wholeNumber(low: number, high: number) {
  const read = z.unknown().transform((given, context): number => {
    const refuse = (message: string, type: string): never => {
      context.addIssue({ code: 'custom', message, params: { type } });
      return z.NEVER;
    };
    if (typeof given === 'string' && !/^[+-]?\d+$/.test(given)) {
      return refuse('Input should be a valid integer, unable to parse string as an integer', 'int_parsing');
    }
    if (typeof given !== 'number') return refuse('Input should be a valid integer', 'int_type');
    if (!Number.isSafeInteger(given)) {
      return refuse('Input should be a valid integer, got a number with a fractional part', 'int_from_float');
    }
    if (given < low) return refuse(`Input should be greater than or equal to ${low}`, 'greater_than_equal');
    if (given > high) return refuse(`Input should be less than or equal to ${high}`, 'less_than_equal');
    return given;
  });
  return read.meta({ override: { type: 'integer', minimum: low, maximum: high } });
}
