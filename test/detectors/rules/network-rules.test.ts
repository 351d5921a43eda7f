import assert from 'node:assert/strict';
import { JudgedSettings } from '../../../detectors/rules/judged-settings.ts';
import { NetworkRules } from '../../../detectors/rules/network-rules.ts';
import { witnessWindows } from '../../../detectors/rules/witness-windows.ts';
import { WindowStore } from '../../../detectors/windows/window-store.ts';
import { EVERY_STATION, type ExpertRule, endedRule } from '../../../schemas/expert-rule.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLES } from '../../../schemas/variables.ts';
import { newLimits, newOverride, newThreshold, newWindow } from '../../../services/experts/new-rule.ts';
import { someAnomaly } from '../../services/api/some-records.ts';

const STATION = { network: 'n', id: 'a' };
const NOW = 1_000_000;
const entering = (slot = NOW, by = 'ann') => ({ by, reason: 'seen', at: slot * SLOT_MS });
const setting = { variable: 'bar', method: 'arima', threshold: 8, floor: null } as const;
const bar = (from: number, to: number | null = null): ExpertRule =>
  newWindow(
    'bar',
    STATION,
    { variables: VARIABLES, from: from * SLOT_MS, to: to === null ? null : to * SLOT_MS },
    entering(),
  );

describe('the rules of a network', () => {
  it('hold from the second slot after the one in which they are entered until they are ended', () => {
    const rule = newThreshold(STATION, setting, entering());
    const rules = new NetworkRules([rule]);
    const at = (slot: number) => rules.settingAt('a', 'bar', slot, 'arima');
    assert.equal(at(NOW + 1), null);
    assert.deepEqual(at(NOW + 2), { threshold: 8, floor: null });
    const now = (NOW + 50) * SLOT_MS;
    rules.put(endedRule(rule, 'bob', now, now));
    assert.deepEqual(at(NOW + 51), { threshold: 8, floor: null });
    assert.equal(at(NOW + 52), null);
    rules.put(rule);
    assert.equal(at(NOW + 52), null, 'what comes again from before does not bring it back');
  });

  it('are of a station, a variable and, where they are thresholds, a method', () => {
    const rules = new NetworkRules([newThreshold(STATION, { ...setting, floor: 2 }, entering())]);
    assert.equal(rules.settingAt('b', 'bar', NOW + 9, 'arima'), null);
    assert.equal(rules.settingAt('a', 'rain', NOW + 9, 'arima'), null);
    assert.deepEqual(rules.settingAt('a', 'bar', NOW + 9, 'mad'), { threshold: null, floor: 2 });
    const scored = new NetworkRules([newThreshold(STATION, setting, entering())]);
    assert.equal(scored.settingAt('a', 'bar', NOW + 9, 'mad'), null);
  });

  it('do not judge by what only changes what is shown', () => {
    const override = newOverride(someAnomaly({ station: 'a' }), 'normal', entering());
    const rules = new NetworkRules([override]);
    assert.ok(rules.nothingSet && rules.noWindows);
  });

  it('tell which came to be known since', () => {
    const rules = new NetworkRules([newThreshold(STATION, setting, entering())]);
    const before = rules.newsCount;
    assert.deepEqual(rules.newsAfter(before), []);
    const next = newThreshold(STATION, { ...setting, variable: 'rain' }, entering());
    rules.put(next);
    rules.put(bar(NOW));
    assert.deepEqual(rules.newsAfter(before), [next]);
  });
});

