import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import { type AnomaliesOfFaults, rulesByNow } from '../stores/rules-by-now.ts';
import type { RuleQuery, RuleRegister } from './rule-register.ts';

/** The rules that a store of the time series has, for who reads it without the catalogue: those that were told on. */
export function storedRules(store: Pick<NetworkRegistry, 'rules'> & AnomaliesOfFaults): Pick<RuleRegister, 'rules'> {
  return {
    async rules(query: RuleQuery) {
      const { kind, network, station, anomaly, fault, inForce, from, to } = query;
      const rules = (await store.rules(network)).filter(
        (rule) =>
          (kind === undefined || rule.kind === kind) &&
          (station === undefined || [station].flat().includes(rule.station)) &&
          (anomaly === undefined || rule.anomaly === anomaly) &&
          (fault === undefined || rule.fault?.id === fault) &&
          (inForce === undefined || (rule.ended === null) === inForce) &&
          (to === undefined || rule.from <= to) &&
          (from === undefined || rule.to === null || rule.to > from),
      );
      const newest = rules.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
      return rulesByNow(newest, store);
    },
  };
}
