import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Passage } from '../../../detectors/weather/passage.ts';
import { soundPassages } from '../../../detectors/weather/sound-passages.ts';
import { findWeather } from '../../../detectors/weather/weather-events.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import type { WeatherEvent } from '../../../schemas/weather-event.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource, seeded } from '../stages/small-network.ts';
import { scattered, winterHistory } from './made-fronts.ts';
import { type MadeWeather, madeHistory, squareOf } from './made-weather.ts';

const AT = FIRST_SLOT + 3 * SLOTS_PER_DAY + 10 * SLOTS_PER_HOUR;
const FRONT = { slot: AT, direction: 250, speed: 45, colder: 7 } as const;

async function eventsOf(side: number, apart: number, weather: MadeWeather): Promise<readonly WeatherEvent[]> {
  const stations = squareOf(side, apart);
  return foundIn(stations, madeHistory(stations, weather), weather.days);
}

/** The settled events from the third day on, or from the day after `before` days. */
async function foundIn(
  stations: readonly Station[],
  history: readonly Observation[],
  days: number,
  before = 2,
): Promise<readonly WeatherEvent[]> {
  const start = timeOfSlot(FIRST_SLOT + before * SLOTS_PER_DAY);
  const end = timeOfSlot(FIRST_SLOT + days * SLOTS_PER_DAY - 1);
  const spatial = { ...configuration, spatialVerify: true };
  const request = { network: 'made', start, end, configuration: spatial, verdicts: 'last' } as const;
  return (await replay(new MemorySource(stations, history), request)).weather;
}

