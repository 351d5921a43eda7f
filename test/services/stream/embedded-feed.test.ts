import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import { anomalyAnswerShape } from '../../../schemas/http/answers/anomaly-answer.ts';
import { faultAnswerShape } from '../../../schemas/http/answers/fault-answer.ts';
import { observationAnswerShape } from '../../../schemas/http/answers/observation-answer.ts';
import { reportedWeatherEventShape } from '../../../schemas/reports/reported-weather-event.ts';
import { isoOf } from '../../../schemas/time.ts';
import { TOLD_WEATHER_STATES, type ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import { reportedWeatherEvent } from '../../../services/answers/reported-weather-event.ts';
import type { StreamFilter } from '../../../services/stream/stream-event.ts';
import { anomaly, fault, faultVersion, observation, START, sensorCondition, weatherEvent } from '../stores/records.ts';
import type { Heard, HeardEvent } from './heard.ts';
import { Life, Stored } from './stream-life.ts';

describe('the events of an embedded log', () => {
  let folder = '';
  let journal = '';
  let stored: Stored;
  let lives: Life[] = [];
  const NOW = START;
  const live = (now = NOW, capacity?: number): Life => {
    const life = new Life(stored, journal, now, capacity);
    lives.push(life);
    return life;
  };
  const came = (number: number) => observation('n', 'a', START + number * 1000, { received: NOW + number });
  const found = (number: number, changes: Partial<Anomaly> = {}) =>
    anomaly('n', `${number}`.padStart(32, '0'), { time: START + number * 1000, judged: NOW + number, ...changes });
  const numberOf = (event: HeardEvent) =>
    (Date.parse(event.as(z.object({ timestamp: z.string() })).timestamp) - START) / 1000;
  const told = ({ events }: Heard) => events.map((event) => (event.name === 'reset' ? 'reset' : numberOf(event)));

  const verdictsOf = (events: readonly HeardEvent[]) =>
    events.map((event) => event.as(anomalyAnswerShape)).map(({ version, state }) => [version, state]);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-feed-'));
    journal = join(folder, 'arrivals');
    stored = new Stored();
  });
  afterEach(async () => {
    for (const life of lives) await life.end();
    lives = [];
    rmSync(folder, { recursive: true, force: true });
  });

  it('are told in the words of the lists, once they are stored', async () => {
    const life = live();
    const heard = await life.hear();
    const close = heard.events;
    await life.observe(came(1));
    assert.equal(close.length, 0);
    await life.told();
    await life.judge(found(2));
    await life.told();
    const [first, second] = heard.events;
    assert.equal(first?.name, 'observation');
    const { station_id, flags } = first.as(observationAnswerShape);
    assert.deepEqual([station_id, flags], ['a', null]);
    assert.equal(second?.name, 'anomaly');
    const { classification, final } = second.as(anomalyAnswerShape);
    assert.deepEqual([classification, final], ['device_failure', false]);
  });

  it('tell of each version of a fault once, of conditions nothing, and of the last version after a restart', async () => {
    const first = live();
    const heard = await first.hear();
    const version = (name: string, judged: number) => faultVersion(fault('n', 'f', { version: name, judged }));
    await first.observe(came(1));
    await first.told();
    const id = heard.lastId;
    await first.name(sensorCondition('n', 1), version('v1', NOW + 2));
    await first.name(version('v1', NOW + 3), version('v2', NOW + 4));
    await first.told();
    const versions = ({ events }: Heard) =>
      events.filter(({ name }) => name === 'fault').map((event) => event.as(faultAnswerShape).judged);
    assert.deepEqual(versions(heard), [isoOf(NOW + 2), isoOf(NOW + 4)]);
    assert.equal(heard.events.length, 3);
    const ofWeather = { types: ['faults'], classification: 'weather_event' } as const;
    const weather = await first.hear(id, ofWeather);
    await first.end();
    assert.deepEqual(weather.events, []);
    lives = [];
    const next = live(NOW + 100);
    const again = await next.hear(id);
    await next.told();
    assert.deepEqual(versions(again), [isoOf(NOW + 4)]);
  });

  it('tell of each version of a weather event once, of one that comes back too, and of the last after a restart', async () => {
    const first = live();
    const heard = await first.hear();
    const shape = reportedWeatherEventShape.extend({ state: z.enum(TOLD_WEATHER_STATES) });
    const version = (judged: number, changes: Partial<ToldWeatherEvent> = {}) =>
      weatherEvent('n', 'w', { judged: NOW + judged, ...changes });
    await first.observe(came(1));
    await first.told();
    const id = heard.lastId;
    const withdrawn = version(4, { state: 'withdrawn' });
    const [told, again] = [version(3), version(5)];
    await first.tellOf(told);
    await first.tellOf(told, withdrawn);
    await first.tellOf(again);
    await first.told();
    const ofWeather = ({ events }: Heard) =>
      events.filter(({ name }) => name === 'weather-event').map((event) => event.as(shape));
    const expected = [told, withdrawn, again].map((event) => reportedWeatherEvent(event));
    assert.deepEqual(ofWeather(heard), expected);
    assert.deepEqual(
      expected.map(({ state }) => state),
      ['provisional', 'withdrawn', 'provisional'],
    );
    const filters: [Partial<StreamFilter>, number][] = [
      [{ station: 's2', classification: 'weather_event', network: 'n' }, 3],
      [{ box: { west: 3, south: 50, east: 5, north: 52 } }, 3],
      [{ box: { west: 6, south: 50, east: 7, north: 52 } }, 0],
      [{ station: 's3' }, 0],
      [{ network: ['m'] }, 0],
      [{ classification: 'device_failure' }, 0],
    ];
    const filtered: Heard[] = [];
    for (const [filter] of filters) {
      filtered.push(await first.hear(id, { types: ['weather-events'], ...filter }));
    }
    await first.end();
    assert.deepEqual(
      filtered.map((one) => ofWeather(one).length),
      filters.map(([, count]) => count),
    );
    lives = [];
    const next = live(NOW + 100);
    const later = await next.hear(id);
    await next.told();
    assert.deepEqual(ofWeather(later), [reportedWeatherEvent(again)]);
  });

  it('say of an anomaly what people do', async () => {
    const override: ExpertRule = {
      ...{ id: 'r', kind: 'override', network: 'n', station: 's1', variables: ['temp_out'], anomaly: found(2).id },
      ...{
        classification: 'weather_event',
        method: null,
        threshold: null,
        floor: null,
        limits: null,
        fault: null,
        from: START,
        to: null,
      },
      ...{ firstSlot: 0, lastSlot: null, reason: 'a front', by: 'ann', at: NOW, endedBy: null, ended: null },
    };
    stored.said.push(override);
    const life = live();
    const weather = await life.hear(undefined, { types: ['anomalies'], classification: 'weather_event' });
    await life.judge(found(1), found(2));
    await life.told();
    assert.deepEqual(told(weather), [2]);
    const shown = weather.events[0].as(anomalyAnswerShape);
    assert.deepEqual([shown.classification, shown.machine_classification], ['weather_event', 'device_failure']);
    assert.equal(shown.override?.reason, override.reason);
  });

  it('go on after a restart, wherever a client was, without loss or repeat', async () => {
    const first = live();
    const heard = await first.hear();
    // Not in the order in which they were received.
    await first.observe(came(2), came(1), came(4));
    await first.judge(found(5));
    await first.told();
    await first.observe(came(3));
    await first.end();
    lives = [];
    const second = live();
    await second.hub.start();
    await second.observe(came(6));
    const again = [];
    for (const { id } of heard.events) again.push(await second.hear(id));
    await second.told();
    const all = [...told(heard), 6];
    for (const [at, one] of again.entries()) assert.deepEqual(told(one), all.slice(at + 1));
    assert.equal(all.length, 6);
  });

  it('go on after a crash: what was stored and not told any more follows, and what is judged again alike does not', async () => {
    const first = live();
    const heard = await first.hear();
    await first.observe(came(1), came(2));
    await first.judge(found(3), found(4, { version: 'v1' }));
    await first.told();
    // Stored in the moment in which the process was killed.
    stored.put(came(5), found(6));
    const second = live(NOW + 100);
    const again = await second.hear(heard.lastId);
    await second.judge(found(3, { judged: NOW + 101 }), found(4, { version: 'v2', judged: NOW + 102 }), found(6));
    await second.judge(found(3, { judged: NOW + 103, state: 'settled', final: true }));
    await second.told();
    assert.deepEqual(told(again), [5, 6, 4, 3]);
    assert.deepEqual(verdictsOf(again.events.slice(1)), [
      ['v1', 'provisional'],
      ['v2', 'provisional'],
      ['v1', 'settled'],
    ]);
  });

  it('leave out what was replaced since', async () => {
    const first = live();
    const heard = await first.hear();
    await first.observe(came(1));
    await first.told();
    const id = heard.lastId;
    await first.judge(found(2));
    await first.told();
    await first.judge(found(2, { state: 'settled', final: true, judged: NOW + 50 }));
    await first.end();
    lives = [];
    const second = live(NOW + 100);
    const again = await second.hear(id);
    await second.told();
    assert.deepEqual(
      verdictsOf(again.events).map(([, state]) => state),
      ['settled'],
    );
  });

  it('begin anew where more came without the system than can be told', async () => {
    const first = live(NOW, 40);
    const heard = await first.hear();
    await first.observe(came(1));
    await first.end();
    lives = [];
    stored.put(...Array.from({ length: 30 }, (_, k) => came(10 + k)));
    const second = live(NOW + 100, 40);
    const again = await second.hear(heard.lastId);
    await second.observe(came(101));
    await second.told();
    assert.deepEqual(told(again), ['reset', 101]);
  });

  it('reset who comes back from further away than is known', async () => {
    const first = live(NOW, 40);
    const heard = await first.hear();
    await first.observe(came(0));
    await first.told();
    const [{ id }] = heard.events;
    for (let number = 1; number < 200; number += 20) {
      await first.observe(...Array.from({ length: 20 }, (_, k) => came(number + k)));
      await first.told();
    }
    await first.end();
    lives = [];
    const second = live(NOW + 300, 40);
    assert.deepEqual(told(await second.hear(id)), []);
    const again = await second.hear(id);
    const near = await second.hear(heard.events.at(-10)?.id);
    await second.told();
    assert.deepEqual(told(again), ['reset']);
    assert.equal(told(near).length, 9);
  });
});
