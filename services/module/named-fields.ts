import { HalcyonError, type Problem } from '../../schemas/errors.ts';

/** True for a plain object of named fields, false for what is passed by position: texts, numbers, dates, lists. */
export function isNamed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/**
 * Fields given in snake_case or camelCase, by their snake_case names; undefined counts as not given.
 *
 * @throws HalcyonError `invalid_parameter` for a field that `known` does not hold and for one that is given twice
 */
export function namedFields<T extends string>(
  given: Readonly<Record<string, unknown>>,
  known: readonly T[],
  place: string,
): Partial<Record<T, unknown>> {
  const fields: Partial<Record<T, unknown>> = {};
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const snake = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const field = known.find((name) => name === snake);
    const msg =
      field === undefined
        ? `${place} has no field '${key}'; known are ${known.join(', ')}`
        : field in fields
          ? `${place} names ${field} twice`
          : '';
    if (field !== undefined) fields[field] = value;
    if (msg !== '') problems.push({ loc: [place, key], msg, type: 'value_error' });
  }
  if (problems.length === 0) return fields;
  throw new HalcyonError('invalid_parameter', problems.map((problem) => problem.msg).join('; '), { problems });
}
