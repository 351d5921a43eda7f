import assert from 'node:assert/strict';
import { BASELINE_DAYS, BaselineBook } from '../../../detectors/baselines/baseline-book.ts';
import { NetworkRules } from '../../../detectors/rules/network-rules.ts';
import { TaughtWindows } from '../../../detectors/rules/taught-windows.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { ExpertRule } from '../../../schemas/expert-rule.ts';
import type { Values } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { newWindow } from '../../../services/experts/new-rule.ts';
import { seeded } from '../stages/small-network.ts';

const LATENESS = 12;
const DAY = 19_000;
const FIRST = DAY * SLOTS_PER_DAY;
const ENTERING = { by: 'ann', reason: 'painted', at: 0 };
/** Where the teaching of the first day ends. */
const CUT = SLOTS_PER_DAY - LATENESS;

/** Reports of so many days in which every variable but rain steps by a normal amount, rounded as instruments do. */
function lively(days: number, seed: number): Values[] {
  const random = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let [temp, hum, bar] = [15, 60, 1013];
  return Array.from({ length: days * SLOTS_PER_DAY }, () => {
    temp += 0.4 * normal() - (temp - 15) * 0.01;
    hum += 2 * normal() - (hum - 60) * 0.05;
    bar += 0.1 * normal() - (bar - 1013) * 0.01;
    const wind = 20 + 3 * normal();
    const tenths = (value: number) => Math.round(value * 10) / 10;
    return { temp_out: tenths(temp), out_hum: tenths(hum), wind_speed: tenths(wind), bar: tenths(bar), rain: 0 };
  });
}

/** Feeds reports from the beginning of DAY on, null where there is none; what a book made of them. */
function taught(reports: readonly (Values | null)[], rules: readonly ExpertRule[] = []): Baseline[] {
  const windows = new WindowStore(60);
  const stations = { ids: ['a'], rules: new NetworkRules(rules) };
  const book = new BaselineBook('n', LATENESS, new TaughtWindows(windows, stations));
  const made: Baseline[] = [];
  for (const [k, values] of reports.entries()) {
    made.push(...book.advance(FIRST + k, ['a']));
    if (values !== null) windows.put(0, FIRST + k, (FIRST + k) * SLOT_MS, values);
  }
  return made;
}

/** Reports of which those after `from` up to and with `to` say again what the one at `from` said. */
function frozen(reports: readonly Values[], from: number, to: number): Values[] {
  return reports.map((values, k) => (k > from && k <= to ? reports[from] : values));
}

const spreadsOf = (made: readonly Baseline[], day: number) => made.find((one) => one.day === day)?.ownDay;

