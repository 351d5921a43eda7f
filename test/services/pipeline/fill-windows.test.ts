import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/stages/judgement-plan.ts';
import type { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { fillWindows } from '../../../services/pipeline/fill-windows.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';

describe('filling windows', () => {
  it('lets the process be heard of between any two partitions', async () => {
    const store: Partial<TimeSeriesStore> = {
      windowReports: async function* () {
        yield* [];
      },
    };
    let since = 0;
    let longest = 0;
    const reach = () => {
      longest = Math.max(longest, ++since);
    };
    const into = Array.from({ length: 12 }, () => ({
      partition: { reach } as unknown as TemporalPartition,
      until: 80,
    }));
    let ended = false;
    const hear = () => {
      since = 0;
      if (!ended) setImmediate(hear);
    };
    setImmediate(hear);
    const plan = planJudgement(liveJudgement(readConfiguration({})));
    await fillWindows(store as TimeSeriesStore, plan, 'n', 0, 80, into, () => undefined);
    ended = true;
    assert.ok(longest <= 2, `${longest} partitions in one go`);
  });
});
