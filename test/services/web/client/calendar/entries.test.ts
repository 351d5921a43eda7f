import assert from 'node:assert/strict';
import type { Silence } from '../../../../../services/web/client/alerts/alert-answers.ts';
import type { MaintenanceAnswer } from '../../../../../services/web/client/api/answers.ts';
import { entriesIn, entriesOf } from '../../../../../services/web/client/calendar/entries.ts';

const window = (id: string, fields: Partial<MaintenanceAnswer> = {}): MaintenanceAnswer => ({
  ...{ id, network: 'north', station_id: id, reason: 'new screens', by: 'ada', at: '2026-03-01T00:00:00Z' },
  ...{ effective_from: null, ended_by: null, ended_at: null, variables: [], active: true },
  ...{ from: '2026-03-02T09:00:00Z', to: '2026-03-02T11:00:00Z', ...fields },
});
const silence = (id: string, fields: Partial<Silence> = {}): Silence => ({
  ...{ id, network: 'north', stations: null, variables: null, kinds: null, box: null, area: null, reason: 'ice' },
  ...{ by: 'bob' },
  ...{ created_at: '2026-03-01T00:00:00Z', ended_by: null },
  ...{ from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00Z', ...fields },
});

describe('entries of the calendar', () => {
  it('are the windows of one time and reason together, and each silence, by their beginning', () => {
    const found = entriesOf([window('a'), window('b'), window('c', { reason: 'other' })], [silence('s')]);
    assert.deepEqual(
      found.map(({ kind, ids, stations }) => [kind, ids, stations]),
      [
        ['silence', ['s'], null],
        ['maintenance', ['a', 'b'], ['a', 'b']],
        ['maintenance', ['c'], ['c']],
      ],
    );
  });

  it('are none of what was taken back before it began', () => {
    const back = window('a', { to: '2026-03-02T09:00:00.000Z' });
    assert.deepEqual(entriesOf([back], [silence('s', { to: '2026-02-28T00:00:00.500Z' })]), []);
  });

  it('are in every day that they have a part in, without end while they are open', () => {
    const entries = entriesOf([window('a', { to: null })], [silence('s')]);
    const kinds = (day: string) =>
      entriesIn(entries, Date.parse(day), Date.parse(day) + 86_400_000).map((one) => one.kind);
    assert.deepEqual(kinds('2026-03-01'), ['silence']);
    assert.deepEqual(kinds('2026-03-02'), ['silence', 'maintenance']);
    assert.deepEqual(kinds('2026-03-03'), ['maintenance']);
    assert.deepEqual(kinds('2027-03-03'), ['maintenance']);
  });
});
