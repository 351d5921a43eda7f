import type { NetworkScope } from '../../../schemas/network-scope.ts';
import type { Statements } from '../../stores/catalogue.ts';
import { alertWithId } from '../records/alert-records.ts';
import { ruleWithId } from '../records/rule-records.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import { idOf, missing } from './alert-id.ts';

type Named = Parameters<typeof idOf>[0];

/** The id of an alert of one of the caller's networks. @throws HalcyonError `not_found`; `forbidden` where they may read it only */
export async function alertInScope(statements: Statements, path: Named, scope: NetworkScope): Promise<string> {
  const id = idOf(path, 'alert');
  const alert = await alertWithId(statements, id);
  if (alert === null || !scope.finds([alert.network])) throw missing('alert');
  return id;
}

/** A rule that concerns the caller's networks, also one that was deleted. @throws HalcyonError as `alertInScope` */
export async function ruleInScope(statements: Statements, path: Named, scope: NetworkScope): Promise<AlertRule> {
  const rule = await ruleWithId(statements, idOf(path, 'rule'));
  if (rule === null || !scope.finds(rule.networks)) throw missing('rule');
  return rule;
}
