import { HalcyonError } from '../../../schemas/errors.ts';

/**
 * How many records `--limit` allows.
 *
 * @param most more lines than anybody reads
 * @throws HalcyonError `invalid_parameter` for what is not a whole number from 1 to `most`
 */
export function limitOf(text: string, most: number): number {
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= most) return limit;
  throw new HalcyonError('invalid_parameter', `--limit is '${text}', should be a whole number from 1 to ${most}`);
}
