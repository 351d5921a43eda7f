import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource, smallHistory, smallStations } from '../stages/small-network.ts';

const stations = smallStations(6);
/** In calm weather, before the front. */
const AT = FIRST_SLOT + 100;

/** The verdict on rain of 60 mm at one station, whose hygrometer reads what is given meanwhile [%]. */
async function verdict(humidity: number): Promise<string | undefined> {
  const observations = smallHistory(stations, 1, 7).map((one) => {
    const isIt = one.station === 's02' && Math.abs(one.time - timeOfSlot(AT)) < 300_000;
    return isIt ? { ...one, values: { ...one.values, rain: 60, out_hum: humidity } } : one;
  });
  const [start, end] = [timeOfSlot(AT - 6), timeOfSlot(AT + 12)];
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  const { anomalies } = await replay(new MemorySource(stations, observations), request);
  return anomalies.find(({ station, variable }) => station === 's02' && variable === 'rain')?.classification;
}

describe('a value that its own report contradicts', () => {
  it('is a failure where its neighbours say so, and not suspected because nobody can tell which of both is wrong', async () => {
    assert.equal(await verdict(70), 'device_failure');
    assert.equal(await verdict(20), 'device_failure');
  });
});
