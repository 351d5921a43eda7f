import assert from 'node:assert/strict';
import type { StatesAnswer } from '../../../schemas/http/answers/states-answer.ts';
import { isoOf } from '../../../schemas/time.ts';
import { askEndpoint } from '../../../services/cli/commands/records/ask-endpoint.ts';
import { listStates } from '../../../services/detection/endpoints/list-states.ts';
import { KeptStates } from '../../../services/detection/kept-states.ts';
import { SilentSensors } from '../../../services/detection/silent-sensors.ts';
import { KeptReadings } from '../../../services/duty/kept-readings.ts';
import { newOverride } from '../../../services/experts/new-rule.ts';
import { FakeParts } from '../api/fake-parts.ts';
import { NOON, someAnomaly, someStation } from '../api/some-records.ts';

describe('states that are kept', () => {
  let parts: FakeParts;
  let now: number;
  let states: KeptStates;
  beforeEach(() => {
    parts = new FakeParts();
    parts.stations = [someStation(), someStation({ id: 'b', latitude: 60 })];
    const wind_speed = { value: 72, time: NOON, judged: true };
    parts.moments = [{ station: 'a', seen: NOON, cadence: 1, latest: { wind_speed } }];
    parts.anomalies = [someAnomaly()];
    parts.faults = [];
    now = NOON;
    states = new KeptStates(() => now, parts.silences);
  });

  const ask = async (query: Readonly<Record<string, string>>) => {
    const { store, experts } = parts.parts();
    const given = { store, experts, states, now: () => now };
    return (await askEndpoint(listStates, { query }, given, AbortSignal.timeout(10_000))) as StatesAnswer;
  };

  it('are read once for all parts of a map that are asked for within a second, each as if asked for alone', async () => {
    const whole = await ask({ zoom: '3' });
    now += 1_000;
    const part = await ask({ zoom: '7', box: '3,59,5,61' });
    const fitted = await ask({ fit: '800,600' });
    assert.deepEqual([whole.states.length, part.states.map(({ id }) => id), fitted.states.length], [2, ['b'], 2]);
    assert.deepEqual(part.view?.counts, whole.view?.counts);
    for (const { time } of [whole, part, fitted]) assert.equal(time, isoOf(NOON));
    assert.equal(parts.momentsAsked.length, 1);
    const alone = new FakeParts();
    Object.assign(alone, { stations: parts.stations, moments: parts.moments, anomalies: parts.anomalies, faults: [] });
    [parts, states] = [alone, new KeptStates(() => now, alone.silences)];
    assert.deepEqual(await ask({ zoom: '7', box: '3,59,5,61', time: isoOf(NOON) }), part);
  });

  it('are read again after that second, at another moment, and when somebody has said something', async () => {
    await ask({ zoom: '3' });
    now += 1_001;
    assert.equal((await ask({ zoom: '3' })).time, isoOf(now));
    await ask({ zoom: '3', time: isoOf(NOON - 3_600_000) });
    assert.deepEqual(parts.momentsAsked, [NOON, NOON + 1_001, NOON - 3_600_000]);
    assert.equal((await ask({ zoom: '3' })).view?.counts.device_failure, 1);
    parts.experts.all = [newOverride(someAnomaly(), 'normal', { by: 'ann', reason: 'seen', at: NOON })];
    assert.equal((await ask({ zoom: '3' })).view?.counts.device_failure, 0);
    assert.equal(parts.momentsAsked.length, 4);
  });

  // Both read them, of a large network tens of millions of rows in each ten minutes.
  it('read the reports of days once with the page Now', async () => {
    const { store, experts } = parts.parts();
    let read = 0;
    const stationReports = async () => {
      read++;
      return [];
    };
    const sources = { store: Object.assign(Object.create(store) as typeof store, { stationReports }), experts };
    const question = { network: 'north', time: null, now: NOON, isPaged: false };
    const silences = new SilentSensors();
    const { signal } = new AbortController();
    await new KeptStates(() => now, silences).of(sources, question, signal);
    await new KeptReadings(() => now, silences).of(sources, question, signal);
    assert.equal(read, 1);
  });

  it('are not those of lists, which are of the moment at which they are asked for', async () => {
    await ask({ zoom: '3' });
    now += 500;
    assert.equal((await ask({})).time, isoOf(now));
    assert.equal((await ask({ limit: '1' })).time, isoOf(now));
  });
});
