import assert from 'node:assert/strict';
import type { Levels } from '../../../detectors/baselines/usual-levels.ts';
import { contentOfFold, type FoldContent, restoreFold } from '../../../detectors/faults/fold-content.ts';
import { SensorFold } from '../../../detectors/faults/sensor-fold.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, type Variable } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';
import { S } from '../spatial/calm-air.ts';
import { NO_LEVELS } from './no-levels.ts';

/** Slot of the first wrong report. */
const ONSET = S - (S % SLOTS_PER_HOUR);
const AROUND = [1, 2, 3];
const HOURS = 18;

interface Course {
  readonly variable: Variable;
  readonly check: string;
  readonly levels: Levels;
  /** What the station reads, by hours from the onset. */
  readonly read: (hour: number) => number;
  /** What its three neighbours read. */
  readonly beside: (hour: number) => number;
  /** Hours whose reports are named. */
  readonly named: readonly number[];
  /** Hours from one report to the next; 1 where it is not given. */
  readonly every?: number;
}

/**
 * The faults of a sensor whose network reports hourly, after 18 hours.
 *
 * @param written what becomes of the fold where it is handed on, two hours after the onset
 */
function faultsOf(
  { variable, check, levels, read, beside, named, every = 1 }: Course,
  written = (content: string) => content,
) {
  const windows = new WindowStore(288);
  const put = (station: number, slot: number, value: number) => {
    windows.put(station, slot, timeOfSlot(slot), { ...NO_VALUES, [variable]: value });
  };
  for (let hour = -12; hour <= HOURS; hour += every) {
    const slot = ONSET + hour * SLOTS_PER_HOUR;
    put(0, slot, read(hour));
    for (const neighbour of AROUND) put(neighbour, slot, beside(hour) + neighbour / 10);
  }
  const neighbours = AROUND.map((index) => ({ index, id: `n${index}`, km: 10 * index }));
  const dependencies = {
    ...{ windows, levels, lookBackSlots: 96, hindsightSlots: SLOTS_PER_HOUR },
    ...{ neighboursOf: () => neighbours, knownBy: () => ONSET },
  };
  let fold = new SensorFold(dependencies, 0, VARIABLE_INDEX[variable]);
  for (let slot = ONSET; slot <= ONSET + HOURS * SLOTS_PER_HOUR; slot++) {
    const hour = (slot - ONSET) / SLOTS_PER_HOUR;
    const actual = read(hour);
    const report = { anomalyId: `${hour}`, slot, time: timeOfSlot(slot), check, actual, deviation: 1 };
    fold.take(slot, named.includes(hour) ? [report] : []);
    if (hour !== 2) continue;
    const content = JSON.parse(written(contentOfFold(fold, () => 'f'))) as FoldContent;
    fold = new SensorFold(dependencies, 0, VARIABLE_INDEX[variable]);
    restoreFold(fold, content, (id) => Number(id.slice(1)));
  }
  return fold;
}

/** Stations whose means were the same on each day before. */
function stoodAt(means: readonly number[], spread = 0): Levels {
  return {
    means: (station, _variable, _slot, into) => {
      for (let day = 0; day < into.length; day++) into[day] = means[station] + (station === 0 ? spread * (day % 2) : 0);
      return true;
    },
  };
}

