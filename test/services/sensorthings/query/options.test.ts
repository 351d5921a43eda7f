import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { parseOptions } from '../../../../services/sensorthings/query/parse-options.ts';
import type { Expansion } from '../../../../services/sensorthings/query/syntax.ts';

/** Expansions by name, with their own inside. */
function tree(expansions: readonly Expansion[]): object {
  return Object.fromEntries(expansions.map(({ navigation, options }) => [navigation, tree(options.expand)]));
}

describe('query options of SensorThings', () => {
  it('reads an expansion with options of its own, whatever stands in its texts', () => {
    const { expand } = parseOptions({
      $expand:
        "Locations,Datastreams($filter=name eq 'a;b,(c';$top=2;$expand=Observations($top=1;$orderby=result desc),Sensor)",
    });
    assert.deepEqual(tree(expand), { Locations: {}, Datastreams: { Observations: {}, Sensor: {} } });
    const [, datastreams] = expand;
    assert.equal(datastreams.options.top, 2);
    assert.deepEqual(datastreams.options.expand[0].options.given, { $top: '1', $orderby: 'result desc' });
  });

  it('takes paths, and joins those that begin alike', () => {
    const { expand } = parseOptions({ $expand: 'Datastreams/Observations($top=1),Datastreams/Sensor,Locations' });
    assert.deepEqual(tree(expand), { Datastreams: { Observations: {}, Sensor: {} }, Locations: {} });
    assert.deepEqual(expand[0].options.given, { $expand: 'Observations($top=1),Sensor' });
    const other = parseOptions({ $expand: 'Datastreams/Sensor,Datastreams($top=3)' });
    assert.deepEqual([tree(other.expand), other.expand[0].options.top], [{ Datastreams: { Sensor: {} } }, 3]);
  });

  it('knows what was not given', () => {
    const { filter, order, select, expand, top, skip, count, skipToken } = parseOptions({});
    assert.deepEqual(
      [filter, order, select, expand, top, skip, count, skipToken],
      [null, [], null, [], null, 0, false, null],
    );
  });

  for (const [given, reason] of [
    [{ $top: '-1' }, /\$top: '-1' should be a whole number/],
    [{ $skip: '1.5' }, /\$skip: '1.5' should be/],
    [{ $count: 'yes' }, /\$count: 'yes' should be true or false/],
    [{ $expand: '' }, /\$expand: '' should be like/],
    [{ $expand: 'Datastreams($top=1' }, /should be like/],
    [{ $expand: 'Datastreams($colour=1)' }, /'\$colour=1' should be one of \$filter/],
    [{ $expand: 'Datastreams($top=1;$top=2)' }, /\$top is given twice/],
    [{ $expand: 'Datastreams($top=1),Datastreams($top=2)' }, /Datastreams is given twice/],
    [{ $expand: `${'Things($expand='.repeat(50)}x${')'.repeat(50)}` }, /at most 8/],
  ] as const) {
    it(`refuses ${JSON.stringify(given).slice(0, 60)}`, () => {
      assert.throws(
        () => parseOptions(given),
        (error) => error instanceof HalcyonError && [400, 501].includes(error.status) && reason.test(error.message),
      );
    });
  }
});
