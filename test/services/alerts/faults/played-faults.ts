import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Fault, FaultVersion } from '../../../../schemas/fault.ts';
import { AlertEngine, type AlertEngineDependencies, faultMark } from '../../../../services/alerts/alert-engine.ts';
import { dueAlerts } from '../../../../services/alerts/due-alerts.ts';
import { type Alert, listAlerts } from '../../../../services/alerts/records/alert-records.ts';
import { commentsOf } from '../../../../services/alerts/records/comment-records.ts';
import { deliveriesOf } from '../../../../services/alerts/records/delivery-records.ts';
import { addRule } from '../../../../services/alerts/records/rule-records.ts';
import type { RuleDefinition } from '../../../../services/alerts/rules/alert-rule.ts';
import type { Catalogue } from '../../../../services/stores/catalogue.ts';
import { NOON } from '../../api/some-records.ts';
import { MemoryRules } from '../../experts/memory-rules.ts';
import { faultUntil, PlayedVerdicts, someRule } from '../played-verdicts.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** LATENESS and HINDSIGHT together. */
export const SETTLES = 3 * HOUR;

let networks = 0;

/** An engine of alerts to which versions of faults come, in a network of its own. */
export class PlayedFaults {
  readonly network = `f${++networks}`;
  readonly store = new PlayedVerdicts();
  readonly experts = new MemoryRules();
  readonly engine: AlertEngine;
  clock = NOON;

  private constructor(readonly catalogue: Catalogue) {
    this.engine = this.engineOver(this.store);
  }

  /** The rules of the tests before are deleted. */
  static async over(catalogue: Catalogue): Promise<PlayedFaults> {
    await catalogue.query('UPDATE alert_rules SET deleted = now()');
    return new PlayedFaults(catalogue);
  }

  /** Another engine, as of another process, that reads a store of its own. */
  engineOver(store: AlertEngineDependencies['store']): AlertEngine {
    return new AlertEngine({
      catalogue: this.catalogue,
      store,
      experts: this.experts,
      windowMs: 6 * HOUR,
      settlesAfterMs: SETTLES,
      now: () => this.clock,
    });
  }

  async rule(fields: Partial<RuleDefinition> = {}): Promise<void> {
    const rule = someRule({ networks: [this.network], ...fields });
    await addRule(this.catalogue, randomUUID(), rule, 'ann', NOON - HOUR);
  }

  of(minutes: number, fields: Partial<Fault> = {}): FaultVersion {
    return faultUntil(minutes, { network: this.network, id: this.network.padEnd(32, '0'), ...fields });
  }

  /** The fault that was right again at 80 minutes after three right reports. */
  ended(fields: Partial<Fault> = {}): FaultVersion {
    return this.of(60, { end: NOON + 60 * MINUTE, recovered: NOON + 90 * MINUTE, ...fields });
  }

  /** Stores versions at the time of their newest reports and has them looked at. */
  async come(...versions: readonly FaultVersion[]): Promise<void> {
    for (const version of versions) {
      const newest = version.values.reduce((last, { time }) => Math.max(last, time), version.fault.recovered ?? 0);
      this.clock = Math.max(this.clock, newest);
      this.store.newest = Math.max(this.store.newest, newest);
      this.store.giveFault(version);
      for (const touched of await this.engine.touchedByFaults([faultMark(version.fault, version.values)])) {
        await this.engine.look(touched);
      }
    }
  }

  async lookAgain(): Promise<void> {
    for (const touched of await dueAlerts(this.catalogue, this.engine, this.clock)) await this.engine.look(touched);
  }

  alerts(): Promise<Alert[]> {
    return listAlerts(this.catalogue, { network: this.network, limit: 100, after: null });
  }

  async only(): Promise<Alert> {
    const [alert, ...others] = await this.alerts();
    assert.ok(alert !== undefined && others.length === 0, `${others.length} others`);
    return alert;
  }

  async events({ id }: Alert): Promise<string[]> {
    return (await deliveriesOf(this.catalogue, id)).map(({ event }) => event);
  }

  async comments({ id }: Alert): Promise<string[]> {
    return (await commentsOf(this.catalogue, id)).map(({ by, text }) => `${by}: ${text}`);
  }
}
