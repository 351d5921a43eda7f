import type { PgJsonNode } from '../../../schemas/http/patterns/pg-json.ts';
import { linesOf } from './drawn-text.ts';

/** Characters in a line of a name, in a small line (which holds a UUID), and lines of each. */
const [LINE, SMALL_LINE, LINES, SMALL_LINES] = [26, 36, 3, 2];

/** What stands in the box of a node. */
export interface BoxLines {
  /** In bold: the name, or the labels of a node without one. */
  readonly name: readonly string[];
  /** In small type: the labels, or the id. */
  readonly small: readonly string[];
}

/** The lines of a node's box; one at least. */
export function boxLines({ id, labels, properties }: PgJsonNode): BoxLines {
  const said = [nameOf({ properties }) ?? '', labels.join(', '), id].filter((text) => text.trim() !== '');
  const [first = '(without id)', second] = said;
  return {
    name: linesOf(first, LINE, LINES),
    small: second === undefined ? [] : linesOf(second, SMALL_LINE, SMALL_LINES),
  };
}

/** What a node is called; undefined where it has no name. */
export function nameOf({ properties }: Pick<PgJsonNode, 'properties'>): string | undefined {
  const name = properties?.['name'] ?? properties?.['title'];
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
