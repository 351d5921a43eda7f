import assert from 'node:assert/strict';
import type { AnomalyAnswer } from '../../schemas/http/answers/anomaly-answer.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const STATIONS = 4;
const NEWEST = 100;
const SPIKE_AT = 70;

/** What a system says of the same reports: its anomalies, and the score and flag of each value. */
async function said(environment: Readonly<Record<string, string>>) {
  const system = await new RunningSystem(await freshDataFolder(), timeAt(NEWEST) + 1000, environment).start();
  try {
    await system.send('POST', '/api/v1/stations?network=north', calmStations(STATIONS));
    for (let k = 0; k <= NEWEST; k += 40) {
      await system.pushJudged('north', calmReports(STATIONS, k, Math.min(NEWEST, k + 39), { [`s1@${SPIKE_AT}`]: 15 }));
    }
    await until('verdicts are settled', async () => (await system.anomalies('north', '&state=settled')).length > 0);
    const observations = await system.observations('north');
    const values = observations.flatMap(({ station_id, timestamp, flags }) =>
      Object.entries(flags ?? {}).map(([variable, flag]) => ({
        at: `${station_id} ${timestamp} ${variable}`,
        ...flag,
      })),
    );
    return { anomalies: (await system.anomalies('north')).map(asSaid), values };
  } finally {
    await system.stop();
  }
}

const asSaid = ({ anomaly_id, classification, score }: AnomalyAnswer) => ({ anomaly_id, classification, score });

describe('HALCYON_SCORES=needed on a running system', () => {
  it('leaves out the scores of what passes in any case, and changes no verdict', async () => {
    const all = await said({});
    const needed = await said({ HALCYON_SCORES: 'needed' });
    assert.ok(needed.anomalies.length > 0);
    assert.deepEqual(needed.anomalies, all.anomalies);
    const without = (values: typeof all.values) => values.map(({ score: _, ...rest }) => rest);
    assert.deepEqual(without(needed.values), without(all.values));
    const scored = ({ values }: typeof all) => values.filter(({ score }) => score !== null).length;
    assert.ok(scored(needed) < scored(all) / 2, `${scored(needed)} of ${scored(all)} have a score`);
    const minute = new Date(timeAt(SPIKE_AT)).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
    const spike = needed.values.find(({ at }) => at.startsWith(`s1 ${minute}`) && at.endsWith('temp_out'));
    assert.ok(spike?.score !== null && spike?.score !== undefined && spike.score > 5);
  });
});
