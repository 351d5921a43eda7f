import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { configuration, delayed, judgeLive, said } from './live-judgement.ts';
import { enteredAlong, RULES } from './ruled-history.ts';
import { MemorySource, smallHistory, smallStations } from './small-network.ts';

const stations = smallStations(6);
const history = smallHistory(stations, 3, 7);

async function replayed(
  observations: readonly Observation[],
  rules: readonly ExpertRule[],
  methods: Partial<typeof configuration> = {},
): Promise<Anomaly[]> {
  const times = observations.map(({ time }) => time).sort((a, b) => a - b);
  const asked = { network: 'small', start: times[0], end: times[times.length - 1], verdicts: 'last' } as const;
  const source = new MemorySource(stations, observations, rules);
  const { anomalies } = await replay(source, { ...asked, configuration: { ...configuration, ...methods } });
  return anomalies.filter(({ state }) => state === 'settled').sort(byId);
}

const byId = (a: Anomaly, b: Anomaly) => (a.id < b.id ? -1 : 1);

describe('live equals replay, with what people rule while it runs', () => {
  let free: Anomaly[];
  before(async () => {
    free = await replayed(history, []);
  });

  for (const [name, seed, methods] of [
    ['in order', 0, {}],
    ['delayed', 1, {}],
    ['delayed, by distance', 2, { spatialMethod: 'distance' }],
  ] as const) {
    it(`settles the same verdicts, to the id, when observations arrive ${name}`, async () => {
      const arrivals = seed === 0 ? history : delayed(history, seed);
      const live = await judgeLive(stations, arrivals, methods, { rules: enteredAlong(arrivals) });
      const settled = [...live.verdicts.values()].filter(({ state }) => state === 'settled').sort(byId);
      const expected = await replayed([...new Set(arrivals)], RULES, methods);
      assert.ok(expected.length > 10, `the history has anomalies: ${expected.length}`);
      assert.deepEqual(settled.map(said), expected.map(said));
    });
  }

  it('would settle others without the rules', async () => {
    const ruled = await replayed(history, RULES);
    assert.notDeepEqual(ruled.map(said), free.map(said));
    // An identity is of the value and the settings: what both flag has the same.
    assert.ok(ruled.some(({ id }) => free.some((one) => one.id === id)));
  });

  /** One kind of rule alone, in force from the beginning. */
  const alone = (kind: string, ids: readonly string[]) =>
    replayed(
      history,
      RULES.filter((rule) => rule.kind === kind && ids.includes(rule.id)).map((rule) => ({
        ...rule,
        firstSlot: 0,
        lastSlot: null,
      })),
    );
  const of = (anomalies: readonly Anomaly[], station: string, variable: string) =>
    anomalies.filter((one) => one.station === station && one.variable === variable);

  it('flags less of the variable with a higher threshold and floor, and nothing else otherwise', async () => {
    const ruled = await alone('threshold', ['t']);
    const before = of(free, 's01', 'temp_out').filter(({ check }) => check === 'arima');
    const after = of(ruled, 's01', 'temp_out').filter(({ check }) => check === 'arima');
    assert.ok(after.length < before.length, `${before.length} were flagged, ${after.length} are`);
    assert.ok(after.every(({ threshold, deviation }) => threshold === 30 && Math.abs(deviation) >= 9));
    const others = (all: readonly Anomaly[]) =>
      all.filter(({ station, variable }) => variable !== 'temp_out' || station !== 's01').map(({ id }) => id);
    assert.deepEqual(others(ruled), others(free));
  });

  it('flags more with a lower one', async () => {
    const ruled = of(await alone('threshold', ['l']), 's04', 'bar');
    assert.ok(ruled.length > of(free, 's04', 'bar').length);
    assert.ok(ruled.some(({ threshold }) => threshold === 2.5));
  });

  it('holds a floor for every method, and a threshold for its own only', async () => {
    const rules = RULES.filter(({ kind }) => kind === 'threshold').map((rule) => ({
      ...rule,
      firstSlot: 0,
      lastSlot: null,
    }));
    const by = { temporalMethod: 'mad' } as const;
    const [ruled, without] = [await replayed(history, rules, by), await replayed(history, [], by)];
    const method = of(ruled, 's01', 'temp_out').filter(({ check }) => check === 'mad');
    assert.ok(method.every(({ threshold, deviation }) => threshold !== 30 && Math.abs(deviation) >= 9));
    assert.ok(method.length < of(without, 's01', 'temp_out').filter(({ check }) => check === 'mad').length);
  });

  it('asks nobody who is barred, and judges them as ever', async () => {
    const ruled = await alone('bar', ['bs01', 'bs02', 'bs05']);
    const asked = new Set(ruled.flatMap(({ spatial }) => spatial.neighbors));
    assert.deepEqual([...asked].sort(), ['s00', 's03', 's04']);
    assert.ok(of(ruled, 's01', 'temp_out').length > 0);
    const version = (all: readonly Anomaly[], id: string) => all.find((one) => one.id === id)?.version;
    const both = ruled.filter(({ id, check }) => check !== 'gross_range' && version(free, id) !== undefined);
    assert.ok(both.length > 5);
    assert.ok(
      both.every(({ id, version: now }) => now !== version(free, id)),
      'the digest covers whom it could ask',
    );
  });

  it('hears no neighbour in maintenance, for the variables that it is for', async () => {
    const ruled = await alone('maintenance', ['m']);
    const asked = (variable: string) =>
      ruled.filter((one) => one.variable === variable).flatMap(({ spatial }) => spatial.neighbors);
    assert.equal(asked('temp_out').includes('s00'), false);
    assert.equal(asked('wind_speed').includes('s00'), true);
    assert.ok(of(ruled, 's00', 'temp_out').length > 0, 'it is judged itself');
  });
});