describe('weather events of a network', () => {
  it('are a front with its direction, its speed and what it brought', async () => {
    const events = await eventsOf(4, 20, { days: 5, front: FRONT });
    assert.equal(events.length, 1, events.map(({ reason }) => reason).join('\n'));
    const [{ kind, stations, motion, changes, state, reason }] = events;
    assert.equal(kind, 'front');
    assert.equal(stations.length, 16);
    assert.ok(motion !== null && Math.abs(motion.direction - 250) < 8, `from ${motion?.direction}`);
    assert.ok(Math.abs(motion.speed - 45) < 6, `${motion.speed} km/h`);
    assert.ok(Math.abs((changes.temp_out ?? 0) + 7) < 1.5, `${changes.temp_out} degC`);
    assert.ok(Math.abs((changes.bar ?? 0) - 1.5) < 0.3, `${changes.bar} hPa`);
    assert.equal(state, 'settled');
    assert.match(
      reason,
      /^16 of 16 stations show the same change from .*: temperature -.* degC, .*; it came from 2\d\d degrees \(\+-\d\) at \d\d km\/h \(\d\d to \d\d\)$/,
    );
  });

  // A feed that came to send degF was a storm of +36 degC.
  it('are none where all stations change by more than weather does, which is suspected', async () => {
    const stations = squareOf(3, 20);
    const history = madeHistory(stations, { days: 4 }).map((it) => {
      const { temp_out } = it.values;
      // Cold enough to be possible as a number of degC.
      const cold = (temp_out ?? Number.NaN) - 12;
      const told = it.time < timeOfSlot(AT) ? cold : 1.8 * cold + 32;
      return { ...it, values: { ...it.values, temp_out: Math.round(10 * told) / 10 } };
    });
    const spatial = { ...configuration, spatialVerify: true };
    const [start, end] = [timeOfSlot(FIRST_SLOT + 2 * SLOTS_PER_DAY), history[history.length - 1].time];
    const request = { network: 'made', start, end, configuration: spatial, verdicts: 'last' } as const;
    const { anomalies, weather } = await replay(new MemorySource(stations, history), request);
    assert.deepEqual(weather, []);
    const first = anomalies.filter(({ variable, time }) => variable === 'temp_out' && time === timeOfSlot(AT));
    assert.equal(first.length, stations.length);
    for (const { classification, reason } of first) {
      assert.equal(classification, 'suspected', reason);
      assert.ok(reason.endsWith('; weather does not change it so much at once: is it another unit?'), reason);
    }
  });

  it('are a front of an hourly network', async () => {
    const events = await eventsOf(4, 40, { days: 5, cadence: SLOTS_PER_HOUR, front: { ...FRONT, colder: 9 } });
    assert.equal(events.length, 1, events.map(({ reason }) => reason).join('\n'));
    const [{ kind, stations, motion }] = events;
    assert.equal(kind, 'front');
    assert.ok(stations.length >= 12, `${stations.length} stations`);
    assert.ok(motion !== null && Math.abs(motion.direction - 250) < 30, `from ${motion?.direction}`);
    assert.ok(motion.speed > 30 && motion.speed < 70, `${motion.speed} km/h`);
  });

  // What came within four hours was the trend before each report, and none of them was told.
  for (const [reports, cadence] of [
    ['every ten minutes', () => 1],
    ['every hour', () => SLOTS_PER_HOUR],
    ['every ten minutes or every hour', (k: number) => (k % 2 === 0 ? 1 : SLOTS_PER_HOUR)],
  ] as const) {
    it(`are a front by which it gets 21 degC colder within four hours, by reports ${reports}`, async () => {
      const stations = scattered({ count: 18, east: 200, north: 200, seed: 5 });
      const front = { slot: 2 * SLOTS_PER_DAY + 70, direction: 300, speed: 40, colder: 21, hours: 6, squall: 0 };
      const events = await foundIn(stations, winterHistory(stations, { days: 4, seed: 11, cadence, front }), 4, 1);
      const told = events.map(({ reason }) => reason).join('\n');
      assert.equal(events.length, 1, told);
      const [{ kind, changes, motion }] = events;
      assert.ok(kind === 'front' && events[0].stations.length >= 16, told);
      assert.ok((changes.temp_out ?? 0) < -8, told);
      assert.ok(motion !== null && Math.abs(motion.direction - 300) < 15 && Math.abs(motion.speed - 40) < 8, told);
    });
  }

  it('are one event of an hourly network though the gusts and the showers of some stations came between two reports', async () => {
    const stations = squareOf(2, 12);
    const cooler = new Set([0, 1].map((hour) => timeOfSlot(AT + hour * SLOTS_PER_HOUR)));
    const history = madeHistory(stations, { days: 5, cadence: SLOTS_PER_HOUR }).map((one) => {
      if (!cooler.has(one.time)) return one;
      const { temp_out, wind_speed, rain } = one.values;
      const isSeen = one.station < 's02' && one.time === timeOfSlot(AT);
      const gust = isSeen ? { wind_speed: (wind_speed ?? 0) + 30, rain: (rain ?? 0) + 6 } : {};
      return { ...one, values: { ...one.values, temp_out: (temp_out ?? 0) - 9, ...gust } };
    });
    const events = await foundIn(stations, history, 5);
    assert.deepEqual(
      events.map((event) => event.stations.map(({ station }) => station)),
      [['s00', 's01', 's02', 's03']],
    );
  });

  it('begin with what a storm brings, though it goes again within the hour and leaves more than it took', async () => {
    const stations = squareOf(2, 12);
    const [comes, goes] = [timeOfSlot(AT), timeOfSlot(AT + SLOTS_PER_HOUR)];
    const history = madeHistory(stations, { days: 5, cadence: SLOTS_PER_HOUR }).map((one) => {
      const warmer = one.time === comes ? -8 : one.time === goes ? 1.5 : 0;
      return { ...one, values: { ...one.values, temp_out: (one.values.temp_out ?? 0) + warmer } };
    });
    const events = await foundIn(stations, history, 5);
    assert.deepEqual(
      events.map(({ start, stations: there }) => [start, there.length]),
      [[comes, 4]],
    );
  });

  it('are seen by three stations, whose times do not tell where it came from', async () => {
    const three = squareOf(2, 20).slice(0, 3);
    const history = madeHistory(three, { days: 5, front: FRONT });
    const stretch = {
      start: timeOfSlot(FIRST_SLOT + 2 * SLOTS_PER_DAY),
      end: timeOfSlot(FIRST_SLOT + 5 * SLOTS_PER_DAY),
    };
    const spatial = { ...configuration, spatialVerify: true };
    const request = { network: 'made', ...stretch, configuration: spatial, verdicts: 'last' } as const;
    const { weather } = await replay(new MemorySource(three, history), request);
    assert.deepEqual(
      weather.map(({ stations, motion }) => [stations.length, motion]),
      [[3, null]],
    );
  });

  it('are none of days that are all alike', async () => {
    assert.deepEqual(await eventsOf(4, 20, { days: 6 }), []);
    assert.deepEqual(await eventsOf(4, 20, { days: 6, cadence: SLOTS_PER_HOUR }), []);
  });

  // A sea breeze was told as a storm every evening.
  describe('of a coast with a sea breeze every evening', () => {
    const stations = squareOf(4, 20);
    const breeze = { stations: ['s03', 's07', 's11', 's15'], hour: 17 };
    const history = madeHistory(stations, { days: 9, breeze });

    it('are none once most days have shown it', async () => {
      assert.deepEqual(
        (await foundIn(stations, history, 9, 5)).map(({ reason }) => reason),
        [],
      );
    });

    it('are told as long as it is not known that it comes every day', async () => {
      const first = await foundIn(stations, history, 4);
      assert.deepEqual(
        first.map((event) => event.stations.length),
        [4, 4],
      );
    });

    it('are a storm that does at the same hour what the breeze does, but more of it', async () => {
      const storm = madeHistory(stations, { days: 9, breeze: { ...breeze, strength: 2.5 } });
      const [from, until] = [7, 8].map((day) => timeOfSlot(FIRST_SLOT + day * SLOTS_PER_DAY));
      const stormy = history.map((one, k) => (one.time >= from && one.time < until ? storm[k] : one));
      assert.deepEqual(
        (await foundIn(stations, stormy, 9, 5)).map((event) => event.stations.map(({ station }) => station).sort()),
        [breeze.stations],
      );
    });
  });

  it('are none of sensors that jump, neither of one nor of two neighbours within the hour', async () => {
    const jumps = [
      { station: 's05', slot: AT, by: -6 },
      { station: 's05', slot: AT + 60, by: 6 },
      { station: 's06', slot: AT + 62, by: 8 },
    ];
    assert.deepEqual(await eventsOf(4, 20, { days: 5, jumps }), []);
  });

  it('are none where neighbours are not asked', async () => {
    const stations = squareOf(3, 20);
    const source = new MemorySource(stations, madeHistory(stations, { days: 5, front: FRONT }));
    const stretch = { start: timeOfSlot(AT - 36), end: timeOfSlot(AT + 72) };
    const alone = { ...configuration, spatialVerify: false };
    const request = { network: 'made', ...stretch, configuration: alone, verdicts: 'last' } as const;
    assert.deepEqual((await replay(source, request)).weather, []);
  });
});