describe('what may not teach a baseline', () => {
  it('is what was reported in maintenance, of the variables that it is for', () => {
    const reports = lively(2, 4);
    const [from, to] = [30, 30 + SLOTS_PER_DAY / 2];
    const disturbed = reports.map((values, k) => {
      return k >= from && k <= to ? { ...values, temp_out: 40 * (k % 2), bar: 900 + 100 * (k % 2) } : values;
    });
    const window = {
      ...newWindow('maintenance', { network: 'n', id: 'a' }, { variables: ['temp_out'], from: 0, to: null }, ENTERING),
      firstSlot: FIRST + from,
      lastSlot: FIRST + to,
    };
    const silent = reports.map((values, k) => (k >= from && k <= to ? { ...values, temp_out: null } : values));
    const expected = spreadsOf(taught(silent), DAY + 1);
    const found = spreadsOf(taught(disturbed, [window]), DAY + 1);
    assert.equal(found?.temp_out, expected?.temp_out);
    assert.ok((found?.bar ?? 0) > 50, 'the pressure is not for it');
    assert.ok((spreadsOf(taught(disturbed), DAY + 1)?.temp_out ?? 0) > 10);
    const bar = { ...window, kind: 'bar' } as const;
    assert.deepEqual(taught(disturbed, [bar]), taught(disturbed), 'a bar lets it teach itself');
    const all = { ...window, variables: VARIABLES };
    const none = reports.map((values, k) => (k >= from && k <= to ? null : values));
    assert.deepEqual(taught(disturbed, [all]), taught(none), 'in maintenance of all it is as if it had said nothing');
  });

  it('is a record that is repeated, nor the step out of it: a day half frozen teaches what the other half does', () => {
    for (const seed of [1, 2, 3]) {
      const reports = lively(2, seed);
      // From its values before the freeze the station goes on as if nothing had been.
      const [from, to] = [30, 30 + SLOTS_PER_DAY / 2];
      const silent = reports.map((values, k) => (k > from && k <= to ? null : values));
      const expected = spreadsOf(taught(silent), DAY + 1);
      assert.deepEqual(spreadsOf(taught(frozen(reports, from, to)), DAY + 1), expected);
      assert.ok((expected?.temp_out ?? 0) > 0.3, JSON.stringify(expected));
    }
  });

  it('is such a record to the end of what teaches, and from its beginning', () => {
    const reports = lively(2, 4);
    const late = reports.map((values, k) => (k > 60 && k < CUT ? null : values));
    assert.deepEqual(spreadsOf(taught(frozen(reports, 60, CUT + 5)), DAY + 1), spreadsOf(taught(late), DAY + 1));
    const early = reports.map((values, k) => (k > CUT && k <= CUT + 70 ? null : values));
    const made = taught(frozen(reports, CUT - 5, CUT + 70).concat(lively(1, 5)));
    const expected = taught(early.concat(lively(1, 5)));
    assert.deepEqual(spreadsOf(made, DAY + 2), spreadsOf(expected, DAY + 2));
  });

  it('is none where a record comes twice only, or too few variables tell', () => {
    const twice = lively(2, 6).map((values, k, all) => (k % 2 === 1 ? all[k - 1] : values));
    const spread = spreadsOf(taught(twice), DAY + 1)?.temp_out ?? 0;
    assert.ok(spread > 0.2 && spread < 0.8, `${spread}`);
    const still: Values = { temp_out: 15, out_hum: 60, wind_speed: null, bar: null, rain: 0 };
    const made = taught(lively(2, 6).map(() => still));
    assert.deepEqual(spreadsOf(made, DAY + 1), { temp_out: 0, out_hum: 0, wind_speed: null, bar: null, rain: 0 });
  });

  it('is an impossible value, whose neighbours in time teach the step over it', () => {
    const reports = lively(2, 7);
    const faulty = reports.map((values, k) => (k % 4 === 1 ? { ...values, temp_out: 99 } : values));
    const missing = reports.map((values, k) => (k % 4 === 1 ? { ...values, temp_out: null } : values));
    assert.deepEqual(taught(faulty), taught(missing));
  });

  it('is hardly a value that a method flags: three a day move the spread of the day by one bin of the sketch at most', () => {
    for (const seed of [8, 9, 10, 11]) {
      const clean = lively(2, seed);
      const spread = spreadsOf(taught(clean), DAY + 1)?.temp_out ?? 0;
      const spiked = clean.map((values, k) => (k % 40 === 20 ? { ...values, temp_out: 45 } : values));
      const after = spreadsOf(taught(spiked), DAY + 1)?.temp_out ?? 0;
      assert.ok(after / spread >= 1 && after / spread < 1.41, `${spread} became ${after}`);
    }
  });

  it('is not a sensor that is wrong for days: the median of a month forgets fourteen of them', () => {
    const clean = lively(BASELINE_DAYS + 1, 12);
    const wrong = clean.map((values, k) => {
      const day = Math.floor((k + LATENESS) / SLOTS_PER_DAY);
      return day % 2 === 1 && day < 28 ? { ...values, temp_out: k % 2 === 0 ? 40 : -20 } : values;
    });
    const spread = taught(clean).at(-1)?.stepSpread.temp_out ?? 0;
    const after = taught(wrong).at(-1)?.stepSpread.temp_out ?? 0;
    assert.ok(after / spread >= 1 && after / spread < 1.41, `${spread} became ${after}`);
  });

  it('is the same for a book that is restored in the middle of a freeze', () => {
    const reports = frozen(lively(4, 13), 2 * SLOTS_PER_DAY - 40, 2 * SLOTS_PER_DAY + 30);
    const all = taught(reports);
    const windows = new WindowStore(60);
    const resumed = new BaselineBook('n', LATENESS, windows);
    resumed.restore(
      all.filter(({ day }) => day <= DAY + 2),
      DAY + 2,
      () => 0,
    );
    const made: Baseline[] = [];
    for (let slot = resumed.cutOf(DAY + 2); slot < FIRST + reports.length; slot++) {
      made.push(...resumed.advance(slot, ['a']));
      windows.put(0, slot, slot * SLOT_MS, reports[slot - FIRST]);
    }
    assert.deepEqual(
      made,
      all.filter(({ day }) => day > DAY + 2),
    );
  });
});
