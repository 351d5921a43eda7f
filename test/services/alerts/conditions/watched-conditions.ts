import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ConditionEngine } from '../../../../services/alerts/conditions/condition-engine.ts';
import { type Alert, listAlerts } from '../../../../services/alerts/records/alert-records.ts';
import { commentsOf } from '../../../../services/alerts/records/comment-records.ts';
import { deliveriesOf } from '../../../../services/alerts/records/delivery-records.ts';
import { addRule } from '../../../../services/alerts/records/rule-records.ts';
import type { RuleDefinition } from '../../../../services/alerts/rules/alert-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { MemoryRules } from '../../experts/memory-rules.ts';
import { someRule } from '../played-verdicts.ts';
import { WatchedNetwork } from './watched-network.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Alerts of conditions of a network, anew for each test, in a catalogue whose other rules are gone. */
export class WatchedConditions {
  readonly #catalogue: () => Catalogue;
  network = new WatchedNetwork('');
  experts = new MemoryRules();
  engine: Pick<ConditionEngine, 'lookAround'> = { lookAround: async () => 0 };

  constructor(catalogue: () => Catalogue) {
    this.#catalogue = catalogue;
  }

  /** @param name network of the test's own */
  async begin(name: string): Promise<WatchedNetwork> {
    await this.#catalogue().query('UPDATE alert_rules SET deleted = now()');
    this.network = new WatchedNetwork(name);
    this.experts = new MemoryRules();
    this.engine = this.anEngine();
    return this.network;
  }

  /** An engine of a process of its own. */
  readonly anEngine = (): ConditionEngine => {
    const { network, experts } = this;
    return new ConditionEngine({
      catalogue: this.#catalogue(),
      source: network,
      reports: (_network, from, to) => network.reports(from, to),
      experts,
      now: () => network.clock,
    });
  };

  readonly rule = (fields: Partial<RuleDefinition> = {}) => {
    const rule = someRule({ classes: ['silent'], networks: [this.network.network], ...fields });
    return addRule(this.#catalogue(), randomUUID(), rule, 'ann', NOON - HOUR);
  };

  readonly lookAround = async () => this.engine.lookAround(new AbortController().signal);

  /** Looks at some minutes after noon. */
  readonly look = async (...minutes: readonly number[]) => {
    for (const one of minutes) {
      this.network.clock = NOON + one * MINUTE;
      await this.lookAround();
    }
  };

  readonly alerts = async (): Promise<Alert[]> =>
    (await listAlerts(this.#catalogue(), { network: this.network.network, limit: 100, after: null })).reverse();

  readonly only = async (): Promise<Alert> => {
    const [alert, ...others] = await this.alerts();
    assert.ok(alert !== undefined && others.length === 0, `${others.length} others`);
    return alert;
  };

  readonly events = async ({ id }: Alert) => (await deliveriesOf(this.#catalogue(), id)).map(({ event }) => event);

  readonly comments = async ({ id }: Alert) =>
    (await commentsOf(this.#catalogue(), id)).map(({ by, text }) => `${by}: ${text}`);

  /** Station a says nothing from some minutes after noon to others. */
  readonly silentFrom = (from: number, to = Number.POSITIVE_INFINITY) => {
    this.network.says = (station, minutes, usual) => (station === 'a' && minutes > from && minutes < to ? null : usual);
  };
}
