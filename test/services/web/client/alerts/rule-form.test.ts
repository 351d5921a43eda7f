import assert from 'node:assert/strict';
import type { Rule } from '../../../../../services/web/client/alerts/alert-answers.ts';
import { listOf, ruleOf, ruleValues } from '../../../../../services/web/client/alerts/rule-form.ts';

const RULE: Rule = {
  id: 'r',
  created_at: '2026-03-01T12:00:00Z',
  created_by: 'ada',
  updated_at: '2026-03-01T12:00:00Z',
  updated_by: 'ada',
  box: null,
  area: null,
  name: 'Broken thermometers',
  enabled: true,
  classes: ['device_failure', 'suspected'],
  variables: ['temp_out'],
  networks: null,
  stations: ['a', 'b'],
  min_duration_minutes: 30,
  severity: 'critical',
  channels: [
    { type: 'webhook', url: 'https://example.org/hook', signed: true },
    { type: 'email', to: ['a@example.org', 'b@example.org'] },
    { type: 'webhook', url: 'https://example.org/other', signed: false },
  ],
};

describe('the form of a rule', () => {
  it('says again what the rule says, with what it does not show', () => {
    const { channels, ...rest } = ruleOf(ruleValues(RULE), null, RULE);
    const { channels: before, ...kept } = RULE;
    assert.deepEqual(rest, kept);
    assert.deepEqual(channels, [{ type: 'webhook', url: 'https://example.org/hook' }, before[1], before[2]]);
  });

  it('has a new rule tell open pages of device failures everywhere', () => {
    const rule = ruleOf({ ...ruleValues(null), name: 'n' }, null, null);
    assert.deepEqual(rule, {
      name: 'n',
      enabled: true,
      classes: ['device_failure'],
      variables: null,
      networks: null,
      stations: null,
      area: null,
      min_duration_minutes: null,
      severity: 'warning',
      channels: [{ type: 'feed' }],
    });
  });

  it('reads lists with commas or spaces', () => {
    assert.deepEqual(listOf(' a, b  c,'), ['a', 'b', 'c']);
    assert.equal(listOf(' , '), null);
    assert.equal(listOf(undefined), null);
  });
});
