import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { FaultStore } from './roles/fault-store.ts';

/** Who knows the anomalies of faults. */
export type AnomaliesOfFaults = Pick<FaultStore, 'faultAnomalies'>;

/**
 * Some rules, where a fault that people call none has its anomalies of the moment of the word and those that it has got since:
 * one that stays open gets more with each report.
 *
 * @throws HalcyonError what the store throws
 */
export async function rulesByNow(rules: readonly ExpertRule[], store: AnomaliesOfFaults): Promise<ExpertRule[]> {
  const named = new Map<string, string[]>();
  for (const { network, fault, classification, ended } of rules) {
    if (fault === null || classification !== 'normal' || ended !== null) continue;
    const faults = named.get(network);
    if (faults === undefined) named.set(network, [fault.id]);
    else faults.push(fault.id);
  }
  const anomalies = new Map<string, readonly string[]>();
  for (const [network, faults] of named) {
    for (const [id, anomalyIds] of await store.faultAnomalies(network, faults)) anomalies.set(id, anomalyIds);
  }
  return rules.map((rule) => {
    const since = rule.fault === null ? undefined : anomalies.get(rule.fault.id);
    if (rule.fault === null || rule.ended !== null || since === undefined) return rule;
    return { ...rule, fault: { ...rule.fault, anomalyIds: [...new Set([...rule.fault.anomalyIds, ...since])] } };
  });
}
