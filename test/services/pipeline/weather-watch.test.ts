import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { planJudgement, settledBy } from '../../../detectors/network/judgement-plan.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import type { ReplayResult } from '../../../detectors/replay/replay-result.ts';
import { RuleBook } from '../../../detectors/rules/rule-book.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import { linesTo } from '../../../schemas/logger.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import type { ToldWeatherEvent } from '../../../schemas/weather-event.ts';
import { WeatherWatch } from '../../../services/pipeline/weather-watch.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource } from '../../detectors/stages/small-network.ts';
import { madeHistory, squareOf } from '../../detectors/weather/made-weather.ts';
import { folderWithTimeSeries } from '../stores/made-folders.ts';

const SPATIAL = { ...configuration, spatialVerify: true };
const PLAN = planJudgement(SPATIAL);
const DAYS = 5;
const END = FIRST_SLOT + DAYS * SLOTS_PER_DAY - 1;
const START = FIRST_SLOT + 2 * SLOTS_PER_DAY;
const STATIONS = squareOf(4, 20);
const FRONT_AT = FIRST_SLOT + 3 * SLOTS_PER_DAY + 10 * SLOTS_PER_HOUR;
/** When it has settled, and is told by whoever looks for the first time. */
const AFTER = FRONT_AT + 16 * SLOTS_PER_HOUR;
const HISTORY = madeHistory(STATIONS, {
  days: DAYS,
  front: { slot: FRONT_AT, direction: 250, speed: 45, colder: 7 },
  jumps: [{ station: 's05', slot: FRONT_AT - 60, by: 9 }],
});

/** Another network, on a coast with a sea breeze every day. */
const COAST = squareOf(2, 20).map((station) => ({ ...station, network: 'coast' }));
const ON_COAST = madeHistory(COAST, {
  days: DAYS,
  breeze: { stations: COAST.map(({ id }) => id), hour: 8 },
}).map((observation) => ({ ...observation, network: 'coast' }));

/** The baselines of each day of a network, as a running system learns them. */
function baselines(network: string, history: readonly Observation[]): Baseline[] {
  const windows = new WindowStore(PLAN.capacity);
  const book = new BaselineBook(network, SPATIAL.latenessSlots, windows);
  const ids = STATIONS.map(({ id }) => id);
  const made: Baseline[] = [];
  for (const { station, time, values } of history) {
    made.push(...book.advance(slotOf(time), ids));
    windows.put(ids.indexOf(station), slotOf(time), time, values);
  }
  return made;
}

/** What is told of events last, without when. */
function last(events: readonly ToldWeatherEvent[]) {
  return [...new Map(events.map(({ judged, ...event }) => [event.id, event])).values()];
}

