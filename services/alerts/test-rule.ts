import { HalcyonError } from '../../schemas/errors.ts';
import type { AlertAnswer } from '../../schemas/http/answers/alert-answer.ts';
import { isoOf } from '../../schemas/time.ts';
import type { AlertDependencies } from './alert-dependencies.ts';
import { addDeliveries, type Delivery, deliveriesWithIds } from './records/delivery-records.ts';
import { ruleWithId } from './records/rule-records.ts';
import { type AlertRule, targetsOf } from './rules/alert-rule.ts';

/**
 * Tells everybody of a rule of an alert that there is not, and waits for what becomes of it.
 *
 * @param now current time, ms since the epoch
 * @throws HalcyonError `not_found`
 */
export async function testRule(
  { catalogue, deliverer }: AlertDependencies,
  id: string,
  now: number,
): Promise<Delivery[]> {
  const rule = await ruleWithId(catalogue, id);
  if (rule === null || rule.deleted) throw new HalcyonError('not_found', 'there is no rule of this id');
  const event = 'alert.test';
  const payload = { type: event, at: isoOf(now), alert: playedAlert(rule, isoOf(now)) };
  const ids = await catalogue.transaction((statements) =>
    addDeliveries(statements, { alert: null, round: 1, rule: id, event, at: now, payload }, targetsOf(rule)),
  );
  await deliverer.tryOnce(ids);
  return deliveriesWithIds(catalogue, ids);
}

/** An alert of which everything can be seen to be a test. */
function playedAlert(rule: AlertRule, at: string): AlertAnswer {
  return {
    id: 'test',
    rule: { id: rule.id, name: rule.name },
    severity: rule.severity,
    state: 'open',
    opened_at: at,
    acknowledged_at: null,
    acknowledged_by: null,
    resolved_at: null,
    resolved_by: null,
    network: rule.networks?.[0] ?? 'test',
    stations: [rule.stations?.[0] ?? 'test'],
    variables: [...(rule.variables ?? ['temp_out'])],
    classification: rule.classes[0],
    episode_id: 'test',
    fault_id: null,
    fault: null,
    anomaly_ids: [],
    first_time: at,
    last_time: at,
    summary: `This is a test of the rule ${rule.name}: nothing has happened`,
    silenced: null,
  };
}
