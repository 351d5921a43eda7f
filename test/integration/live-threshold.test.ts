import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import { isoOf } from '../../schemas/time.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const STATIONS = 4;
const NEWEST = 100;

describe('HALCYON_THRESHOLD on a running system', () => {
  let system: RunningSystem;

  const analysed = async (...more: string[]): Promise<ShortTermReport['anomalies']> => {
    const save = join(temporaryFolder(), 'report.json');
    const span = ['--start', isoOf(timeAt(0)), '--end', isoOf(timeAt(NEWEST))];
    const done = await system.detector('--spatial-verify', ...span, '--save', save, ...more);
    assert.equal(done.code, 0, done.err);
    return (JSON.parse(readFileSync(save, 'utf8')) as ShortTermReport).anomalies;
  };
  const settledIds = (anomalies: readonly { state: string; anomaly_id: string }[]) =>
    anomalies
      .filter((anomaly) => anomaly.state === 'settled')
      .map((anomaly) => anomaly.anomaly_id)
      .sort();

  before(async () => {
    const environment = { HALCYON_THRESHOLD: '8.5' };
    system = await new RunningSystem(await freshDataFolder(), timeAt(NEWEST) + 1000, environment).start();
    await system.send('POST', '/api/v1/stations?network=north', calmStations(STATIONS));
    for (let k = 0; k <= NEWEST; k += 40) {
      const reports = calmReports(STATIONS, k, Math.min(NEWEST, k + 39), { 's1@70': 15 });
      await system.pushJudged('north', reports);
    }
    await until('verdicts are settled', async () => (await system.anomalies('north', '&state=settled')).length > 0);
  });
  after(() => system.stop());

  it('is the threshold that the live anomalies of the method name', async () => {
    const byMethod = (await system.anomalies('north')).filter((anomaly) => anomaly.check === 'arima');
    assert.ok(byMethod.length > 0);
    assert.deepEqual(new Set(byMethod.map((anomaly) => anomaly.threshold)), new Set([8.5]));
    assert.ok(byMethod.every((anomaly) => anomaly.score > 8.5));
  });

  it('gives the ids that anomaly-detector has with the same --threshold, and none of those it has without', async () => {
    const live = settledIds(await system.anomalies('north'));
    assert.deepEqual(settledIds(await analysed('--threshold', '8.5')), live);
    const others = settledIds(await analysed());
    assert.ok(others.length > 0 && others.every((id) => !live.includes(id)));
  });
});
