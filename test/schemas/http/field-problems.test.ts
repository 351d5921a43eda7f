import assert from 'node:assert/strict';
import { z } from 'zod';
import { alternatives, fieldProblems } from '../../../schemas/http/field-problems.ts';

function problemsOf(schema: z.ZodType, value: unknown, known: readonly string[] = []) {
  const result = schema.safeParse(value, { reportInput: true });
  assert.ok(result.error, 'should have been refused');
  return fieldProblems(result.error, 'body', known);
}

describe('fieldProblems', () => {
  it('tells a missing field from a wrong one', () => {
    const schema = z.strictObject({ a: z.string(), b: z.string(), c: z.enum(['x']) });
    assert.deepEqual(problemsOf(schema, { b: 1 }), [
      { loc: ['body', 'a'], msg: 'Field required', type: 'missing' },
      { loc: ['body', 'b'], msg: 'Input should be a valid string', type: 'string_type' },
      { loc: ['body', 'c'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('names the forms that a field tells apart', () => {
    const forms = z.discriminatedUnion('type', [
      z.object({ type: z.literal('webhook') }),
      z.object({ type: z.literal('feed') }),
    ]);
    const expected = [{ loc: ['body', 'type'], msg: "Input should be 'webhook' or 'feed'", type: 'enum' }];
    assert.deepEqual(problemsOf(forms, { type: 'pigeon' }), expected);
    assert.deepEqual(problemsOf(forms, {}), expected);
  });

  const CASES: [schema: z.ZodType, value: unknown, msg: string, type: string][] = [
    [z.number(), 'a', 'Input should be a valid number', 'float_type'],
    [z.number(), Number.NaN, 'Input should be a finite number', 'finite_number'],
    [z.number(), Number.POSITIVE_INFINITY, 'Input should be a finite number', 'finite_number'],
    [z.number().int(), 1.5, 'Input should be a valid integer', 'int_type'],
    [z.number().min(1), 0, 'Input should be greater than or equal to 1', 'greater_than_equal'],
    [z.number().gt(0), 0, 'Input should be greater than 0', 'greater_than'],
    [z.number().max(9), 10, 'Input should be less than or equal to 9', 'less_than_equal'],
    [z.number().lt(9), 9, 'Input should be less than 9', 'less_than'],
    [z.string().min(2), 'a', 'String should have at least 2 characters', 'string_too_short'],
    [z.string().max(2), 'abc', 'String should have at most 2 characters', 'string_too_long'],
    [z.array(z.string()).min(1), [], 'List should have at least 1 items', 'too_short'],
    [z.array(z.string()), {}, 'Input should be a valid list', 'list_type'],
    [z.boolean(), 1, 'Input should be a valid boolean', 'bool_type'],
    [z.object({}), [], 'Input should be a valid dictionary or object to extract fields from', 'model_attributes_type'],
    [z.record(z.string(), z.unknown()), [], 'Input should be a valid dictionary', 'dict_type'],
    [z.enum(['a', 'b', 'c']), 'd', "Input should be 'a', 'b' or 'c'", 'enum'],
    [z.enum(['a', 'b']).or(z.literal('')).nullish(), 'd', "Input should be 'a', 'b' or ''", 'union_type'],
    [z.string().or(z.literal('')), 7, 'Input should be a valid string', 'union_type'],
    [z.union([z.literal('a'), z.number()]), 'd', "Input should be 'a' or a valid number", 'union_type'],
    [z.union([z.string(), z.number()]), [], 'Input should be a valid string or number', 'union_type'],
  ];
  for (const [schema, value, msg, type] of CASES) {
    it(`says ${type}: ${msg}`, () => {
      assert.deepEqual(problemsOf(z.object({ x: schema }), { x: value }), [{ loc: ['body', 'x'], msg, type }]);
    });
  }

  it('names what is wrong within the one form that a value has', () => {
    const schema = z.object({ x: z.union([z.literal('all'), z.array(z.enum(['a', 'b']))]) });
    assert.deepEqual(problemsOf(schema, { x: ['a', 'c'] }), [
      { loc: ['body', 'x', 1], msg: "Input should be 'a' or 'b'", type: 'enum' },
    ]);
    assert.deepEqual(problemsOf(schema, { x: 'none' }), [
      { loc: ['body', 'x'], msg: "Input should be 'all' or a valid array", type: 'union_type' },
    ]);
  });

  it('names each unknown field, and the known ones at the top only', () => {
    const schema = z.strictObject({ a: z.strictObject({}) });
    assert.deepEqual(problemsOf(schema, { a: { y: 1 }, b: 1, c: 1 }, ['a']), [
      { loc: ['body', 'a', 'y'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
      { loc: ['body', 'b'], msg: 'Extra inputs are not permitted; known are a', type: 'extra_forbidden' },
      { loc: ['body', 'c'], msg: 'Extra inputs are not permitted; known are a', type: 'extra_forbidden' },
    ]);
  });

  it('lists alternatives as a sentence does', () => {
    assert.equal(alternatives([]), '');
    assert.equal(alternatives(['a']), "'a'");
    assert.equal(alternatives(['a', 'b']), "'a' or 'b'");
  });
});
