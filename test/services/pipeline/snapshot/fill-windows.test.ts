import assert from 'node:assert/strict';
import { planJudgement } from '../../../../detectors/network/judgement-plan.ts';
import { liveJudgement, readConfiguration } from '../../../../schemas/configuration.ts';
import { slotOf, timeOfSlot } from '../../../../schemas/time.ts';
import type { WindowReport } from '../../../../schemas/window-report.ts';
import { fillWindows } from '../../../../services/pipeline/snapshot/fill-windows.ts';
import type { WindowHistory } from '../../../../services/stores/roles/window-history.ts';
import { NO_VALUES } from '../../../no-values.ts';

describe('filling windows', () => {
  it('lets the process be heard of between any two partitions', async () => {
    const names = Array.from({ length: 12 }, (_, k) => `station ${k}`);
    const store: Pick<WindowHistory, 'windowReports'> = {
      windowReports: async function* (_network, from) {
        yield names.map((station) => ({
          station,
          time: timeOfSlot(from),
          values: NO_VALUES,
          rainCount: null,
          rainInterval: null,
        }));
      },
    };
    let since = 0;
    let longest = 0;
    const reach = () => {
      longest = Math.max(longest, ++since);
    };
    const into = names.map(() => ({ partition: { reach, fill: () => {} }, until: 80 }));
    let ended = false;
    const hear = () => {
      since = 0;
      if (!ended) setImmediate(hear);
    };
    setImmediate(hear);
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const homeOf = (station: string) => into[names.indexOf(station)];
    await fillWindows(store, plan, 'n', 0, 80, 0, homeOf);
    ended = true;
    assert.ok(longest >= 1 && longest <= 2, `${longest} partitions in one go`);
  });

  it('gives no partition what is further ahead than its predecessor could have had, whatever others have reached', async () => {
    const store: Pick<WindowHistory, 'windowReports'> = {
      windowReports: async function* (_network, from, to) {
        for (const station of ['behind', 'ahead']) {
          const slots = Array.from({ length: to - from + 1 }, (_, k) => from + k);
          yield slots.map((slot) => ({
            station,
            time: timeOfSlot(slot),
            values: NO_VALUES,
            rainCount: null,
            rainInterval: null,
          }));
        }
      },
    };
    const newest = { behind: 0, ahead: 0 };
    const filled = (name: keyof typeof newest, until: number) => ({
      partition: {
        reach: () => {},
        fill: (_network: string, reports: readonly WindowReport[], from: number, end: number) => {
          for (const { time } of reports.slice(from, end)) newest[name] = Math.max(newest[name], slotOf(time));
        },
      },
      until,
    });
    const homes = { behind: filled('behind', 500), ahead: filled('ahead', 700) };
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    const homeOf = (station: string) => homes[station as keyof typeof homes];
    await fillWindows(store, plan, 'n', 400, 706, 4, homeOf);
    // An hour of hindsight.
    assert.deepEqual(newest, { behind: 506, ahead: 706 });
  });
});
