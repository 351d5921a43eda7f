import assert from 'node:assert/strict';
import { BASELINE_DAYS, BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { readHistory, replay } from '../../../detectors/replay/replay.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { dayOfSlot, SLOTS_PER_DAY, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { someFault } from '../../services/answers/some-fault.ts';
import { history, SLOTS, slotIn, stations } from '../faults/calm-history.ts';
import { configuration, judgeLive } from '../stages/live-judgement.ts';
import { FIRST_SLOT, MemorySource } from '../stages/small-network.ts';
import { sharesHere } from './shares-here.ts';

const PLAN = planJudgement(configuration);
const ONSET = 100;
/** More than the window after the onset, on the next day. */
const ASKED = 180;
const BROKEN = history((slot, values) => (slot >= ONSET ? { ...values, wind_speed: 57 } : values));
const SOUND = history((_, values) => values);

/** The end of a history, of a fault that goes on. */
const asked = (from = ASKED) =>
  ({
    network: 'small',
    start: timeOfSlot(FIRST_SLOT + from),
    end: timeOfSlot(FIRST_SLOT + SLOTS - 1),
    configuration,
    verdicts: 'last',
  }) as const;
const carried = (from = ASKED) => ({ ...asked(from), carriesFaults: true });

/** A history with what a running system that judged it has stored. */
async function judgedSource(observations: readonly Observation[]): Promise<ObservationSource> {
  const found = await judgeLive(stations, observations);
  const windows = new WindowStore(PLAN.capacity);
  const book = new BaselineBook('small', configuration.latenessSlots, windows);
  const ids = stations.map(({ id }) => id);
  const made = observations.flatMap(({ station, time, values }) => {
    const ended = book.advance(slotOf(time), ids);
    windows.put(ids.indexOf(station), slotOf(time), time, values);
    return ended;
  });
  const source: ObservationSource = new MemorySource(stations, observations);
  return Object.assign(source, {
    baselines: async (_network: string, from: number, to: number) => {
      return made.filter(({ day }) => day >= from && day <= to);
    },
    sensorsBefore: async (_network: string, time: number) => {
      const last = slotOf(time) - 1;
      const midnight = dayOfSlot(last) * SLOTS_PER_DAY;
      for (let slot = last; slot >= midnight; slot--) {
        const { conditions } = await found.sensorsAt(slot);
        if (conditions.length > 0) return { slot, conditions };
      }
      return { slot: midnight, conditions: [] };
    },
  });
}

// A thermometer that had been wrong for a day was in no report of the last six hours, and --fail-on found nothing.
describe('a fault that began before a stretch', () => {
  it('is told by judging the days before, and nothing else of them is', async () => {
    const source = new MemorySource(stations, BROKEN);
    const whole = await replay(source, asked(60));
    const before = await replay(source, asked());
    const result = await replay(source, carried());
    assert.deepEqual(before.faults, []);
    assert.deepEqual(
      result.faults.map(({ id, start, end }) => [id, slotIn(start), end]),
      whole.faults.map(({ id }) => [id, ONSET, null]),
    );
    assert.deepEqual(
      result.anomalies.filter(({ time }) => time < asked().start),
      [],
    );
    const counts = ({ valuesReceived, valuesJudged, judgedStations }: typeof result) => {
      return { valuesReceived, valuesJudged, judgedStations };
    };
    assert.deepEqual(counts(result), counts(before));
    assert.equal(result.faultsSince, timeOfSlot(FIRST_SLOT + ASKED - 7 * SLOTS_PER_DAY));
  });

  it('is told by first verdicts too', async () => {
    const source = new MemorySource(stations, BROKEN);
    const { faults } = await replay(source, { ...carried(), verdicts: 'first' });
    assert.deepEqual(
      faults.map(({ start, end }) => [slotIn(start), end]),
      [[ONSET, null]],
    );
  });

  it('is gone on with by what a running system has stored, without judging it again', async () => {
    const source = await judgedSource(BROKEN);
    const { first, sensors } = await readHistory(source, carried());
    assert.equal(first, (sensors?.slot ?? 0) + 1);
    assert.ok(first > FIRST_SLOT + ONSET && first <= FIRST_SLOT + ASKED, `judged from ${slotIn(timeOfSlot(first))}`);
    const result = await replay(source, carried());
    const whole = await replay(new MemorySource(stations, BROKEN), asked(60));
    assert.deepEqual(result.faults, whole.faults);
    assert.equal(result.faultsSince, null);
    const atOnce = await replay(source, { ...carried(), verdicts: 'first' });
    assert.deepEqual(
      atOnce.faults.map(({ id }) => id),
      whole.faults.map(({ id }) => id),
    );
  });

  it('is looked for since midnight where nothing is stored, as no sensor had one then', async () => {
    const source = await judgedSource(SOUND);
    const start = FIRST_SLOT + ASKED;
    const { first, sensors } = await readHistory(source, carried());
    assert.deepEqual(sensors?.conditions, []);
    assert.equal(first, dayOfSlot(start - 1) * SLOTS_PER_DAY + 1);
    assert.deepEqual((await replay(source, carried())).faults, []);
  });

  it('is looked for in the days before where a running system has not come so far', async () => {
    const source = Object.assign(await judgedSource(BROKEN), { sensorsBefore: async () => null });
    const { faults, faultsSince } = await replay(source, carried());
    assert.deepEqual(
      faults.map(({ start }) => slotIn(start)),
      [ONSET],
    );
    assert.equal(faultsSince, timeOfSlot(FIRST_SLOT + ASKED - 7 * SLOTS_PER_DAY));
  });

  it('is told once by shares of a replay, as by one alone, beside a fault of days that is stored', async () => {
    const wrong = [stations[0].id, stations[3].id];
    const broken = history(
      (slot, values) => (slot >= ONSET ? { ...values, wind_speed: 57 } : values),
      stations.length,
      (id) => wrong.includes(id),
    );
    const ended = wrong.map((station) => {
      const days = {
        kind: 'gain',
        ratio: 0.5,
        variable: 'rain',
        start: asked().start,
        end: asked().start + 1,
      } as const;
      return someFault({ id: `days of ${station}`, network: 'small', station, ...days, recovered: asked().start + 2 });
    });
    const source = Object.assign(await judgedSource(broken), {
      lastingCondition: async () => ({ slot: 0, content: '[]' }),
      faults: async () => ended,
    });
    const alone = await replay(source, carried());
    assert.deepEqual(alone.faults.map(({ station, variable }) => `${station} ${variable}`).sort(), [
      `${wrong[0]} rain`,
      `${wrong[0]} wind_speed`,
      `${wrong[1]} rain`,
      `${wrong[1]} wind_speed`,
    ]);
    for (const threads of [1, 2]) {
      assert.deepEqual((await replay(source, carried(), sharesHere(threads))).faults, alone.faults);
    }
  });

  it('is judged by the baselines of the day from which on it is judged', async () => {
    const asks: [number, number][] = [];
    const source = Object.assign(new MemorySource(stations, BROKEN), {
      baselines: async (_network: string, from: number, to: number) => {
        asks.push([from, to]);
        return [];
      },
    });
    const { first } = await readHistory(source, carried());
    assert.equal(first, FIRST_SLOT + ASKED - 7 * SLOTS_PER_DAY);
    assert.deepEqual(asks, [[dayOfSlot(first) - BASELINE_DAYS, dayOfSlot(first)]]);
  });

  it('is not looked for where nobody asks', async () => {
    const { first, sensors } = await readHistory(new MemorySource(stations, BROKEN), asked());
    assert.deepEqual([first, sensors], [FIRST_SLOT + ASKED, null]);
  });
});
