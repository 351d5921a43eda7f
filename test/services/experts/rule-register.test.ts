import assert from 'node:assert/strict';
import { VARIABLES } from '../../../schemas/variables.ts';
import { newLimits, newOverride, newThreshold, newWindow } from '../../../services/experts/new-rule.ts';
import { CatalogueRules, type RuleRegister } from '../../../services/experts/rule-register.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { NOON, someAnomaly } from '../api/some-records.ts';
import { onBothCatalogues } from '../stores/both-catalogues.ts';
import { MemoryRules } from './memory-rules.ts';

const SLOT = 600_000;
const by = (at: number, who = 'ann') => ({ by: who, reason: 'the mast was being painted', at });
const station = { network: 'north', id: 'a' };
const setting = { variable: 'bar', method: 'arima', threshold: 8, floor: null } as const;

describe('the register of rules', () => {
  onBothCatalogues((catalogue) => registerContract(catalogue));
});

describe('the register of rules in memory', () => {
  let rules: RuleRegister;
  before(() => {
    rules = new MemoryRules();
  });
  contract(() => rules);
});

function registerContract(catalogue: () => Catalogue): void {
  let rules: RuleRegister;
  let told = 0;
  before(() => {
    rules = new CatalogueRules(catalogue(), () => {
      told++;
    });
  });
  contract(() => rules);

  it('tells of what was entered or ended, and of nothing else', async () => {
    const before = told;
    const rule = newWindow(
      'bar',
      { network: 'told', id: 'a' },
      { variables: VARIABLES, from: NOON, to: null },
      by(NOON),
    );
    await rules.enter(rule);
    await rules.end(rule, { by: 'bob', now: NOON, at: NOON });
    await rules.end(rule, { by: 'bob', now: NOON, at: NOON });
    assert.equal(told, before + 2);
    const rows = await catalogue().query('SELECT published FROM expert_rules WHERE id = $1', [rule.id]);
    assert.deepEqual(rows, [{ published: false }]);
  });

  it('lets one of two win that are entered at once, and ends the other', async () => {
    const twice = [1, 2].map((k) => newThreshold({ network: 'race', id: 'a' }, { ...setting, floor: k }, by(NOON + k)));
    await Promise.all(twice.map((rule) => rules.enter(rule)));
    const kept = await rules.rules({ network: 'race' });
    assert.equal(kept.length, 2);
    assert.equal(kept.filter(({ ended }) => ended === null).length, 1);
  });
}

