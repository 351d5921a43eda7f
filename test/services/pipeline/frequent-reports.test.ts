import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { slotOf } from '../../../schemas/time.ts';
import { FrequentReports } from '../../../services/pipeline/frequent-reports.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';

const MINUTE = 60_000;
const VALUES = { temp_out: 10, out_hum: 50, wind_speed: 3, bar: 1010, rain: 0 };

/** Stations that each send reports so often, and what the operator is told of them. */
function told(every: readonly number[], reports: number, interval: number | null = null): string[] {
  const states = new NetworkStates(planJudgement(configuration));
  const { stations, windows } = states.of('north');
  for (const [i, ms] of every.entries()) {
    const station = stations.indexOf(`s${i}`);
    for (let k = 0; k < reports; k++) windows.put(station, slotOf(k * ms), k * ms, VALUES, null, interval);
  }
  const said: string[] = [];
  const watch = new FrequentReports(linesTo((line) => said.push(line)));
  watch.look([states]);
  watch.look([states]);
  return said;
}

describe('what the operator is told of stations that report often', () => {
  it('is nothing where they report every ten minutes, or say over how long their rain falls', () => {
    assert.deepEqual(told([10 * MINUTE], 100), []);
    assert.deepEqual(told([5 * MINUTE, MINUTE], 100, 5), []);
  });

  it('is once that their rain has no interval, and what is made of it', () => {
    const said = told(
      [5, 5, 1, 2, 10].map((minutes) => minutes * MINUTE),
      60,
    );
    assert.equal(said.length, 1);
    assert.match(said[0], /^network north: s0, s1, s2 and 1 more report more often .* declare intervals\.rain/);
  });

  it('is a burst of one of them', () => {
    const said = told([50, 10 * MINUTE], 3000, 1);
    assert.equal(said.length, 1);
    assert.match(said[0], /^network north: s0 sent more than 1800 reports .* each is judged/);
  });
});