describe('limits that are set', () => {
  const limits = (failHigh: number) => ({ failLow: -40, failHigh, suspectLow: -30, suspectHigh: 35 });
  const set = (station: string, failHigh: number, slot = NOW) =>
    newLimits('n', station, 'temp_out', limits(failHigh), entering(slot));

  it('are of a variable of a station, before those of the whole network', () => {
    const rules = new NetworkRules([set(EVERY_STATION, 50), set('a', 45)]);
    const highOf = (station: string, slot = NOW + 2) => rules.limitsAt(station, 'temp_out', slot)?.failHigh;
    assert.deepEqual(rules.limitsAt('a', 'temp_out', NOW + 2), limits(45));
    assert.equal(highOf('b'), 50);
    assert.equal(highOf('a', NOW + 1), undefined, 'from the second slot after the one in which they are entered');
    assert.equal(rules.limitsAt('a', 'bar', NOW + 2), null);
    assert.equal(new NetworkRules([set('a', 45)]).limitsAt('b', 'temp_out', NOW + 9), null);
  });

  it('follow each other, the newest first, until they are ended', () => {
    const [older, newer] = [set('a', 45), set('a', 46, NOW + 10)];
    const rules = new NetworkRules([newer, older]);
    const highAt = (slot: number) => rules.limitsAt('a', 'temp_out', slot)?.failHigh;
    assert.deepEqual([NOW + 11, NOW + 12].map(highAt), [45, 46]);
    const now = (NOW + 20) * SLOT_MS;
    rules.put(endedRule(newer, 'bob', now, now));
    rules.put(endedRule(older, 'bob', now, now));
    assert.deepEqual([NOW + 21, NOW + 22].map(highAt), [46, undefined]);
  });

  it('are no thresholds and no windows', () => {
    const none = new NetworkRules([newThreshold(STATION, setting, entering()), bar(NOW)]);
    assert.ok(none.noLimits);
    const rules = new NetworkRules([set('a', 45)]);
    assert.deepEqual([rules.noLimits, rules.nothingSet, rules.noWindows], [false, true, true]);
    assert.equal(rules.settingAt('a', 'temp_out', NOW + 9, 'arima'), null);
    assert.ok(rules.teaches('a', 'temp_out', NOW + 9));
  });

  it('come to be known of every station that they are for, and tell what was judged by them', () => {
    const rules = new NetworkRules();
    const settings = new JudgedSettings({ ids: ['a', 'b'], rules }, 'arima');
    assert.deepEqual([settings.limits(0, 0, NOW + 2), settings.digest(0, NOW + 2)], [null, '']);
    rules.put(set('b', 45));
    assert.deepEqual(settings.news(), [{ station: 'b', firstSlot: NOW + 2 }]);
    rules.put(set(EVERY_STATION, 50));
    assert.deepEqual(settings.news(), [
      { station: 'a', firstSlot: NOW + 2 },
      { station: 'b', firstSlot: NOW + 2 },
    ]);
    assert.deepEqual(settings.limits(1, 0, NOW + 2), limits(45));
    assert.notEqual(settings.digest(0, NOW + 2), settings.digest(1, NOW + 2));
    assert.equal(settings.digest(0, NOW + 1), '');
  });
});

describe('the windows of witnesses', () => {
  const windows = new WindowStore(60);
  for (const station of [0, 1]) {
    for (let slot = NOW; slot <= NOW + 40; slot++) {
      const values = { temp_out: slot - NOW, out_hum: 50, wind_speed: 5, bar: 1000, rain: 0 };
      windows.put(station, slot, slot * SLOT_MS, values);
    }
  }
  const neighbours = [
    { index: 1, id: 'a', km: 3 },
    { index: 0, id: 'own', km: 4 },
  ];
  const seen = (rules: readonly ExpertRule[], from = NOW, to = NOW + 40) =>
    witnessWindows(windows, new NetworkRules(rules), neighbours, from, to);
  const temperature = VARIABLE_INDEX.temp_out;

  it('are the windows themselves where nothing is hidden', () => {
    assert.equal(seen([]), windows);
    assert.equal(seen([newThreshold(STATION, setting, entering())]), windows);
    assert.equal(seen([bar(NOW + 100)]), windows);
    assert.equal(seen([{ ...bar(NOW), station: 'c' }]), windows);
  });

  it('lack what a station reported while it was barred or in maintenance', () => {
    const view = seen([bar(NOW + 10, NOW + 20)]);
    const into = new Float64Array(5);
    view.stretch(1, temperature, NOW + 8, 5, 1, into);
    assert.deepEqual([...into], [8, 9, Number.NaN, Number.NaN, Number.NaN]);
    view.stretch(1, temperature, NOW + 18, 3, 2, into);
    assert.deepEqual([...into.subarray(0, 3)], [Number.NaN, Number.NaN, 22]);
    assert.ok(Number.isNaN(view.value(1, temperature, NOW + 20)));
    assert.equal(view.value(1, temperature, NOW + 21), 21);
    assert.deepEqual([view.reported(1, NOW + 20), view.reported(1, NOW + 21)], [false, true]);
    assert.equal(view.newest(1), NOW + 40);
    view.stretch(0, temperature, NOW + 10, 2, 1, into);
    assert.deepEqual([...into.subarray(0, 2)], [10, 11], 'others are seen as ever');
  });

  it('lack only the variables that it is for', () => {
    const rule = { ...bar(NOW), kind: 'maintenance', variables: ['temp_out', 'rain'] } as const;
    const view = seen([rule]);
    assert.ok(Number.isNaN(view.value(1, temperature, NOW + 5)));
    assert.equal(view.value(1, VARIABLE_INDEX.bar, NOW + 5), 1000);
    assert.equal(view.reported(1, NOW + 5), true);
  });
});
