import assert from 'node:assert/strict';
import { checkHealth } from '../../../detectors/health/health-check.ts';
import type { ObservationSource } from '../../../ingest/observation-source.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { someFault } from '../../services/answers/some-fault.ts';
import { seeded, smallStations } from '../stages/small-network.ts';

const DAYS = 14;
const FIRST = 20_700 * SLOTS_PER_DAY;
const LAST = FIRST + DAYS * SLOTS_PER_DAY - 1;
const EVERY = 6;
/** A gauge is asked among more stations than a barometer. */
const [EIGHT, FIVE] = [smallStations(8), smallStations(5)];

/** Two weeks of hourly reports with rain every other day, some of them changed. */
function weeks(
  change: (station: string, day: number, values: Values) => Values,
  stations: readonly Station[] = EIGHT,
): ObservationSource {
  const observations: Observation[] = [];
  const random = seeded(5);
  for (let k = 0; k < DAYS * SLOTS_PER_DAY; k += EVERY) {
    const sun = Math.sin((2 * Math.PI * k) / SLOTS_PER_DAY);
    const isWet = Math.floor(k / SLOTS_PER_DAY) % 2 === 0 && k % SLOTS_PER_DAY < 30;
    for (const { id } of stations) {
      const values: Values = {
        temp_out: Math.round((12 + 6 * sun + 0.3 * random()) * 10) / 10,
        out_hum: Math.round(62 - 18 * sun + 2 * random()),
        wind_speed: Math.round((14 + 4 * sun + 3 * random()) * 10) / 10,
        bar: Math.round((1012 + Math.sin(k / 300) + 0.1 * random()) * 100) / 100,
        rain: isWet ? Math.round(8 + 4 * random()) / 10 : 0,
      };
      observations.push({
        ...{ network: 'small', station: id, time: timeOfSlot(FIRST + k), extras: {}, original: {} },
        ...{ values: change(id, k / SLOTS_PER_DAY, values), source: 'test', received: 0 },
      });
    }
  }
  return {
    ...{ title: 'made', networks: async () => ['small'], stations: async () => [...stations] },
    ...{ extent: async () => null, baselines: async () => [], close: async () => undefined },
    async *read() {
      yield observations;
    },
  };
}

/** What is said of each sensor that something is said of. @param known what a running system tells, examined up to a slot */
async function said(
  source: ObservationSource,
  examined: number | null = null,
  known: readonly Fault[] = [],
): Promise<[string, Variable, string, string][]> {
  const end = timeOfSlot(LAST);
  const question = { network: 'small', end, days: DAYS, station: null, variables: VARIABLES, examined, faults: known };
  const { stations } = await checkHealth(source, question);
  return stations.flatMap(({ station: { id }, findings }) =>
    [...findings.variables].flatMap(([variable, { issues }]) =>
      issues.map(({ severity, text }): [string, Variable, string, string] => [id, variable, severity, text]),
    ),
  );
}

describe('the health check of what is wrong for days', () => {
  it('says nothing of sound sensors', async () => {
    assert.deepEqual(await said(weeks((_station, _day, values) => values)), []);
  });

  it('names a barometer that is off, critical while it is', async () => {
    const off = (since: number, until: number) =>
      weeks(
        (id, day, values) =>
          id === 's02' && day >= since && day < until ? { ...values, bar: (values.bar ?? 0) + 2 } : values,
        FIVE,
      );
    const [[station, variable, severity, text], ...others] = await said(off(8, DAYS));
    assert.deepEqual([station, variable, severity, others], ['s02', 'bar', 'critical', []]);
    assert.match(text, /^reads 2\.\d hPa above its neighbours since .*; check its calibration$/);
    assert.deepEqual(await said(off(8, DAYS), LAST), [], 'a running system has looked for it');
    const [[, , ended, over]] = await said(off(5, 9));
    assert.equal(ended, 'warning');
    assert.match(over, /^read 2\.\d hPa above its neighbours from /);
  });

  // It took what was stored, however old: a sensor that went wrong in the days since then was healthy.
  it('looks itself at days that a running system is behind with, for what that could not tell', async () => {
    const off = weeks(
      (id, day, values) => (id === 's02' && day >= 8 ? { ...values, bar: (values.bar ?? 0) + 2 } : values),
      FIVE,
    );
    const examinedTo = (day: number) => FIRST + day * SLOTS_PER_DAY - 1;
    const found = await said(off, examinedTo(7));
    assert.deepEqual(
      found.map(([station, variable, severity]) => [station, variable, severity]),
      [['s02', 'bar', 'critical']],
    );
    assert.deepEqual(await said(off, examinedTo(11)), [], 'named before that, and not told by it: none');
    assert.deepEqual(await said(off, examinedTo(DAYS - 0.5)), [], 'the last quarters may not be settled');
    const stored = someFault({ station: 's02', variable: 'bar', kind: 'drift', reason: 'reads more and more' });
    assert.deepEqual(await said(off, examinedTo(7), [stored]), [['s02', 'bar', 'critical', stored.reason]]);
  });

  it('names a gauge that has been blocked once, and says so once', async () => {
    const found = await said(weeks((id, day, values) => (id === 's05' && day >= 5 ? { ...values, rain: 0 } : values)));
    assert.deepEqual(
      found.map(([station, variable, severity]) => [station, variable, severity]),
      [['s05', 'rain', 'warning']],
    );
    assert.match(found[0][3], /^catches next to nothing of what its neighbours indicate since /);
  });

  it('names each of a quarter of the gauges that catch nothing at all', async () => {
    const dead = ['s01', 's06'];
    const found = await said(weeks((id, _day, values) => (dead.includes(id) ? { ...values, rain: 0 } : values)));
    assert.deepEqual(
      found.map(([station, variable]) => [station, variable]),
      dead.map((station) => [station, 'rain']),
    );
  });
});
