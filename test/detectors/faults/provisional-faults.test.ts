import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { PushedHistory } from '../../resilience/pushed-history.ts';
import { configuration, judgeLive } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';

/** What a fault says; of one that holds not how many values: the last slot is looked at when all have reported. */
const said = ({ id, kind, start, end, recovered, values, state }: Fault) =>
  JSON.stringify({ id, kind, start, end, recovered, state, values: end === null ? null : values });

describe('what is told of faults that are not settled', () => {
  // A spike was told of as the end of a fault of four hours that nobody had named, until it was settled three hours later.
  it('is what the reports since say, as soon as they say it', async () => {
    const history = new PushedHistory({ network: 'small', seed: 1 });
    const observations = history.slots.slice(0, 282).flat();
    const times = observations.map(({ time }) => time);
    const [start, end] = [Math.min(...times), Math.max(...times)];
    const source = new MemorySource(history.stations, observations);
    const asked = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
    const replayed = (await replay(source, asked)).faults;
    const live = await judgeLive(history.stations, observations);
    const told = [...live.faults.values()].filter(({ state }) => state !== 'withdrawn');
    assert.ok(replayed.some(({ state }) => state === 'provisional'));
    assert.deepEqual(told.map(said).sort(), replayed.map(said).sort());
  });
});
