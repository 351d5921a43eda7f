import assert from 'node:assert/strict';
import { explainValue } from '../../detectors/explanation/explain-value.ts';
import { FLAG } from '../../schemas/judgement.ts';
import type { Values } from '../../schemas/observation.ts';
import type { Variable } from '../../schemas/variables.ts';
import { configuration } from '../detectors/stages/live-judgement.ts';
import { entered } from '../detectors/stages/ruled-history.ts';
import { MemorySource, smallHistory, smallStations } from '../detectors/stages/small-network.ts';

const DIRECTION = 'wind_direction' as Variable;

describe('a direction beyond the climate of its station', () => {
  it('is suspect, and has no score: not that of the value before it', async () => {
    const stations = smallStations(3);
    const history = smallHistory(stations, 1, 7).map((it, k) => ({
      ...it,
      values: { ...it.values, [DIRECTION]: 40 + (k % 9) } as Values,
    }));
    const report = history.findLast(({ station, values }) => station === 's01' && values.temp_out !== null);
    assert.ok(report !== undefined);
    report.values[DIRECTION] = 355;
    const limits = { failLow: 0, failHigh: 360, suspectLow: 10, suspectHigh: 350 };
    const rule = entered({ id: 'l', kind: 'limits', station: 's01', variables: [DIRECTION], limits }, 0);
    const source = new MemorySource(stations, history, [rule]);
    const last = Math.max(...history.map(({ time }) => time));
    const { judgement } = await explainValue(source, {
      network: 'small',
      report,
      variable: DIRECTION,
      configuration: { ...configuration, variables: ['temp_out', DIRECTION] },
      last,
    });
    assert.deepEqual(judgement, { flag: FLAG.suspect, reason: 'gross_range', score: null });
  });
});
