import assert from 'node:assert/strict';
import { DOCUMENTED_FLOORS, DOCUMENTED_SPREADS } from '../../../detectors/baselines/documented-floors.ts';
import { TypicalSteps } from '../../../detectors/baselines/typical-steps.ts';
import { judgeFlatLine } from '../../../detectors/checks/flat-line.ts';
import { type JudgementPlan, planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { type NetworkState, NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import { stationThresholds } from '../../../detectors/thresholds/station-thresholds.ts';
import { type JudgementConfiguration, TEMPORAL_METHOD_NAMES } from '../../../schemas/judgement-configuration.ts';
import { grossRangeFlag } from '../../../schemas/limits.ts';
import type { Observation, Values } from '../../../schemas/observation.ts';
import { SLOTS_PER_DAY, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS, type VARIABLES } from '../../../schemas/variables.ts';
import { NO_VALUES } from '../../no-values.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';
import { configuration } from '../stages/live-judgement.ts';
import { FIRST_SLOT, seeded, smallStations } from '../stages/small-network.ts';

const DAYS = 3;
const LAST = FIRST_SLOT + DAYS * SLOTS_PER_DAY + 50;

/** A state that has seen the reports of one station, and the judge that works on it. */
function learnt(methods: Partial<JudgementConfiguration>, unrest: number, cadence = 1) {
  const plan = planJudgement({ ...configuration, ...methods });
  const state = new NetworkStates(plan).of('small');
  for (const station of smallStations(4)) state.stations.put(station);
  const judge = new TemporalJudge(plan, state.stations, state.windows, state.baselines, () => 0, true);
  const random = seeded(5);
  for (let slot = FIRST_SLOT; slot < LAST; slot += cadence) {
    judge.advance(slot);
    judge.warm(
      report(slot, {
        temp_out: 15 + unrest * (random() - 0.5),
        out_hum: 60 + 5 * unrest * (random() - 0.5),
        wind_speed: 20 + 5 * unrest * (random() - 0.5),
        bar: 1010 + 0.2 * unrest * (random() - 0.5),
        rain: 0,
      }),
    );
  }
  judge.advance(LAST);
  return { plan, state, judge };
}

function report(slot: number, values: Values): Observation {
  const place = { network: 'small', station: 's00', time: timeOfSlot(slot) };
  return { ...place, values, extras: {}, original: {}, source: 'test', received: 0 };
}

/** What flags a value of a variable that comes next, the others being missing: the judge is asked, and forgets it again. */
function flags(
  { judge, state }: { judge: TemporalJudge; state: NetworkState },
  variable: (typeof VARIABLES)[number],
  value: number,
): string[] {
  judge.accept(report(LAST, { ...NO_VALUES, [variable]: value }));
  const { candidates } = judge.findings();
  judge.accept(report(LAST, NO_VALUES));
  judge.findings();
  assert.equal(state.windows.newest(0), LAST);
  return candidates.filter((one) => one.variable === variable && !one.withdrawn).map((one) => one.check);
}

function shown(plan: JudgementPlan, state: NetworkState) {
  return stationThresholds(plan, state, state.stations.indexOf('s00'), LAST);
}

describe('the effective thresholds of a station', () => {
  for (const temporalMethod of TEMPORAL_METHOD_NAMES) {
    for (const unrest of [0, 1, 8]) {
      it(`are those of ${temporalMethod}: what is just within passes, what is just beyond is flagged (unrest ${unrest})`, () => {
        const it = learnt({ temporalMethod, checks: ['gross_range'] }, unrest);
        const { variables } = shown(it.plan, it.state);
        let limits = 0;
        for (const { variable, method, asksFrom } of variables) {
          assert.ok(method !== null, variable);
          const { low, high } = VARIABLE_SPECIFICATIONS[variable];
          for (const [limit, outwards] of [
            [method.above, 1],
            [method.below, -1],
          ] as const) {
            const end = outwards > 0 ? high : low;
            if (limit === null) {
              assert.deepEqual(flags(it, variable, end), [], `${variable} ${end}`);
              continue;
            }
            limits++;
            // Values are held in 32 bits.
            const close = 2e-6 * Math.max(1, Math.abs(limit));
            assert.deepEqual(flags(it, variable, limit - outwards * close), [], `${variable} within ${limit}`);
            if (Math.abs(end - limit) < close) continue;
            assert.deepEqual(flags(it, variable, limit + outwards * close), [temporalMethod], `${variable} ${limit}`);
            const away = Math.abs(limit - method.expected);
            assert.ok(away >= asksFrom * 0.999, `${variable}: ${limit} nearer than ${asksFrom}`);
          }
        }
        assert.ok(limits >= 5 || temporalMethod === 'isolation_forest', `${limits} limits`);
      });
    }
  }

  it('are those of an hourly station, read at its own cadence', () => {
    const it = learnt({ temporalMethod: '3sigma', windowHours: 12, checks: [] }, 1, 6);
    const newest = it.state.windows.newest(0);
    const { cadence, variables } = stationThresholds(it.plan, it.state, 0, newest);
    assert.equal(cadence, 3_600_000);
    assert.ok(variables[0].method !== null);
  });

  it('have the floor that was learnt, and say from what', () => {
    const calm = shown(...stateOf(learnt({}, 0.1))).variables[0];
    assert.deepEqual([calm.floor, calm.floorFrom, calm.days], [2, 'documented', 3]);
    assert.ok(calm.asksFrom >= 0.8 && calm.asksFrom < 2, `${calm.asksFrom}`);
    const middle = shown(...stateOf(learnt({ temporalMethod: 'mad' }, 0.1))).variables[0];
    assert.equal(middle.asksFrom, 2, 'a middle is not asked about less than the floor');
    const it = learnt({}, 8);
    const { variables, baseline } = shown(it.plan, it.state);
    assert.equal(variables[0].floorFrom, 'learnt');
    assert.equal(variables[0].floor, new TypicalSteps(it.state.baselines, null).floor(0, 0, LAST));
    assert.equal(variables[0].usualStep, it.state.baselines.spread(0, 0, LAST));
    assert.equal(baseline, it.state.baselines.version(0, LAST));
    assert.equal(variables[0].weatherFrom, 1.6 * variables[0].floor);
    const nobody = stationThresholds(it.plan, it.state, 1, LAST);
    assert.equal(nobody.baseline, null);
    for (const [v, { floor, usualStep, days, method }] of nobody.variables.entries()) {
      assert.deepEqual([floor, usualStep, days, method], [DOCUMENTED_FLOORS[v], DOCUMENTED_SPREADS[v], 0, null]);
    }
  });

  it('are those of the checks', () => {
    // So high a threshold leaves what changes to the check.
    const it = learnt({ temporalMethod: 'mad', threshold: 20 }, 1);
    for (const { variable, step, grossRange: limits } of shown(it.plan, it.state).variables) {
      const [before, last] = [2, 1].map((k) => it.state.windows.value(0, VARIABLE_INDEX[variable], LAST - k));
      // What is back where the report before stood passes.
      const away = last < before ? -1 : 1;
      assert.ok(step !== null && limits !== null);
      assert.deepEqual(flags(it, variable, last + away * 0.999 * step), [], `${variable}: a change below ${step}`);
      const [check] = flags(it, variable, last + away * 1.001 * step);
      assert.equal(check, variable === 'rain' ? 'mad' : 'step', `${variable}: a change above ${step}`);
      const { failLow, failHigh, suspectLow, suspectHigh } = limits;
      const flagsOf = (values: readonly number[]) => values.map((value) => grossRangeFlag(value, limits));
      assert.deepEqual(flagsOf([failLow - 1e-3, failHigh + 1e-3]), ['fail', 'fail'], variable);
      assert.deepEqual(flagsOf([suspectLow, suspectHigh]), ['pass', 'pass'], variable);
    }
    const off = shown(...stateOf(learnt({ temporalMethod: 'arima', checks: [], variables: ['bar'] }, 1))).variables;
    for (const { variable, judged, step, grossRange: limits, flatLine } of off) {
      assert.deepEqual([judged, step, limits, flatLine], [variable === 'bar', null, null, null]);
    }
  });

  it('name the ranges that the neighbours of an unchanged value must show', () => {
    const { variables } = shown(...stateOf(learnt({}, 1)));
    for (const { variable, flatLine } of variables) {
      if (variable === 'rain') {
        assert.equal(flatLine, null);
        continue;
      }
      assert.ok(flatLine !== null);
      for (const [count, { range }] of [
        [5, flatLine.ofMany],
        [3, flatLine.ofMany],
        [2, flatLine.ofMany],
        [1, flatLine.ofFew],
      ] as const) {
        assert.equal(stuck(variable, count, range * 0.99, flatLine.slots), false, `${variable} ${count} ${range}`);
        assert.equal(stuck(variable, count, range * 1.01, flatLine.slots), true, `${variable} ${count} ${range}`);
        assert.equal(stuck(variable, count, range * 1.01, flatLine.slots - 1), false, variable);
      }
    }
  });

  it('name the neighbours that a verdict asks, nearest first', () => {
    const { neighbours, compared } = shown(...stateOf(learnt({}, 1)));
    assert.deepEqual(
      neighbours.map(({ id }) => id),
      ['s01', 's02', 's03'],
    );
    assert.ok(neighbours[0].km > 6 && neighbours[0].km < 9, `${neighbours[0].km}`);
    assert.equal(compared, 12);
  });
});

function stateOf({ plan, state }: { plan: JudgementPlan; state: NetworkState }): [JudgementPlan, NetworkState] {
  return [plan, state];
}

/** Whether a value that has not changed for so many slots is called stuck by neighbours that moved so far meanwhile. */
function stuck(variable: (typeof VARIABLES)[number], count: number, range: number, run: number): boolean {
  const slot = 1000;
  const windows = new WrittenWindows();
  const value = variable === 'bar' ? 1010.123 : 50.123;
  for (let t = slot - 40; t <= slot; t++) {
    windows.write(0, variable, t, t < slot - run ? value + 0.3217 * (t % 5) + 0.1 : value);
    for (let n = 1; n <= count; n++) windows.write(n, variable, t, value + (range * (t - slot + run)) / run);
  }
  const neighbours = Array.from({ length: count }, (_, k) => ({ index: k + 1, id: `n${k + 1}`, km: 4 * (k + 1) }));
  const asked = { floors: DOCUMENTED_FLOORS, spreads: DOCUMENTED_SPREADS, known: slot, hindsightSlots: 6 };
  const found = judgeFlatLine({
    ...{ station: 0, variable, slot, actual: value, expected: value, neighbours, windows },
    ...asked,
  });
  return found !== null;
}