describe('weather events of a running system', () => {
  let folder = '';
  let store: OpenedTimeSeries;
  let found: ReplayResult;
  /** Slot up to which everything is settled. */
  let mark = 0;

  before(async () => {
    const stretch = { network: 'made', start: timeOfSlot(START), end: timeOfSlot(END) };
    found = await replay(new MemorySource(STATIONS, HISTORY), { ...stretch, configuration: SPATIAL, verdicts: 'last' });
    folder = await folderWithTimeSeries();
    store = await openTimeSeries({ dataFolder: folder, role: 'system' });
    await store.insertStations(STATIONS);
    await store.insertObservations(HISTORY);
    await store.insertBaselines(baselines('made', HISTORY));
    await store.insertAnomalies(found.anomalies);
    const { faults } = found;
    await store.insertFaults(
      faults.map((fault) => ({ kind: 'fault', network: 'made', station: fault.station, fault, values: [] })),
    );
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A watch on a network of the store, which has what was published before. */
  function watchOf(published: ToldWeatherEvent[], network = 'made'): WeatherWatch {
    const log = {
      publish: async (_topic: string, records: readonly { readonly value: ToldWeatherEvent }[]) => {
        published.push(...records.map(({ value }) => value));
      },
      ends: async () => [],
      done: async () => [],
    };
    const names = [
      'judgedUntil',
      'extent',
      'allStations',
      'faultsOver',
      'anomalies',
      'windowReports',
      'ownDays',
    ] as const;
    const asked = Object.fromEntries(names.map((name) => [name, store[name].bind(store)]));
    const judgedUntil = async () => [{ network, slot: mark }];
    const weatherEvents = async () => [...new Map(published.map((event) => [event.id, event])).values()];
    return new WeatherWatch({
      ...{
        log: log as never,
        store: { ...asked, judgedUntil, weatherEvents } as never,
        plan: PLAN,
        rules: new RuleBook(),
      },
      now: () => timeOfSlot(END),
      logger: linesTo((line) => assert.fail(line)),
    });
  }

  it('are told while they may change, then as a replay tells them, whoever looks and when', async () => {
    const told: ToldWeatherEvent[] = [];
    const settled = settledBy(PLAN, END);
    const known = settledBy(PLAN, FRONT_AT + 4 * SLOTS_PER_HOUR);
    mark = known;
    await watchOf(told).look();
    assert.deepEqual(
      told.map(({ kind, state }) => [kind, state]),
      [['front', 'provisional']],
    );
    for (let slot = known; slot < settled; slot += 25) {
      mark = slot;
      const watch = watchOf(told);
      await watch.look();
      await watch.look();
    }
    mark = settled;
    await watchOf(told).look();
    const expected = found.weather.filter(({ state }) => state === 'settled');
    assert.equal(expected.length, 1);
    assert.deepEqual(last(told), expected);
    const versions = told.map(({ id, version, state }) => `${id} ${version} ${state}`);
    assert.equal(new Set(versions).size, versions.length, 'nothing is told twice');
  });

  it('are the same where one watch goes on, and where all is looked at in one go', async () => {
    const told: ToldWeatherEvent[] = [];
    const watch = watchOf(told);
    for (let slot = START; slot < AFTER; slot += 37) {
      mark = slot;
      await watch.look();
    }
    mark = AFTER;
    await watch.look();
    const atOnce: ToldWeatherEvent[] = [];
    await watchOf(atOnce).look();
    assert.deepEqual(last(told), last(atOnce));
    assert.deepEqual(
      atOnce.map(({ state }) => state),
      ['settled'],
    );
  });

  // A sea breeze was told as a storm every day.
  it('are none of what comes at the same hour on most days, as in a replay', async () => {
    await store.insertStations(COAST);
    await store.insertObservations(ON_COAST);
    await store.insertBaselines(baselines('coast', ON_COAST));
    const stretch = { network: 'coast', start: timeOfSlot(START), end: timeOfSlot(END) };
    const source = new MemorySource(COAST, ON_COAST);
    const { weather } = await replay(source, { ...stretch, configuration: SPATIAL, verdicts: 'last' });
    const told: ToldWeatherEvent[] = [];
    const watch = watchOf(told, 'coast');
    for (mark = START + SLOTS_PER_DAY; mark < settledBy(PLAN, END); mark += 50) await watch.look();
    mark = settledBy(PLAN, END);
    await watch.look();
    assert.deepEqual(last(told), weather);
    assert.deepEqual(
      weather.map(({ start }) => Math.floor((slotOf(start) - FIRST_SLOT) / SLOTS_PER_DAY)),
      [2, 3],
    );
  });

  it('are withdrawn where what came later says that there was none', async () => {
    mark = AFTER;
    const [event] = found.weather;
    const told: ToldWeatherEvent[] = [{ ...event, id: 'none', state: 'provisional', judged: 1 }];
    await watchOf(told).look();
    assert.deepEqual(
      last(told).map(({ id, state }) => [id, state]),
      [
        ['none', 'withdrawn'],
        [event.id, 'settled'],
      ],
    );
  });
});
