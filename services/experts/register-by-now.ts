import type { ExpertRule } from '../../schemas/expert-rule.ts';
import { type AnomaliesOfFaults, rulesByNow } from '../stores/rules-by-now.ts';
import type { Ending, RuleQuery, RuleRegister } from './rule-register.ts';

/** A register whose lists have the rules by now, for those who read. */
export class RegisterByNow implements RuleRegister {
  readonly #rules: RuleRegister;
  readonly #store: AnomaliesOfFaults;

  constructor(rules: RuleRegister, store: AnomaliesOfFaults) {
    this.#rules = rules;
    this.#store = store;
  }

  enter(rule: ExpertRule): Promise<void> {
    return this.#rules.enter(rule);
  }

  end(rule: Pick<ExpertRule, 'kind' | 'id'>, ending: Ending): Promise<ExpertRule | null> {
    return this.#rules.end(rule, ending);
  }

  rule(id: string): Promise<ExpertRule | null> {
    return this.#rules.rule(id);
  }

  async rules(query: RuleQuery): Promise<ExpertRule[]> {
    return rulesByNow(await this.#rules.rules(query), this.#store);
  }
}
