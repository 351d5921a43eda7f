import type { AlertClass, AlertEvent, ChannelType } from '../../../schemas/alert.ts';
import type { AlertBook, NamedCondition, NewAlert } from '../records/alert-book.ts';
import type { Alert, AlertAnomaly, OccasionFields } from '../records/alert-records.ts';
import type { Told } from '../records/delivery-records.ts';
import type { Silence } from '../records/silence-records.ts';
import type { AlertRule, Target } from '../rules/alert-rule.ts';

/** An event that a rule would have told of, and to how many by each channel. */
export interface ToldEvent {
  readonly event: AlertEvent;
  /** ms since the epoch. */
  readonly at: number;
  /** What is sent of it. */
  readonly payload: object;
  readonly targets: Readonly<Record<ChannelType, number>>;
}

/** The alerts of one rule in memory: nothing is stored, and nobody is told. */
export class PreviewBook implements AlertBook {
  readonly #rule: AlertRule;
  readonly #silences: readonly Silence[];
  readonly #alerts = new Map<string, Alert>();
  /** Alert of each anomaly. */
  readonly #owners = new Map<string, string>();
  /** In the order in which they were written. */
  readonly told: ToldEvent[] = [];

  /** @param silences that there are */
  constructor(rule: AlertRule, silences: readonly Silence[]) {
    this.#rule = rule;
    this.#silences = silences;
  }

  /** In the order in which they opened. */
  get alerts(): readonly Alert[] {
    return [...this.#alerts.values()];
  }

  /** Alerts of some conditions that are not resolved. */
  unresolved(conditions: readonly AlertClass[]): Alert[] {
    return this.alerts.filter(
      ({ state, classification }) => state !== 'resolved' && conditions.includes(classification),
    );
  }

  async rule(): Promise<AlertRule> {
    return this.#rule;
  }

  async silencesFrom(time: number): Promise<readonly Silence[]> {
    return this.#silences.filter(({ to }) => to >= time);
  }

  async alert(id: string): Promise<Alert | null> {
    return this.#alerts.get(id) ?? null;
  }

  hold(id: string): Promise<Alert | null> {
    return this.alert(id);
  }

  async alertOfFault(_rule: string, fault: string): Promise<Alert | null> {
    return this.alerts.find((alert) => alert.fault?.id === fault) ?? null;
  }

  async alertWithAnomaly(_rule: string, anomalies: readonly string[]): Promise<Alert | null> {
    const ids = new Set(anomalies.map((id) => this.#owners.get(id)));
    return this.alerts.find(({ id }) => ids.has(id)) ?? null;
  }

  async alertOfCondition(_rule: string, { network, name, from }: NamedCondition): Promise<Alert | null> {
    const isIt = (alert: Alert) => alert.network === network && alert.episode === name && alert.last >= from;
    return this.alerts.findLast(isIt) ?? null;
  }

  async add(alert: NewAlert): Promise<void> {
    const nothingYet = { acknowledged: null, acknowledgedBy: null, resolved: null, resolvedBy: null, reopened: null };
    this.#alerts.set(alert.id, { ...alert, ...nothingYet, state: 'open', round: 1, anomalies: [] });
  }

  async addAnomalies({ id }: Pick<Alert, 'id'>, anomalies: readonly AlertAnomaly[]): Promise<void> {
    for (const anomaly of anomalies) if (!this.#owners.has(anomaly.id)) this.#owners.set(anomaly.id, id);
  }

  async describe(id: string, fields: OccasionFields): Promise<void> {
    this.#change(id, fields);
  }

  async setState(id: string, state: 'acknowledged' | 'resolved', by: string, at: number): Promise<void> {
    const isResolved = state === 'resolved';
    this.#change(id, { state, ...(isResolved ? { resolved: at, resolvedBy: by } : { acknowledged: at }) });
  }

  async reopen(id: string, at: number): Promise<void> {
    const round = (this.#alerts.get(id)?.round ?? 0) + 1;
    this.#change(id, { state: 'open', resolved: null, resolvedBy: null, reopened: at, round });
  }

  /** Nobody reads what is said of an alert that there is not. */
  async comment(): Promise<void> {}

  async deliver({ event, at, payload }: Told, targets: readonly Target[]): Promise<void> {
    const count = (channel: ChannelType) => targets.filter((one) => one.channel === channel).length;
    const counts = { webhook: count('webhook'), email: count('email'), feed: count('feed') };
    this.told.push({ event, at, payload, targets: counts });
  }

  #change(id: string, fields: Partial<Alert>): void {
    const alert = this.#alerts.get(id);
    if (alert !== undefined) this.#alerts.set(id, { ...alert, ...fields });
  }
}
