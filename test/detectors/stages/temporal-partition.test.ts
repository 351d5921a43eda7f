import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import type { Judgement } from '../../../schemas/judgement.ts';
import { MemoryLog } from '../../ingest/memory-log.ts';
import { configuration } from './live-judgement.ts';
import { smallHistory, smallStations } from './small-network.ts';

describe('the temporal judgement of a partition', () => {
  // Both judgements had the same time, and which of them counted was chance: a corrected value could stay missing.
  it('publishes one judgement of a report that one batch has judged twice', async () => {
    const log = new MemoryLog();
    const history = smallHistory(smallStations(1), 1, 4).slice(0, 60);
    const newest = history.at(-1);
    const [late, empty] = [history[50], history[55]];
    assert.ok(newest !== undefined);
    const without = { ...empty, values: { ...empty.values, wind_speed: null } };
    const partition = new TemporalPartition(0, {
      log,
      plan: planJudgement(configuration),
      networks: new NetworkStates(planJudgement(configuration)),
      inStep: false,
      scored: true,
      now: () => newest.time + 1,
      recall: async () => null,
    });
    await partition.take(history.filter((one) => one !== late && one !== empty && one !== newest).concat(without));
    const before = log.values('judgements').length;
    await partition.take([late, newest, empty]);
    const judgements: Judgement[] = log.values('judgements').slice(before);
    const own = judgements.filter(({ time }) => time === empty.time);
    assert.deepEqual(
      own.map(({ variables }) => variables.wind_speed.flag),
      [1],
    );
  });
});
