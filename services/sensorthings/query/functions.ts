import type { RowFunction, RowType } from '../../stores/rows/row-expression.ts';

/** What a function or operator takes and gives, and what it is to stores. */
export interface FunctionSignature {
  readonly row: RowFunction;
  readonly of: readonly RowType[];
  readonly gives: RowType;
  /** How many of the last arguments may be left out. */
  readonly optional?: number;
  /** Its arguments come in the other order. */
  readonly reversed?: boolean;
}

const logical = (row: RowFunction): FunctionSignature => ({ row, of: ['flag', 'flag'], gives: 'flag' });
const arithmetic = (row: RowFunction): FunctionSignature => ({ row, of: ['number', 'number'], gives: 'number' });
const ofNumber = (row: RowFunction): FunctionSignature => ({ row, of: ['number'], gives: 'number' });
const ofText = (row: RowFunction, gives: RowType): FunctionSignature => ({ row, of: ['text'], gives });
const ofTexts = (row: RowFunction, gives: RowType): FunctionSignature => ({ row, of: ['text', 'text'], gives });
const ofTime = (row: RowFunction): FunctionSignature => ({ row, of: ['time'], gives: 'number' });

/** Both sides are of one type. */
export const COMPARISONS: Readonly<Record<string, RowFunction>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'lt',
  le: 'le',
  gt: 'gt',
  ge: 'ge',
};

/** The built-in operators and query functions of SensorThings 1.1, section 9.3.3.5, that are answered. */
export const FUNCTIONS: Readonly<Record<string, FunctionSignature>> = {
  and: logical('and'),
  or: logical('or'),
  not: { row: 'not', of: ['flag'], gives: 'flag' },
  add: arithmetic('add'),
  sub: arithmetic('sub'),
  mul: arithmetic('mul'),
  div: arithmetic('div'),
  mod: arithmetic('mod'),
  round: ofNumber('round'),
  floor: ofNumber('floor'),
  ceiling: ofNumber('ceiling'),
  contains: ofTexts('contains', 'flag'),
  substringof: { ...ofTexts('contains', 'flag'), reversed: true },
  startswith: ofTexts('startswith', 'flag'),
  endswith: ofTexts('endswith', 'flag'),
  length: ofText('length', 'number'),
  indexof: ofTexts('indexof', 'number'),
  substring: { row: 'substring', of: ['text', 'number', 'number'], gives: 'text', optional: 1 },
  tolower: ofText('tolower', 'text'),
  toupper: ofText('toupper', 'text'),
  trim: ofText('trim', 'text'),
  concat: ofTexts('concat', 'text'),
  year: ofTime('year'),
  month: ofTime('month'),
  day: ofTime('day'),
  hour: ofTime('hour'),
  minute: ofTime('minute'),
  second: ofTime('second'),
};

/** What a type is called in messages. */
export const TYPE_TITLES: Readonly<Record<RowType, string>> = {
  text: 'a text',
  number: 'a number',
  time: 'a time',
  flag: 'true or false',
};
