import { type ExpertRule, endedRule } from '../../../schemas/expert-rule.ts';
import type { Ending, RuleQuery, RuleRegister } from '../../../services/experts/rule-register.ts';
import { subjectOf } from '../../../services/experts/rule-rows.ts';

/** The register of rules in memory, for tests of what rests on it. */
export class MemoryRules implements RuleRegister {
  all: ExpertRule[] = [];
  readonly #troubled: () => Promise<void>;

  /** @param troubled what every call throws or waits for */
  constructor(troubled: () => Promise<void> = async () => {}) {
    this.#troubled = troubled;
  }

  async enter(rule: ExpertRule): Promise<void> {
    await this.#troubled();
    const { kind, by, at } = rule;
    this.all = this.all.map((one) =>
      one.kind === kind && subjectOf(one) === subjectOf(rule) && one.ended === null ? endedRule(one, by, at, at) : one,
    );
    this.all.push(rule);
  }

  async end({ kind, id }: Pick<ExpertRule, 'kind' | 'id'>, { by, now, at }: Ending): Promise<ExpertRule | null> {
    await this.#troubled();
    const rule = this.all.find((one) => one.kind === kind && one.id === id && one.ended === null);
    if (rule === undefined) return null;
    const ended = endedRule(rule, by, now, at);
    this.all = this.all.map((one) => (one === rule ? ended : one));
    return ended;
  }

  async rule(id: string): Promise<ExpertRule | null> {
    await this.#troubled();
    return this.all.find((one) => one.id === id) ?? null;
  }

  async rules(query: RuleQuery): Promise<ExpertRule[]> {
    await this.#troubled();
    const { kind, network, station, anomaly, fault, inForce, from = -Infinity, to = Infinity } = query;
    return this.all
      .filter((one) => kind === undefined || one.kind === kind)
      .filter((one) => network === undefined || one.network === network)
      .filter((one) => station === undefined || [station].flat().includes(one.station))
      .filter((one) => anomaly === undefined || one.anomaly === anomaly)
      .filter((one) => fault === undefined || one.fault?.id === fault)
      .filter((one) => inForce === undefined || (one.ended === null) === inForce)
      .filter((one) => one.from <= to && (one.to === null || one.to > from))
      .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  }
}
