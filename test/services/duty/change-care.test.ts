import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { HalcyonError } from '../../../schemas/errors.ts';
import { addAlert, alertsOfFaults } from '../../../services/alerts/records/alert-records.ts';
import { addRule } from '../../../services/alerts/records/rule-records.ts';
import { carersOf, caresOf } from '../../../services/duty/care-records.ts';
import { type CareChange, changeCare } from '../../../services/duty/change-care.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { faultUntil, someAlert, someRule } from '../alerts/played-verdicts.ts';
import { NOON } from '../api/some-records.ts';
import { folderWithCatalogue } from '../stores/made-folders.ts';

const HOUR = 3_600_000;

describe('changing who looks after a fault', () => {
  let catalogue: Catalogue;
  before(async () => {
    catalogue = await openCatalogue({ dataFolder: await folderWithCatalogue() });
  });
  after(() => catalogue.close());

  const change = (fields: Partial<CareChange>): CareChange => ({
    ...{ fault: 'f', network: 'north', assignee: 'ann', snoozedUntil: null, by: 'ann', at: NOON, seen: 0 },
    cause: [fields.fault ?? 'f'],
    ...fields,
  });

  it('keeps the last word with its version, and knows who has looked after faults', async () => {
    const taken = await changeCare(catalogue, change({ fault: 'one' }));
    assert.deepEqual([taken.version, taken.assignee], [1, 'ann']);
    const until = NOON + 4 * HOUR;
    const put = change({ fault: 'one', assignee: 'bob', snoozedUntil: until, seen: 1, at: NOON + 1 });
    const given = await changeCare(catalogue, put);
    assert.deepEqual(await caresOf(catalogue, ['one', 'none']), new Map([['one', given]]));
    assert.deepEqual(given, {
      ...{ fault: 'one', network: 'north', version: 2, assignee: 'bob', snoozedUntil: until, by: 'ann', at: NOON + 1 },
    });
    assert.deepEqual(await carersOf(catalogue, 'north'), ['ann', 'bob']);
    assert.deepEqual(await carersOf(catalogue, 'south'), []);
  });

  it('tells whoever comes second who was first, and changes nothing', async () => {
    await changeCare(catalogue, change({ fault: 'two' }));
    const second = changeCare(catalogue, change({ fault: 'two', assignee: 'bob', by: 'bob', at: NOON + 5 }));
    await assert.rejects(second, (error) => {
      assert.ok(error instanceof HalcyonError);
      assert.equal(error.code, 'conflict');
      assert.match(error.message, /^ann took this fault at 2026-03-01T12:00:00Z: it is at version 1, you saw 0/);
      return true;
    });
    assert.equal((await caresOf(catalogue, ['two'])).get('two')?.assignee, 'ann');
  });

  it('lets one of two win who take it at the same moment', async () => {
    const both = await Promise.allSettled(
      ['ann', 'bob'].map((by) => changeCare(catalogue, change({ fault: 'three', assignee: by, by }))),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await caresOf(catalogue, ['three'])).get('three')?.version, 1);
  });

  it('changes nothing where it is so already', async () => {
    const first = await changeCare(catalogue, change({ fault: 'four' }));
    assert.deepEqual(await changeCare(catalogue, change({ fault: 'four', at: NOON + HOUR })), first);
  });

  it('acknowledges the open alerts of a fault that somebody takes', async () => {
    const { fault } = faultUntil(30);
    const [ruleId, other] = [randomUUID(), randomUUID()];
    for (const id of [ruleId, other]) await addRule(catalogue, id, someRule(), 'ann', NOON);
    const said = { kind: 'level', start: '2026-03-01T12:00:00Z' } as never;
    for (const id of [ruleId, other]) await addAlert(catalogue, someAlert(id, { fault: { id: fault.id, said } }));
    await changeCare(catalogue, change({ fault: fault.id, assignee: 'bob' }));
    assert.deepEqual(
      (await alertsOfFaults(catalogue, [fault.id])).map(({ state, acknowledgedBy }) => [state, acknowledgedBy]),
      [
        ['acknowledged', 'bob'],
        ['acknowledged', 'bob'],
      ],
    );
  });
});