function contract(rules: () => RuleRegister): void {
  it('keeps a rule as it was entered', async () => {
    const window = { variables: ['temp_out', 'bar'] as const, from: NOON - 3 * SLOT, to: NOON + 60 * SLOT };
    const rule = newWindow('maintenance', station, window, by(NOON));
    await rules().enter(rule);
    assert.deepEqual(await rules().rule(rule.id), rule);
    assert.equal(await rules().rule('another'), null);
    assert.equal(rule.firstSlot, NOON / SLOT + 2, 'what has come is not judged anew');
    assert.equal(rule.lastSlot, NOON / SLOT + 60);
  });

  it('ends a rule once, and keeps who and when', async () => {
    const rule = newWindow('bar', station, { variables: VARIABLES, from: NOON, to: null }, by(NOON));
    await rules().enter(rule);
    const now = NOON + 10 * SLOT;
    const ended = await rules().end(rule, { by: 'bob', now, at: now });
    assert.deepEqual(ended, { ...rule, to: now, lastSlot: NOON / SLOT + 11, endedBy: 'bob', ended: now });
    assert.deepEqual(await rules().rule(rule.id), ended);
    assert.equal(await rules().end(rule, { by: 'eve', now: now + 1, at: now }), null);
    assert.equal(await rules().end({ kind: 'bar', id: 'another' }, { by: 'eve', now, at: now }), null);
  });

  it('takes back a window that was entered by mistake: it speaks of nothing then', async () => {
    const rule = newWindow('maintenance', station, { variables: VARIABLES, from: NOON - SLOT, to: null }, by(NOON));
    await rules().enter(rule);
    const ended = await rules().end(rule, { by: 'bob', now: NOON, at: rule.from });
    assert.equal(ended?.to, rule.from);
    assert.ok((ended?.lastSlot ?? 0) < rule.firstSlot, 'nothing was judged by it, and nothing will be');
  });

  it('has one override of an anomaly and one threshold of a variable: the next ends the one before', async () => {
    const anomaly = someAnomaly({ id: 'f'.repeat(32), network: 'one' });
    const first = newOverride(anomaly, 'suspected', by(NOON));
    const second = newOverride(anomaly, 'normal', by(NOON + 1, 'bob'));
    await rules().enter(first);
    await rules().enter(second);
    const both = await rules().rules({ anomaly: anomaly.id });
    assert.deepEqual(
      both.map(({ classification, ended, endedBy }) => [classification, ended, endedBy]),
      [
        ['normal', null, null],
        ['suspected', NOON + 1, 'bob'],
      ],
    );
    const set = { network: 'one', id: 'a' };
    await rules().enter(newThreshold(set, setting, by(NOON)));
    await rules().enter(newThreshold(set, { ...setting, threshold: 9 }, by(NOON + 5 * SLOT)));
    await rules().enter(newThreshold(set, { ...setting, variable: 'rain' }, by(NOON)));
    const thresholds = await rules().rules({ kind: 'threshold', network: 'one' });
    const said = thresholds.map(({ variables, threshold, firstSlot, lastSlot }) => {
      const last = lastSlot === null ? null : lastSlot - NOON / SLOT;
      return [variables[0], threshold, firstSlot - NOON / SLOT, last].join();
    });
    assert.deepEqual(said.sort(), ['bar,8,2,6', 'bar,9,7,', 'rain,8,2,'], 'one from where the other ends');
  });

  it('has one set of limits of a variable at a station, and one of the whole network', async () => {
    const limits = { failLow: -40, failHigh: 50.5, suspectLow: -30, suspectHigh: 38 };
    const set = (place: string, failHigh: number, at = NOON) =>
      newLimits('limited', place, 'temp_out', { ...limits, failHigh }, by(at));
    const first = set('a', 50.5);
    await rules().enter(first);
    assert.deepEqual(await rules().rule(first.id), first);
    await rules().enter(set('', 55));
    await rules().enter(set('a', 45, NOON + SLOT));
    const inForce = await rules().rules({ kind: 'limits', network: 'limited', inForce: true });
    assert.deepEqual(
      inForce.map((rule) => [rule.station, rule.limits?.failHigh]),
      [
        ['a', 45],
        ['', 55],
      ],
    );
    assert.deepEqual((await rules().rules({ network: 'limited', station: '' })).length, 1);
  });

  it('lists by kind, network, station, whether they are in force, and the time that they speak of', async () => {
    const at = { network: 'lists', id: 'a' };
    const window = (from: number, to: number | null) =>
      newWindow('maintenance', at, { variables: VARIABLES, from, to }, by(from));
    const [old, open] = [window(NOON, NOON + SLOT), window(NOON + 9 * SLOT, null)];
    const bar = newWindow(
      'bar',
      { network: 'lists', id: 'b' },
      { variables: VARIABLES, from: NOON, to: null },
      by(NOON),
    );
    for (const rule of [old, open, bar]) await rules().enter(rule);
    await rules().end(old, { by: 'bob', now: NOON + SLOT, at: NOON + SLOT });
    const ids = async (query: Parameters<RuleRegister['rules']>[0]) =>
      (await rules().rules({ network: 'lists', ...query })).map(({ id }) => id);
    assert.deepEqual(await ids({ kind: 'maintenance' }), [open.id, old.id], 'newest first');
    assert.deepEqual(await ids({ station: 'b' }), [bar.id]);
    assert.deepEqual(await ids({ kind: 'maintenance', inForce: false }), [old.id]);
    assert.deepEqual(await ids({ kind: 'maintenance', from: NOON + SLOT }), [open.id], 'the end is not included');
    assert.deepEqual(await ids({ kind: 'maintenance', to: NOON }), [old.id]);
  });
}
