import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../../../detectors/baselines/documented-floors.ts';
import { judgeFlatLine } from '../../../detectors/checks/flat-line.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const S = 1000;

/** What a station reads [degC, %]. */
interface Air {
  readonly temperature: number;
  readonly humidity: number;
}

/** What is said of a station that has read the same air for some slots, beside neighbours that have too. */
function judged(own: Air, around: readonly Air[], slots = 6, cadence = 1) {
  const windows = new WrittenWindows();
  for (let slot = S; slot >= S - 48; slot -= cadence) {
    windows.write(0, 'temp_out', slot, own.temperature);
    windows.write(0, 'out_hum', slot, slot >= S - slots ? own.humidity : 60);
    for (const [k, { temperature, humidity }] of around.entries()) {
      windows.write(k + 1, 'temp_out', slot, temperature);
      windows.write(k + 1, 'out_hum', slot, humidity);
    }
  }
  const neighbours = around.map((_, k) => ({ index: k + 1, id: `n${k + 1}`, km: 4 * (k + 1) }));
  return judgeFlatLine({
    ...{ station: 0, variable: 'out_hum', slot: S, actual: own.humidity, expected: own.humidity },
    ...{ floors: DOCUMENTED_FLOORS, spreads: DOCUMENTED_SPREADS, neighbours, windows, known: S, hindsightSlots: 6 },
  });
}

const air = (humidity: number, temperature = 20): Air => ({ temperature, humidity });

describe('common check: flat_line, of saturated air', () => {
  it('is stuck after an hour where the neighbours have dry air, at two reports of an hourly station', () => {
    const answer = judged(air(100), [air(50), air(55), air(60)]);
    assert.deepEqual([answer?.classification, answer?.expected, answer?.run], ['device_failure', 55, 6]);
    assert.equal(answer?.reason, 'unchanged at 100 % for 1 h while 3 neighbours indicate 55 % (median)');
    assert.ok(judged(air(97), [air(50), air(55)], 6, 6));
    assert.equal(judged(air(100), [air(50), air(55)], 5), null);
    assert.equal(judged(air(100), [air(50), air(55)], 0, 6), null);
  });

  it('is fog where the neighbours are damp, or their air is so moist that it makes fog in a cold hollow', () => {
    assert.equal(judged(air(100), [air(71), air(72), air(50)]), null);
    assert.equal(judged(air(100, 12), [air(60), air(60), air(60)]), null);
    // On a mountain in warm cloud above cold air the vapour of the valley says nothing.
    assert.equal(judged(air(100, 2), [air(85, -10), air(85, -10)]), null);
  });

  it('asks two neighbours or more, of two the more humid, and takes their humidity alone without a temperature', () => {
    assert.equal(judged(air(100), [air(50)]), null);
    assert.equal(judged(air(100), [air(50), air(75)]), null);
    assert.ok(judged(air(100, Number.NaN), [air(50), air(60)]));
    assert.ok(judged(air(100), [air(50, Number.NaN), air(60, Number.NaN)]));
  });

  it('is never told of air that is bone-dry', () => {
    assert.equal(judged(air(2), [air(60), air(60), air(60)]), null);
  });
});
