import assert from 'node:assert/strict';
import { EntryRequests, endEntry, requestsOf } from '../../../../../services/web/client/calendar/entry-requests.ts';

const TIMES = [
  { from: '2026-03-02T09:00:00Z', to: '2026-03-02T11:00:00Z' },
  { from: '2026-03-09T09:00:00Z', to: '2026-03-09T11:00:00Z' },
];
const PLAN = { kind: 'maintenance', network: 'north', stations: ['a', 'b'], times: TIMES, reason: 'x' } as const;

/** A service that remembers what it was sent, and refuses one of the requests. */
function service(refused = Number.NaN) {
  const sent: (readonly [path: string, station: unknown])[] = [];
  let asked = 0;
  const send = async <T>(_method: string, path: string, body?: unknown): Promise<T> => {
    asked += 1;
    if (asked === refused) throw new Error('not now');
    sent.push([path, (body as { station?: string } | undefined)?.station]);
    return { id: `w${asked}`, from: (body as { from?: string } | undefined)?.from ?? '' } as T;
  };
  return { sent, send };
}

describe('requests of the calendar', () => {
  it('are a window for each station and time, and a silence of all stations for each time', () => {
    assert.deepEqual(
      requestsOf(PLAN).map(({ body }) => [body['station'], body['from']]),
      [
        ['a', TIMES[0].from],
        ['b', TIMES[0].from],
        ['a', TIMES[1].from],
        ['b', TIMES[1].from],
      ],
    );
    assert.deepEqual(
      requestsOf({ ...PLAN, kind: 'silence' }).map(({ path, body }) => [path, body['stations']]),
      TIMES.map(() => ['/api/v1/silences', ['a', 'b']]),
    );
  });

  it('go on with the rest after one was refused, and are taken back from their beginning', async () => {
    const api = service(3);
    const entered = new EntryRequests(api);
    await assert.rejects(entered.enter(PLAN), /not now/);
    assert.equal(entered.count, 2);
    await entered.enter(PLAN);
    assert.equal(entered.count, 4);
    assert.deepEqual(
      api.sent.map(([, station]) => station),
      ['a', 'b', 'a', 'b'],
    );
    await entered.undo();
    assert.equal(entered.count, 0);
    assert.deepEqual(api.sent[4], ['/api/v1/maintenance/w1/end?at=2026-03-02T09%3A00%3A00Z', undefined]);
  });

  it('end what has begun now, and what has not as if it had never been', async () => {
    const api = service();
    const from = Date.parse(TIMES[0].from);
    const entry = {
      kind: 'maintenance',
      ids: ['x'],
      stations: ['a'],
      isArea: false,
      from,
      to: null,
      reason: '',
      by: '',
    } as const;
    await endEntry(api, entry, from + 1);
    await endEntry(api, entry, from - 1);
    await endEntry(api, { ...entry, kind: 'silence' }, from - 1);
    assert.deepEqual(
      api.sent.map(([path]) => path),
      [
        '/api/v1/maintenance/x/end',
        '/api/v1/maintenance/x/end?at=2026-03-02T09%3A00%3A00.000Z',
        '/api/v1/silences/x/end',
      ],
    );
  });
});
