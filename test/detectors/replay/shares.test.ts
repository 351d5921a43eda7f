import assert from 'node:assert/strict';
import { ObservationPacker, ObservationUnpacker } from '../../../detectors/replay/packed-observations.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import { isIn, sharesOf } from '../../../detectors/replay/replay-share.ts';
import { rainCountOf } from '../../../ingest/validation/rain-fields.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource, smallHistory, smallStations } from '../stages/small-network.ts';
import { sharesHere } from './shares-here.ts';

describe('shares of a replay', () => {
  it('are all stations, each once', () => {
    for (const threads of [0, 1, 2, 5]) {
      const shares = sharesOf(threads);
      assert.equal(shares.length, threads + 1);
      for (let station = 0; station < 50; station++) {
        assert.equal(shares.filter((share) => isIn(share, station)).length, 1, `station ${station}`);
      }
    }
  });

  for (const verdicts of ['last', 'first'] as const) {
    it(`find together what one finds alone, the ${verdicts} verdicts`, async () => {
      const known = smallStations(9);
      const history = smallHistory(known, 3, 5);
      // One is retired, one never registered, one silent.
      const stations = known.slice(0, 8).map((station, k) => (k === 2 ? { ...station, retired: true } : station));
      const source = new MemorySource([...stations, { ...known[0], id: 'silent' }], history);
      const times = history.map(({ time }) => time).sort((a, b) => a - b);
      const request = {
        network: 'small',
        start: times[Math.floor(times.length / 3)],
        end: times[times.length - 1],
        configuration,
        verdicts,
      } as const;
      const alone = await replay(source, request);
      assert.ok(alone.anomalies.length > 10, `there are anomalies: ${alone.anomalies.length}`);
      assert.ok(alone.notJudged.some(({ reason }) => reason === 'no_observations'));
      for (const threads of [1, 3]) assert.deepEqual(await replay(source, request, sharesHere(threads)), alone);
    });
  }
});

describe('packed observations', () => {
  it('come out with what is judged by', () => {
    const observations = smallHistory(smallStations(3), 1, 2);
    const counted = { ...observations[5], original: { rain: { value: 1.5, unit: 'in', kind: 'since_midnight' } } };
    const packer = new ObservationPacker();
    const unpacker = new ObservationUnpacker('small');
    for (const batch of [observations.slice(0, 5), [counted], observations.slice(6)]) {
      const unpacked = [...unpacker.unpack(packer.pack(batch))];
      assert.equal(unpacked.length, batch.length);
      for (const [k, { station, time, values, network }] of unpacked.entries()) {
        assert.deepEqual([network, station, time], ['small', batch[k].station, batch[k].time]);
        for (const variable of VARIABLES) assert.equal(values[variable], batch[k].values[variable]);
      }
      if (batch[0] === counted) {
        assert.equal(rainCountOf(unpacked[0].original), rainCountOf(counted.original));
        assert.equal(rainCountOf(counted.original), 38.1);
      }
    }
  });
});
