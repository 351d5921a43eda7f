import { VARIABLES } from '../../../schemas/variables.ts';
import type { RowExpression, RowField, RowFunction, RowType } from '../rows/row-expression.ts';
import type { RowOrder } from '../rows/row-search.ts';
import { literal } from './conditions.ts';

/** The variables as an array of the engine, and the place of one among them, by which rows of one station are sorted. */
export const VARIABLE_LIST = `[${VARIABLES.map(literal).join(', ')}]`;
export const VARIABLE_PLACE = `indexOf(${VARIABLE_LIST}, variable)`;

/** The columns of a table that fields are. */
export type FieldColumns = Readonly<Partial<Record<RowField, string>>>;

const TYPES: Readonly<Record<RowType, string>> = { text: 'String', number: 'Float64', time: 'Int64', flag: 'Bool' };

type Template = (...of: string[]) => string;
const infix =
  (operator: string): Template =>
  (one, other) =>
    `(${one} ${operator} ${other})`;
const named =
  (name: string): Template =>
  (...of) =>
    `${name}(${of.join(', ')})`;
/** Numbers of the engine are of many widths; with one type they all compare. */
const number =
  (name: string): Template =>
  (...of) =>
    `toFloat64(${name}(${of.join(', ')}))`;

/** A whole number of characters, none below nought; nothing where it is no number at all. */
function whole(of: string): string {
  return `accurateCastOrNull(floor(least(greatest(${of}, 0), 1e9)), 'Int64')`;
}

const TEMPLATES: Readonly<Record<RowFunction, Template>> = {
  eq: infix('='),
  ne: infix('!='),
  lt: infix('<'),
  le: infix('<='),
  gt: infix('>'),
  ge: infix('>='),
  and: infix('AND'),
  or: infix('OR'),
  not: (of) => `(NOT ${of})`,
  isnull: (of) => `(${of} IS NULL)`,
  add: infix('+'),
  sub: infix('-'),
  mul: infix('*'),
  div: infix('/'),
  mod: infix('%'),
  // Halves away from zero; the engine's own `round` goes to the even one.
  round: (of) => `(sign(${of}) * floor(abs(${of}) + 0.5))`,
  floor: named('floor'),
  ceiling: named('ceil'),
  contains: (text, part) => `(position(${text}, ${part}) > 0)`,
  startswith: (text, part) => `(startsWith(${text}, ${part}) = 1)`,
  endswith: (text, part) => `(endsWith(${text}, ${part}) = 1)`,
  length: number('lengthUTF8'),
  // The engine counts from one, OData from nought.
  indexof: (text, part) => `(toFloat64(positionUTF8(${text}, ${part})) - 1)`,
  substring: (text, from, ...length) =>
    `substringUTF8(${[text, `${whole(from)} + 1`, ...length.map(whole)].join(', ')})`,
  tolower: named('lowerUTF8'),
  toupper: named('upperUTF8'),
  trim: named('trimBoth'),
  concat: named('concat'),
  year: number('toYear'),
  month: number('toMonth'),
  day: number('toDayOfMonth'),
  hour: number('toHour'),
  minute: number('toMinute'),
  second: number('toSecond'),
};

/** Makes expressions into SQL of one statement; their constants become its parameters. */
export class ExpressionSql {
  readonly parameters: Record<string, string | number | boolean> = {};
  readonly #columns: FieldColumns;

  /** @param columns SQL of every field that the statement's rows have */
  constructor(columns: FieldColumns) {
    this.#columns = columns;
  }

  /** @throws Error where a field is none of the rows: nobody but us makes expressions */
  of(expression: RowExpression): string {
    switch (expression.kind) {
      case 'field': {
        const column = this.#columns[expression.field];
        if (column === undefined) throw new Error(`rows have no ${expression.field}`);
        return column;
      }
      case 'constant':
        return this.#constant(expression.type, expression.value);
      case 'ofVariable': {
        const list = (texts: readonly string[]) => `[${texts.map(literal).join(', ')}]`;
        const texts = list(VARIABLES.map((variable) => expression.texts[variable]));
        return `transform(${this.of({ kind: 'field', field: 'variable' })}, ${list(VARIABLES)}, ${texts}, '')`;
      }
      case 'within':
        return this.#within(expression.ring);
      case 'call':
        return TEMPLATES[expression.name](...expression.of.map((one) => this.of(one)));
    }
  }

  /** Counts the edges east of a position (even-odd rule): the engine's own function refuses rings that cross themselves. */
  #within(ring: readonly (readonly [longitude: number, latitude: number])[]): string {
    const [east, north] = [this.#columns.longitude, this.#columns.latitude];
    const turned = [...ring.slice(1), ...ring.slice(0, 1)];
    const list = (numbers: readonly number[]) => `[${numbers.map((one) => `toFloat64(${one})`).join(', ')}]`;
    const ends = [ring, turned].flatMap((corners) => [0, 1].map((axis) => list(corners.map((corner) => corner[axis]))));
    return `(arrayCount((x1, y1, x2, y2) -> (y1 > ${north}) != (y2 > ${north})
      AND ${east} < (x2 - x1) * (${north} - y1) / (y2 - y1) + x1, ${ends.join(', ')}) % 2 = 1)`;
  }

  #constant(type: RowType, value: string | number | boolean): string {
    const name = `e${Object.keys(this.parameters).length}`;
    this.parameters[name] = value;
    const parameter = `{${name}:${TYPES[type]}}`;
    return type === 'time' ? `fromUnixTimestamp64Milli(${parameter}, 'UTC')` : parameter;
  }
}

/** The terms of an ORDER BY; rows without a value come last, as OData 4.01 has no word on it and nobody looks for them. */
export function orderTerms(sql: ExpressionSql, order: readonly RowOrder[]): string[] {
  return order.map(({ by, descending }) => `${sql.of(by)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`);
}
