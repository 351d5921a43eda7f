import type { EventLog } from '../../ingest/log/event-log.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import type { ExpertRule } from '../../schemas/expert-rule.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import { SLOT_MS } from '../../schemas/time.ts';
import type { AlertDependencies } from '../alerts/alert-dependencies.ts';
import { AlertEngine } from '../alerts/alert-engine.ts';
import { watchAlerts } from '../alerts/alert-metrics.ts';
import { AlertWatch } from '../alerts/alert-watch.ts';
import { ConditionEngine } from '../alerts/conditions/condition-engine.ts';
import { ConditionWatch } from '../alerts/conditions/condition-watch.ts';
import { type AlertFeed, AlertFeedReader } from '../alerts/deliveries/alert-feed.ts';
import { Deliverer } from '../alerts/deliveries/deliverer.ts';
import { webhookAttempt } from '../alerts/deliveries/post-webhook.ts';
import { emailAttempt } from '../alerts/deliveries/send-email.ts';
import { unlistedWebhooks, WebhookHosts } from '../alerts/deliveries/webhook-hosts.ts';
import type { RuleRegister } from '../experts/rule-register.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import { StoreSource } from '../stores/store-source.ts';
import type { TimeSeriesStore } from '../stores/time-series-store.ts';
import { absent } from './absent.ts';
import { kafkaSettings } from './kafka-configuration.ts';

const HOUR_MS = 3_600_000;

/** What the alerts of a process are opened with. */
export interface OpenAlertsDependencies {
  readonly configuration: Configuration;
  readonly parts: ReadonlySet<Part>;
  /** null where this process needs none. */
  readonly catalogue: Catalogue | null;
  readonly store: TimeSeriesStore;
  /** What people say of anomalies. */
  readonly experts: RuleRegister;
  /** Opens the log, or gives the one that this process has; null where there is none. */
  readonly log: () => Promise<EventLog | null>;
  /** Where events are shown to those who look on; null where nobody can. */
  readonly feed: AlertFeed | null;
  /** Address of the pages that messages link to. */
  readonly publicUrl: () => string;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** The alerts of a process. */
export interface OpenedAlerts {
  readonly parts: AlertDependencies;
  /** Begins to look at verdicts and to deliver. */
  start(): Promise<void>;
  /** Looks again at the alerts of a station that a rule says something of. */
  onRule(rule: ExpertRule): void;
  close(): Promise<void>;
}

/**
 * Opens what raises alerts and delivers them, where this process has the part detection.
 *
 * @throws HalcyonError `log_unavailable` from `start`
 */
export function openAlerts(given: OpenAlertsDependencies): OpenedAlerts {
  const { configuration, parts, catalogue, store, experts, now, logger } = given;
  if (catalogue === null || !parts.has('detection')) {
    return {
      parts: absent('alerts'),
      start: async () => undefined,
      onRule: () => undefined,
      close: async () => undefined,
    };
  }
  const { webhookHosts, smtpUrl, smtpFrom: from, windowHours, latenessSlots, hindsightSlots } = configuration;
  const hosts = new WebhookHosts(webhookHosts, unlistedWebhooks(configuration));
  const attempts = {
    webhook: webhookAttempt({ hosts, publicUrl: given.publicUrl, now }),
    email: emailAttempt({ smtpUrl, from, publicUrl: given.publicUrl, now }),
  };
  const deliverer = new Deliverer({ catalogue, attempts, now, logger });
  const windowMs = windowHours * HOUR_MS;
  const settlesAfterMs = (latenessSlots + hindsightSlots + 1) * SLOT_MS;
  const engine = new AlertEngine({ catalogue, store, experts, windowMs, settlesAfterMs, now });
  const reader = given.feed === null ? null : new AlertFeedReader(catalogue, given.feed, given.publicUrl);
  const ending: (() => Promise<void>)[] = [];
  let watch: AlertWatch | null = null;
  return {
    parts: {
      ...{ catalogue, hosts, sendsEmail: smtpUrl !== '', deliverer },
      ...{ publicUrl: given.publicUrl, windowMs, settlesAfterMs },
    },
    start: async () => {
      ending.push(() => deliverer.stop());
      deliverer.start();
      ending.push(async () => reader?.stop());
      await reader?.start();
      const log = await given.log();
      const onLook = () => deliverer.wake();
      const outlives = kafkaSettings(configuration) !== null;
      const begun = new AlertWatch({ engine, catalogue, store, log, outlives, now, logger, onLook });
      ending.push(() => begun.stop());
      await begun.start();
      watch = begun;
      const conditions = new ConditionEngine({
        catalogue,
        source: new StoreSource(store, 'the store'),
        reports: (...stretch) => store.stationReports(...stretch),
        experts,
        now,
      });
      const conditionWatch = new ConditionWatch({ engine: conditions, onLook, now, logger });
      ending.push(() => conditionWatch.stop());
      conditionWatch.start();
      const endWatching = watchAlerts(catalogue, log);
      ending.push(async () => endWatching());
    },
    // Bars and thresholds change what is judged; verdicts tell of that.
    onRule: ({ kind, network, station, from }) => {
      if (kind === 'override' || kind === 'fault' || kind === 'maintenance') watch?.reconsider(network, station, from);
    },
    close: async () => {
      for (const end of ending.splice(0).reverse()) await end();
    },
  };
}
