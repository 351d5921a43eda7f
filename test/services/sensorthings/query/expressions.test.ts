import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { parseExpression, parseOrder } from '../../../../services/sensorthings/query/parse-expression.ts';
import type { Syntax } from '../../../../services/sensorthings/query/syntax.ts';

/** An expression with all its parentheses, so that what binds to what is seen. */
function shown(syntax: Syntax): string {
  if (syntax.kind === 'path') return syntax.steps.join('/');
  if (syntax.kind === 'call') return `${syntax.name}(${syntax.of.map(shown).join(' ')})`;
  return syntax.kind === 'null' ? 'null' : `${syntax.kind}:${String(syntax.value)}`;
}

const READ: readonly (readonly [text: string, read: string])[] = [
  ['a or b and c', 'or(a and(b c))'],
  ['(a or b) and c', 'and(or(a b) c)'],
  ['not a and b', 'and(not(a) b)'],
  ['not (a and b)', 'not(and(a b))'],
  ['a add 1 mul 2 eq 3', 'eq(add(a mul(number:1 number:2)) number:3)'],
  ['a sub 1 sub 2 gt 0', 'gt(sub(sub(a number:1) number:2) number:0)'],
  ["name eq 'O''Brien, (x)'", "eq(name text:O'Brien, (x))"],
  ['Thing/Locations/@iot.id eq null', 'eq(Thing/Locations/@iot.id null)'],
  ['result ge -1.5e3', 'ge(result number:-1500)'],
  ['phenomenonTime lt 2026-03-01T12:00:00+01:00', 'lt(phenomenonTime time:1772362800000)'],
  ['phenomenonTime ge 2026-03-01', 'ge(phenomenonTime time:1772323200000)'],
  ["substring(name,1,2) eq ''", 'eq(substring(name number:1 number:2) text:)'],
  ["st_within(location,geography'POLYGON((1 2))')", 'st_within(location geography:POLYGON((1 2)))'],
  ['properties/retired eq true', 'eq(properties/retired flag:true)'],
  ['now() gt time', 'gt(now() time)'],
  ['not', 'not'],
];

const REFUSED: readonly (readonly [text: string, reason: RegExp])[] = [
  ['', /a property, a value or a function is expected at its end/],
  ['result gt', /is expected at its end/],
  ['result gt 1)', /nothing more is expected at character 12/],
  ['(result gt 1', /'\)' is expected at its end/],
  ["name eq 'x", /character 9, ''x', is not expected/],
  ['a & b', /character 3, '& b', is not expected/],
  ['phenomenonTime gt 2026-02-31T00:00:00Z', /'2026-02-31T00:00:00Z' is no time/],
  ["a eq duration'PT1H'", /is not expected/],
  [`${'('.repeat(5000)}a`, /nested more than 100 deep/],
  [`${'not '.repeat(2000)}a`, /nested more than 100 deep/],
  ['a'.repeat(10_001), /at most 10000 are read/],
];

describe('expressions of SensorThings', () => {
  for (const [text, read] of READ) {
    it(`reads ${text}`, () => assert.equal(shown(parseExpression(text, '$filter')), read));
  }

  for (const [text, reason] of REFUSED) {
    it(`refuses ${text.slice(0, 40)}`, () => {
      assert.throws(
        () => parseExpression(text, '$filter'),
        (error) => error instanceof HalcyonError && error.code === 'malformed_query' && reason.test(error.message),
      );
    });
  }

  it('reads an order, rising where it does not say', () => {
    const terms = parseOrder('a desc,b/c asc , length(d)', '$orderby');
    assert.deepEqual(
      terms.map(({ by, descending }) => [shown(by), descending]),
      [
        ['a', true],
        ['b/c', false],
        ['length(d)', false],
      ],
    );
  });

  it('says what may follow what is sorted by', () => {
    assert.throws(
      () => parseOrder('name sideways', '$orderby'),
      /'asc', 'desc', ',' or nothing more is expected at character 6/,
    );
    assert.throws(() => parseOrder('name asc id', '$orderby'), /',' or nothing more is expected at character 10/);
  });
});
