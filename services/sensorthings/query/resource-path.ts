import { HalcyonError } from '../../../schemas/errors.ts';

/** One part of a path: `Things`, `Things('a')`, `name`, `$ref`. */
export interface PathStep {
  readonly name: string;
  /** What stands in its parentheses; null without any. */
  readonly id: string | null;
}

const STEP = /^(\$?[A-Za-z]+)(?:\('((?:[^']|'')*)'\))?$/;

/**
 * The steps of a path below the root of the service.
 *
 * @throws HalcyonError `not_found` where a step cannot be one
 */
export function stepsOf(path: string): PathStep[] {
  // A slash inside of quotes is part of an id.
  const parts = path.replace(/\/$/, '').match(/(?:[^/']|'(?:[^']|'')*'?)+/g) ?? [];
  return parts.map((part) => {
    const match = STEP.exec(part);
    if (match === null) {
      throw new HalcyonError(
        'not_found',
        `'${part.slice(0, 60)}' is no step of a path: ids are in quotes, Things('…')`,
      );
    }
    return { name: match[1], id: match[2] === undefined ? null : match[2].replaceAll("''", "'") };
  });
}
