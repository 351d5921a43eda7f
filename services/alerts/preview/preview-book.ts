import type { AlertClass, AlertEvent, ChannelType } from '../../../schemas/alert.ts';
import type { AlertBook, NamedCondition, NewAlert } from '../records/alert-book.ts';
import type { Alert, AlertAnomaly, OccasionFields } from '../records/alert-records.ts';
import type { Told } from '../records/delivery-records.ts';
import type { Silence } from '../records/silence-records.ts';
import type { AlertRule, Target } from '../rules/alert-rule.ts';
import { AlertPlaces } from './alert-places.ts';

/** An event that a rule would have told of, and to how many by each channel. */
export interface ToldEvent {
  readonly event: AlertEvent;
  /** ms since the epoch. */
  readonly at: number;
  /** What is sent of it. */
  readonly payload: object;
  readonly targets: Readonly<Record<ChannelType, number>>;
}

const UNRESOLVED = 'unresolved';

function unresolvedOf({ state }: Alert): string | null {
  return state === 'resolved' ? null : UNRESOLVED;
}

/** The alerts of one rule in memory: nothing is stored, and nobody is told. */
export class PreviewBook implements AlertBook {
  readonly #rule: AlertRule;
  readonly #silences: readonly Silence[];
  /** In the order in which they opened, with the place of each by its id. */
  readonly #alerts: Alert[] = [];
  readonly #places = new Map<string, number>();
  readonly #ofConditions = new AlertPlaces();
  readonly #ofFaults = new AlertPlaces();
  readonly #unresolved = new AlertPlaces();
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
    return this.#alerts;
  }

  /** Alerts of some conditions that are not resolved. */
  unresolved(conditions: readonly AlertClass[]): Alert[] {
    return this.#of(this.#unresolved, UNRESOLVED).filter(({ classification }) => conditions.includes(classification));
  }

  async rule(): Promise<AlertRule> {
    return this.#rule;
  }

  async silencesFrom(time: number): Promise<readonly Silence[]> {
    return this.#silences.filter(({ to }) => to >= time);
  }

  async alert(id: string): Promise<Alert | null> {
    const place = this.#places.get(id);
    return place === undefined ? null : this.#alerts[place];
  }

  hold(id: string): Promise<Alert | null> {
    return this.alert(id);
  }

  async alertOfFault(_rule: string, fault: string): Promise<Alert | null> {
    return this.#of(this.#ofFaults, fault)[0] ?? null;
  }

  async alertWithAnomaly(_rule: string, anomalies: readonly string[]): Promise<Alert | null> {
    const places = anomalies.map((id) => this.#places.get(this.#owners.get(id) ?? '') ?? Number.POSITIVE_INFINITY);
    return this.#alerts[Math.min(...places)] ?? null;
  }

  async alertOfCondition(_rule: string, { network, name, from }: NamedCondition): Promise<Alert | null> {
    const ofCondition = this.#of(this.#ofConditions, name);
    return ofCondition.findLast((alert) => alert.network === network && alert.last >= from) ?? null;
  }

  async add(alert: NewAlert): Promise<void> {
    const nothingYet = { acknowledged: null, acknowledgedBy: null, resolved: null, resolvedBy: null, reopened: null };
    const place = this.#alerts.length;
    this.#places.set(alert.id, place);
    this.#put(place, { ...alert, ...nothingYet, state: 'open', round: 1, anomalies: [] });
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
    const round = ((await this.alert(id))?.round ?? 0) + 1;
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
    const place = this.#places.get(id);
    if (place !== undefined) this.#put(place, { ...this.#alerts[place], ...fields });
  }

  #put(place: number, alert: Alert): void {
    const before = this.#alerts[place] as Alert | undefined;
    this.#ofConditions.move(place, before?.episode ?? null, alert.episode);
    this.#ofFaults.move(place, before?.fault?.id ?? null, alert.fault?.id ?? null);
    this.#unresolved.move(place, before === undefined ? null : unresolvedOf(before), unresolvedOf(alert));
    this.#alerts[place] = alert;
  }

  #of(places: AlertPlaces, what: string): Alert[] {
    return places.of(what).map((place) => this.#alerts[place]);
  }
}
