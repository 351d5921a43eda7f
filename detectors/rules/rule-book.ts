import type { ExpertRule } from '../../schemas/expert-rule.ts';
import { NetworkRules } from './network-rules.ts';

/** The rules of all networks by which a process judges; what is entered or ended while it runs is taken in as it comes. */
export class RuleBook {
  readonly #networks = new Map<string, NetworkRules>();

  /** Takes in a rule, or what it has become. */
  put(rule: ExpertRule): void {
    this.of(rule.network).put(rule);
  }

  /** Those of one network; what is taken in later is among them. */
  of(network: string): NetworkRules {
    let rules = this.#networks.get(network);
    if (rules === undefined) {
      rules = new NetworkRules();
      this.#networks.set(network, rules);
    }
    return rules;
  }
}