describe('the faults of a sensor that reports hourly', () => {
  // A thermometer on a mountain was held against what its neighbours in the valley read.
  it('are measured against how it stood to its neighbours on the days before', () => {
    const fold = faultsOf({
      ...{ variable: 'temp_out', check: 'arima', levels: stoodAt([9, 15, 15, 15]), named: [0] },
      read: (hour) => (hour >= 0 && hour < 6 ? 14 : 9),
      beside: () => 15,
    });
    assert.equal(fold.open, null);
    assert.deepEqual(
      fold.ended.map(({ fault }) => [fault.kind, fault.course.values, Math.round(fault.onset.offset)]),
      [['level', 6, 5]],
    );
  });

  it('go on as they were where version 0.1.0 wrote them, which knew one difference from each neighbour', () => {
    const fold = faultsOf(
      {
        ...{ variable: 'temp_out', check: 'arima', levels: stoodAt([9, 15, 15, 15]), named: [0] },
        read: (hour) => (hour >= 0 && hour < 6 ? 29 : 9),
        beside: () => 15,
      },
      (content) =>
        content
          .replace('"over":"days",', '')
          .replace(/"passing":\{[^}]*\},/, '')
          .replaceAll(/\[(-6)(,-6){7}\]/g, '$1'),
    );
    assert.deepEqual(
      fold.ended.map(({ fault }) => [fault.kind, fault.course.values, fault.onset.expectation?.over]),
      [['level', 6, 'hours']],
    );
  });

  // Once a gust had been misread, the anemometer of an airport was under a fault for a day, as the others had less wind that day.
  it('end where it stands as it did shortly before, which need not be as on the days before', () => {
    const fold = faultsOf({
      ...{ variable: 'wind_speed', check: 'arima', levels: stoodAt([20, 20, 20, 20], 2), named: [0] },
      read: (hour) => (hour === 0 ? 65 : 28 - Math.max(0, hour) / 2),
      beside: () => 20,
    });
    assert.equal(fold.open, null);
    assert.deepEqual(
      fold.ended.map(({ fault }) => [fault.kind, fault.course.values]),
      [['spike', 1]],
    );
  });

  // The only report of the three hours before was a spike that nobody had named, and the right values after it were called wrong.
  it('are none where one that reports every three hours is as on the days before', () => {
    const fold = faultsOf({
      ...{ variable: 'temp_out', check: 'step', levels: stoodAt([15, 15, 15, 15]), named: [0], every: 3 },
      read: (hour) => (hour === -3 ? 22 : 15 + hour / 20),
      beside: () => 15,
    });
    assert.deepEqual([fold.open, fold.ended], [null, []]);
  });

  // Noise of twelve hours was told for a day and a half: whether it still jumps was asked of two more reports of the same hour.
  it('end where one that was noisy jumps no more, though it is not as on the days before', () => {
    const fold = faultsOf({
      ...{ variable: 'temp_out', check: 'arima', levels: stoodAt([15, 15, 15, 15]), named: [0, 1, 2, 3, 4, 5] },
      read: (hour) => (hour >= 0 && hour < 6 ? 15 + 9 * (-1) ** hour : hour < 0 ? 15 : 19),
      beside: () => 15,
    });
    assert.equal(fold.open, null);
    assert.deepEqual(
      fold.ended.map(({ fault }) => [fault.kind, fault.course.values]),
      [['noise', 6]],
    );
  });

  // A thermometer had "recovered" after 19 h and read 6 degC below its neighbours all the time: small changes of the weather to one
  // side, added up, were taken for its jump back.
  it('hold while it is as far off as ever, whatever small changes add up to', () => {
    const fold = faultsOf({
      ...{ variable: 'temp_out', check: 'arima', levels: stoodAt([9, 15, 15, 15]), named: [0] },
      read: (hour) => (hour < 0 ? 9 : 2.5 + [0, 1.7, 1.1, 0.5][hour % 4]),
      beside: () => 15,
    });
    assert.deepEqual(fold.ended, []);
    assert.deepEqual([fold.open?.kind, fold.open?.course.values], ['level', 19]);
  });

  // A barometer at 700 m was said to have been stuck for 52 days, through all of which but a night it had moved.
  it('end where one that was stuck moves and nothing is known of how it stands to its neighbours', () => {
    const fold = faultsOf({
      ...{ variable: 'bar', check: 'flat_line', levels: NO_LEVELS, named: [0, 1, 2, 3] },
      read: (hour) => (hour >= -4 && hour < 4 ? 934.5 : 934.5 + Math.sin(hour)),
      beside: (hour) => 1013 + Math.sin(hour),
    });
    assert.equal(fold.open, null);
    assert.deepEqual(
      fold.ended.map(({ fault }) => [fault.kind, fault.course.lastSlot - ONSET]),
      [['stuck', 3 * SLOTS_PER_HOUR]],
    );
  });
});
