import type { ExpertRule } from '../../../schemas/expert-rule.ts';

/** Columns of an insert, in the order of `ruleCells`. */
export const RULE_COLUMNS = ['network', 'id', 'body', 'rank'] as const;

/** The cells of an insert. */
export function ruleCells(rule: ExpertRule): readonly unknown[] {
  return [rule.network, rule.id, JSON.stringify(rule), rule.ended ?? 0];
}

/** The rule of a row's body; one that was written before there were limits, or words on faults, has none. */
export function ruleOf(body: string): ExpertRule {
  return { limits: null, fault: null, ...(JSON.parse(body) as Omit<ExpertRule, 'limits' | 'fault'>) };
}
