import assert from 'node:assert/strict';
import { XMLValidator } from 'fast-xml-parser';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';
import { drawnChart } from './chart.ts';
import { faultChart, faultName } from './fault-chart.ts';
import { faultCourse } from './fault-course.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
const FIRST = Date.UTC(2022, 8, 1);
const [DAYS, START, END] = [30, FIRST + 14 * DAY, FIRST + 20 * DAY];
const IDS = ['a', 'b', 'c', 'd'];

const stations = new NetworkStations(
  'n',
  100,
  IDS.map((id, k) => ({
    ...{ network: 'n', id, name: `Station ${id}`, latitude: 51 + 0.05 * k, longitude: 4, elevation: null },
    ...{ pressureLevel: 'unknown', rainInterval: null, manufacturer: null, model: null, retired: false, updated: 0 },
  })),
);

/** Hourly values of a variable at all stations. */
function made(variable: Variable, read: (station: number, time: number) => number): Observation[] {
  return Array.from({ length: 24 * DAYS }, (_, h) => FIRST + h * HOUR).flatMap((time) =>
    IDS.map((station, k) => {
      const all = { ...NO_VALUES, [variable]: read(k, time) };
      return { network: 'n', station, time, values: all, extras: {}, original: {}, source: 's', received: time };
    }),
  );
}

function fault(given: Partial<Fault>): Fault {
  return {
    ...{ id: 'f', network: 'n', station: 'a', stationName: 'Station a', variable: 'bar', kind: 'bias' },
    ...{ start: START, end: END, named: START + DAY, known: START + DAY, recovered: END + DAY, offset: 3 },
    ...{ uncertainty: 0.2, ratio: null, minutes: null, unit: null, swappedWith: null, ceiling: null, adjusted: false },
    ...{ unknownSince: null, values: 145, state: 'settled', certainty: 'failure', reason: 'reads 3 hPa more' },
    ...{ neighbors: ['b', 'c', 'd'], anomalyIds: [], configuration: 'c', version: 'v', judged: 0 },
    ...given,
  };
}

const isUnder = (time: number) => time >= START && time <= END;
/** Pressure with a course of its own at all, each at its height; station a is 3 hPa off under the fault. */
const pressure = made('bar', (k, time) => 1010 + 4 * Math.sin(time / DAY) - k + (k === 0 && isUnder(time) ? 3 : 0));

describe('the course of a fault of days', () => {
  it('is the sensor beside what its neighbours imply by how it stood to them before', () => {
    const course = faultCourse(fault({}), [], pressure, stations);
    assert.ok(course !== null);
    assert.equal(course.each.length, 3);
    for (const [time, apart] of course.apart) {
      const isWithin = time > START && time < END;
      if (Math.abs(time - END) > 3 * HOUR) assert.ok(Math.abs(apart - (isWithin ? 3 : 0)) < 0.01, `${apart}`);
    }
    const [[first], [last]] = [course.own[0], course.own[course.own.length - 1]];
    assert.ok(first < START - 5 * DAY && last > END + 3 * DAY);
  });

  it('does not learn what is usual from the faults before it, as far as they were known', () => {
    const before = { start: FIRST, end: START - 2 * DAY };
    const wrong = pressure.map((one) =>
      one.station === 'a' && one.time <= before.end
        ? { ...one, values: { ...one.values, bar: (one.values.bar ?? 0) - 8 } }
        : one,
    );
    const atStart = (known: number) => {
      const course = faultCourse(fault({}), [{ ...before, known }], wrong, stations);
      return course?.apart.find(([time]) => time > START + DAY)?.[1] ?? Number.NaN;
    };
    assert.ok(Math.abs(atStart(FIRST + DAY) - 3) < 0.01);
    assert.ok(Math.abs(atStart(END) - 11) < 0.01);
  });

  it('is a share of wind', () => {
    const wind = made(
      'wind_speed',
      (k, time) => (10 + 5 * Math.sin(time / DAY)) * (k === 0 && isUnder(time) ? 0.4 : 1),
    );
    const told = fault({ variable: 'wind_speed', kind: 'gain', offset: null, ratio: 0.4 });
    const course = faultCourse(told, [], wind, stations);
    const shares = course?.apart.filter(([time]) => time > START + DAY && time < END - DAY) ?? [];
    assert.ok(shares.length > 20 && shares.every(([, share]) => Math.abs(share - 0.4) < 0.01));
  });

  it('is not known where nobody knows how the sensor stood to its neighbours', () => {
    assert.equal(faultCourse(fault({ start: FIRST }), [], pressure, stations), null);
  });

  it('is drawn whole, also while the fault holds', () => {
    for (const end of [END, null]) {
      const told = fault({ end });
      const course = faultCourse(told, [], pressure, stations);
      assert.ok(course !== null);
      const svg = drawnChart(faultChart(told, course));
      assert.equal(XMLValidator.validate(svg), true);
      assert.doesNotMatch(svg, /NaN|undefined/);
      assert.match(svg, end === null ? /Station a, pressure: bias from 2022-09-15 on/ : /to 2022-09-21/);
    }
  });

  it('has a name that says what it is, and is one of a file whatever the station is called', () => {
    assert.equal(faultName(fault({})), 'bias-bar-a-2022-09-15');
    assert.equal(faultName(fault({ station: '../a' })), 'bias-bar-..%2Fa-2022-09-15');
  });
});
