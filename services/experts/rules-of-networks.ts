import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { NetworkScope } from '../../schemas/network-scope.ts';
import type { Ending, RuleQuery, RuleRegister } from './rule-register.ts';

/** Rules as somebody may read and enter them who is bound to some networks. @throws HalcyonError `forbidden` */
export class RulesOfNetworks implements RuleRegister {
  readonly #rules: RuleRegister;
  readonly #scope: NetworkScope;

  constructor(rules: RuleRegister, scope: NetworkScope) {
    this.#rules = rules;
    this.#scope = scope;
  }

  async enter(rule: ExpertRule): Promise<void> {
    this.#scope.assertIncludes(rule.network);
    await this.#rules.enter(rule);
  }

  async end(rule: Pick<ExpertRule, 'kind' | 'id'>, ending: Ending): Promise<ExpertRule | null> {
    return (await this.rule(rule.id)) === null ? null : this.#rules.end(rule, ending);
  }

  async rule(id: string): Promise<ExpertRule | null> {
    const rule = await this.#rules.rule(id);
    return rule === null || this.#scope.finds([rule.network]) ? rule : null;
  }

  async rules(query: RuleQuery): Promise<ExpertRule[]> {
    const network = this.#scope.within(query.network);
    return this.#rules.rules(network === undefined ? query : { ...query, network });
  }
}
