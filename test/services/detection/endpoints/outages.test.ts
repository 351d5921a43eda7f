import assert from 'node:assert/strict';
import { outagesAnswerShape } from '../../../../schemas/http/answers/outage-answer.ts';
import type { Outage } from '../../../../schemas/outage.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON } from '../../api/some-records.ts';

const PATH = '/api/v1/outages';

function outage(changes: Partial<Outage> = {}): Outage {
  return {
    kind: 'repeating',
    scope: 'network',
    start: NOON - 7_200_000,
    end: NOON - 3_600_000,
    stations: ['a', 'b', 'c'],
    share: 2 / 3,
    reason: '2 of 3 stations repeated their record at once',
    ...changes,
  };
}

describe('GET /api/v1/outages', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.outages = [outage()];
  });

  it('shows an outage in the words of the report, with the stretch', async () => {
    const { body } = await running.request(PATH);
    assert.deepEqual(body, {
      network: 'north',
      from: '2026-02-28T12:00:00Z',
      to: '2026-03-01T12:00:00Z',
      outages: [
        {
          kind: 'repeating',
          scope: 'network',
          start: '2026-03-01T10:00:00Z',
          end: '2026-03-01T11:00:00Z',
          stations: ['a', 'b', 'c'],
          share: 0.6667,
          reason: '2 of 3 stations repeated their record at once',
        },
      ],
      next_cursor: null,
    });
  });

  it('asks for the network and the stretch that were given', async () => {
    await running.request(PATH);
    assert.deepEqual(running.parts.outagesAsked.at(-1), { network: null, from: undefined, to: undefined });
    await running.request(`${PATH}?network=south&from=2026-03-01T00:00:00Z&to=1772366400`);
    const from = Date.UTC(2026, 2, 1);
    assert.deepEqual(running.parts.outagesAsked.at(-1), { network: 'south', from, to: NOON });
  });

  it('gives pages, newest first, each outage once', async () => {
    const alone = (station: string) => outage({ scope: 'station', stations: [station], end: null });
    running.parts.outages = [
      outage({ start: NOON - 9_000_000 }),
      outage(),
      alone('a'),
      alone('b'),
      outage({ start: NOON }),
    ];
    const seen: string[] = [];
    let cursor = '';
    do {
      const answer = await running.request(`${PATH}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      const { outages, next_cursor } = answer.as(outagesAnswerShape);
      assert.ok(outages.length <= 2);
      for (const { start, scope, stations } of outages) seen.push(`${start} ${scope} ${stations[0]}`);
      cursor = next_cursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(seen, [
      '2026-03-01T12:00:00Z network a',
      '2026-03-01T10:00:00Z network a',
      '2026-03-01T10:00:00Z station a',
      '2026-03-01T10:00:00Z station b',
      '2026-03-01T09:30:00Z network a',
    ]);
  });

  it('refuses a cursor of no page and a stretch that ends before it begins', async () => {
    for (const [query, name] of [
      ['cursor=bad', 'cursor'],
      ['from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z', 'from'],
      ['limit=0', 'limit'],
    ]) {
      const answer = await running.request(`${PATH}?${query}`);
      assert.equal(answer.status, 422, query);
      assert.deepEqual(answer.problems[0].loc, ['query', name]);
    }
  });
});
