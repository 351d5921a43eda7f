import assert from 'node:assert/strict';
import { ResumedVerdicts } from '../../../detectors/stages/resumed-verdicts.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';

type Said = Pick<Anomaly, 'state' | 'classification' | 'actual' | 'final'>;

const FAILURE: Said = { state: 'provisional', classification: 'device_failure', actual: 31, final: false };

describe('verdicts while what an earlier run left unsettled is judged again', () => {
  const verdict = (id: string, said: Partial<Said> = {}) => ({ ...FAILURE, ...said, id }) as Anomaly;
  const news = (before: readonly Anomaly[], given: readonly Anomaly[]) => {
    const resumed = new ResumedVerdicts(before);
    const atOnce = given.flatMap((anomaly) => resumed.hold([{ anomaly }]));
    return [atOnce, resumed.news()].map((told) => told.map(({ anomaly }) => `${anomaly.id} ${anomaly.state}`));
  };
  const suspected = { classification: 'suspected' } as const;
  const withdrawn = { state: 'withdrawn' } as const;

  it('are told where the last one says something else than that run had told', () => {
    assert.deepEqual(news([verdict('a')], [verdict('a', suspected), verdict('a')]), [[], []]);
    assert.deepEqual(news([verdict('a')], [verdict('a'), verdict('a', suspected)]), [[], ['a provisional']]);
    assert.deepEqual(news([verdict('a')], [verdict('a', withdrawn)]), [[], ['a withdrawn']]);
    assert.deepEqual(news([verdict('a')], [verdict('a', { actual: 32 })]), [[], ['a provisional']]);
    assert.deepEqual(news([], [verdict('b')]), [[], ['b provisional']]);
  });

  it('take back nothing that was not told', () => {
    assert.deepEqual(news([], [verdict('b', suspected), verdict('b', withdrawn)]), [[], []]);
  });

  it('are told at once where they are final', () => {
    const settled = verdict('a', { state: 'settled', final: true });
    assert.deepEqual(news([verdict('a')], [verdict('a', suspected), settled]), [['a settled'], []]);
  });
});
