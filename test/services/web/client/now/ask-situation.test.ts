import assert from 'node:assert/strict';
import type { NowAnswer } from '../../../../../services/web/client/api/answers.ts';
import type { Api } from '../../../../../services/web/client/api/api.ts';
import { askSituation } from '../../../../../services/web/client/now/ask-situation.ts';
import { countStates } from '../../../../../services/web/client/state/station-state.ts';

const AT_REPORT = '2026-03-01T10:45:00Z';
const ARRIVED = '2026-03-01T10:52:00Z';
const LATER = '2026-03-01T10:53:00Z';

/** A network of two silent stations: the newest report came when one was heard, the other was heard later. */
const silentNetwork = (heard: string | null) => {
  const now = {
    ...{ network: 'north', time: '2026-03-01T11:24:00Z', last_seen: AT_REPORT, faults: [], silent_sensors: [] },
    ...{ counts: { stations: 2, states: { ...countStates([]), silent: 2 } }, next_cursors: {} },
    silent: [{ id: 'b', last_seen: heard }],
  } as unknown as NowAnswer;
  const observations = [{ timestamp: AT_REPORT, received: ARRIVED, flags: {} }];
  const api = {
    get: async (path: string) =>
      path.startsWith('/api/v1/now') ? now : path.startsWith('/api/v1/obs') ? { observations } : { anomalies: [] },
  } as unknown as Pick<Api, 'get'>;
  return { api, left: new AbortController().signal };
};

describe('what is wrong in a network without reports', () => {
  // "No report of the last 39 min has come" stood above "Costa 3: silent for 32 min": one was by the time of the report.
  it('counts from when a report last arrived, as its silent stations do, now and in the past', async () => {
    for (const time of [null, Date.parse('2026-03-01T11:24:00Z')]) {
      const { reach } = await askSituation(silentNetwork(LATER), 'north', time, new Map());
      assert.deepEqual(reach, { kind: 'standing', newest: Date.parse(AT_REPORT), heard: Date.parse(LATER) });
    }
  });

  it('counts from the arrival of the newest report where no station was heard for a month', async () => {
    const { reach } = await askSituation(silentNetwork(null), 'north', null, new Map());
    assert.deepEqual(reach, { kind: 'standing', newest: Date.parse(AT_REPORT), heard: Date.parse(ARRIVED) });
  });
});