/** A passage over a station of a line, ten kilometres apart, with its neighbours nearest first. */
function passage(station: number, slot: number, sizes: readonly number[] = [-3, 2, 0, 1, 0]): Passage {
  const others = Array.from({ length: 8 }, (_, k) => k).filter((k) => k !== station);
  others.sort((a, b) => Math.abs(a - station) - Math.abs(b - station) || a - b);
  return {
    ...{ station: `s${station}`, stationName: `Station ${station}`, latitude: 50 + station * 0.09, longitude: 4 },
    ...{ slot, time: timeOfSlot(slot), apart: 4, sizes, changes: sizes, left: sizes },
    asked: others.map((k) => ({ station: `s${k}`, km: 10 * Math.abs(k - station) })),
  };
}

describe('passages over stations', () => {
  const context = { network: 'made', identity: 'i', until: AT + 1000, settledAfter: 19 };
  const nothingUsual = () => Promise.resolve(new Map<Passage, number>());
  const told = async (passages: readonly Passage[], until = context.until) =>
    (await findWeather(passages, [], { ...context, until }, nothingUsual)).map(({ event }) => event);

  it('make the same events in whatever order they are told', async () => {
    const passages = [0, 1, 2, 3, 4, 5].map((k) => passage(k, AT + 2 * k));
    const events = await told([...passages, passage(6, AT + 90), passage(7, AT + 91)]);
    assert.deepEqual(
      events.map(({ stations }) => stations.length),
      [6, 2],
    );
    const random = seeded(3);
    for (let k = 0; k < 5; k++) {
      const mixed = [...passages, passage(6, AT + 90), passage(7, AT + 91)].sort(() => random() - 0.5);
      assert.deepEqual(await told(mixed), events);
    }
  });

  it('are of one event where most neighbours up to the farther one show it', async () => {
    assert.equal((await told([passage(0, AT), passage(5, AT + 1)])).length, 0);
    assert.equal((await told([passage(0, AT), passage(1, AT + 1)])).length, 1);
  });

  it('are of no event where they change the other way, or hours later', async () => {
    assert.equal((await told([passage(0, AT), passage(1, AT, [3, -2, 0, -1, 0])])).length, 0);
    assert.equal((await told([passage(0, AT), passage(1, AT + 12)])).length, 0);
  });

  it('are of one event though some sensors are not believed: what they would show is not known', async () => {
    const storm = [-3, 2, 0, 1.2, 1.5];
    const partly = passage(1, AT + 1, [-4, 3, 0, 1.2, 0.6]);
    const failures = (['temp_out', 'out_hum'] as const).map((variable) => ({
      ...{ station: partly.station, variable, time: partly.time },
      classification: 'device_failure' as const,
    }));
    const sound = soundPassages([passage(0, AT, storm), partly], [], failures);
    const [event] = await told(sound);
    assert.deepEqual(
      event?.stations.map(({ changes }) => Object.keys(changes)),
      [['temp_out', 'out_hum', 'bar', 'rain'], ['bar']],
    );
  });

  it('are told once, though what a storm brought goes again', async () => {
    const back = [0, 1, 2].map((k) => passage(k, AT + 12 + k, [3, -2, 0, -1, 0]));
    const events = await told([...[0, 1, 2].map((k) => passage(k, AT + k)), ...back]);
    assert.deepEqual(
      events.map(({ start }) => start),
      [timeOfSlot(AT)],
    );
  });

  // On half of the days the sea breeze was a front of 24 stations: at five of these it was too weak on the days before to be seen.
  it('are of no event where most of their stations show the same on most days', async () => {
    const passages = [0, 1, 2, 3, 4, 5].map((k) => passage(k, AT + k));
    const toldWhere = async (share: number, usualAt: number) => {
      const usual = new Map(passages.slice(0, usualAt).map((one) => [one, share]));
      return (await findWeather(passages, [], context, () => Promise.resolve(usual))).length;
    };
    assert.deepEqual([await toldWhere(0.8, 4), await toldWhere(0.8, 3)], [0, 1]);
    assert.equal(await toldWhere(0.5, 6), 1, 'twice what is usual is an event');
  });

  it('are settled when nothing that comes in time can change them', async () => {
    const pair = [passage(0, AT), passage(1, AT + 1)];
    const [early] = await told(pair, AT + 20);
    const [late] = await told(pair, AT + 60);
    assert.deepEqual([early.state, late.state, early.id === late.id], ['provisional', 'settled', true]);
    assert.notEqual(early.version, late.version);
  });
});
