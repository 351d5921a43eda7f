import type { Variable } from '../../../schemas/variables.ts';

/** What rows hold that can be asked for: of a station, of a variable of it, of one value. Units as in `schemas/variables.ts`. */
export type RowField =
  | 'network'
  | 'station'
  | 'name'
  | 'latitude'
  | 'longitude'
  | 'elevation'
  | 'pressureLevel'
  | 'rainInterval'
  | 'manufacturer'
  | 'model'
  | 'retired'
  | 'updated'
  | 'variable'
  | 'time'
  | 'value'
  | 'received'
  | 'source';

/** What an expression gives: `flag` is true or false, a time ms since the epoch. */
export type RowType = 'text' | 'number' | 'time' | 'flag';

/** What can be made of values; the names are those of OData 4.01, part 2, section 5.1.1. */
export type RowFunction =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'le'
  | 'gt'
  | 'ge'
  | 'and'
  | 'or'
  | 'not'
  | 'isnull'
  | 'add'
  | 'sub'
  | 'mul'
  | 'div'
  | 'mod'
  | 'round'
  | 'floor'
  | 'ceiling'
  | 'contains'
  | 'startswith'
  | 'endswith'
  | 'length'
  | 'indexof'
  | 'substring'
  | 'tolower'
  | 'toupper'
  | 'trim'
  | 'concat'
  | 'year'
  | 'month'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second';

/** A value made of those of a row, for stores to find and sort rows by. Whoever makes one sees to it that the types fit. */
export type RowExpression =
  | { readonly kind: 'field'; readonly field: RowField }
  | { readonly kind: 'constant'; readonly type: RowType; readonly value: string | number | boolean }
  /** Another text for each variable. */
  | { readonly kind: 'ofVariable'; readonly texts: Readonly<Record<Variable, string>> }
  /** True inside a ring of positions [degrees east, degrees north]. */
  | { readonly kind: 'within'; readonly ring: readonly (readonly [longitude: number, latitude: number])[] }
  | { readonly kind: 'call'; readonly name: RowFunction; readonly of: readonly RowExpression[] };

export function field(name: RowField): RowExpression {
  return { kind: 'field', field: name };
}

export function text(value: string): RowExpression {
  return { kind: 'constant', type: 'text', value };
}

/** @param value ms since the epoch */
export function time(value: number): RowExpression {
  return { kind: 'constant', type: 'time', value };
}

export function call(name: RowFunction, ...of: readonly RowExpression[]): RowExpression {
  return { kind: 'call', name, of };
}

/** All of some conditions at once, null where there is none. */
export function allOf(conditions: readonly (RowExpression | null)[]): RowExpression | null {
  const given = conditions.filter((one) => one !== null);
  if (given.length === 0) return null;
  return given.reduce((all, one) => call('and', all, one));
}

/** The conditions that must all hold for one to hold. */
export function conjuncts(condition: RowExpression | null): readonly RowExpression[] {
  if (condition === null) return [];
  if (condition.kind !== 'call' || condition.name !== 'and') return [condition];
  return condition.of.flatMap(conjuncts);
}

/** The fields that an expression rests on. */
export function fieldsOf(expression: RowExpression): ReadonlySet<RowField> {
  switch (expression.kind) {
    case 'field':
      return new Set([expression.field]);
    case 'constant':
      return new Set();
    case 'ofVariable':
      return new Set(['variable'] as const);
    case 'within':
      return new Set(['longitude', 'latitude'] as const);
    case 'call':
      return new Set(expression.of.flatMap((one) => [...fieldsOf(one)]));
  }
}
