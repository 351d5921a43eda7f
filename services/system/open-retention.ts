import { setInterval } from 'node:timers/promises';
import type { Configuration } from '../../schemas/configuration.ts';
import type { Logger } from '../../schemas/logger.ts';
import type { Part } from '../../schemas/parts.ts';
import { removeOlderDeliveries } from '../alerts/records/older-deliveries.ts';
import type { Catalogue } from '../stores/catalogue.ts';
import type { AgingTable } from '../stores/clickhouse/older-records.ts';

const DAY_MS = 86_400_000;
/** How often it is looked for what is too old [ms]. */
const EVERY_MS = 3_600_000;

/** What records are removed with. */
export interface RetentionDependencies {
  readonly configuration: Pick<
    Configuration,
    | 'keptObservationDays'
    | 'keptJudgementDays'
    | 'keptAnomalyDays'
    | 'keptBaselineDays'
    | 'keptDeadLetterDays'
    | 'keptDeliveryDays'
    | 'keptAuditDays'
  >;
  readonly parts: ReadonlySet<Part>;
  /** null where this process has none. */
  readonly store: { removeOlder(table: AgingTable, before: number): Promise<number> } | null;
  readonly catalogue: Catalogue | null;
  readonly audit: { removeOlder(before: number): Promise<number> } | null;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
  /** One line for the operator. */
  readonly logger: Logger;
}

/** One thing that is removed by age. */
interface Limit {
  readonly what: string;
  readonly days: number;
  readonly remove: (before: number) => Promise<number>;
}

/**
 * Removes what is older than the settings keep, at once and then every hour: records by processes with the part `sink`,
 * deliveries of alerts by those with `detection`, of the audit log each its own. Several that do it get on with each other.
 *
 * @returns ends it after the removal at hand
 */
export function openRetention(retention: RetentionDependencies): () => Promise<void> {
  const { now, logger } = retention;
  const limits = limitsOf(retention);
  if (limits.length === 0) return async () => undefined;
  const ending = new AbortController();
  const failed = new Set<string>();
  const running = keepClean().catch((error: unknown) => {
    if (!ending.signal.aborted) logger.warn(`what is too old is no longer removed`, { cause: error });
  });
  return async () => {
    ending.abort();
    await running;
  };

  async function keepClean(): Promise<void> {
    await removeAll();
    for await (const _ of setInterval(EVERY_MS, undefined, { signal: ending.signal, ref: false })) await removeAll();
  }

  async function removeAll(): Promise<void> {
    for (const { what, days, remove } of limits) {
      if (ending.signal.aborted) return;
      try {
        const removed = await remove(now() - days * DAY_MS);
        if (removed > 0) logger.info(`removed ${removed} ${what} older than ${days} days`);
        failed.delete(what);
      } catch (error) {
        // Its store is away for now: the next time.
        if (!failed.has(what) && !ending.signal.aborted)
          logger.warn(`old ${what} could not be removed`, { cause: error });
        failed.add(what);
      }
    }
  }
}

function limitsOf({ configuration, parts, store, catalogue, audit }: RetentionDependencies): Limit[] {
  const limits: Limit[] = [];
  const add = (what: string, days: number | null, remove: Limit['remove']): void => {
    if (days !== null) limits.push({ what, days, remove });
  };
  if (store !== null && parts.has('sink')) {
    const ofTable = (table: AgingTable) => (before: number) => store.removeOlder(table, before);
    add('months of anomalies', configuration.keptAnomalyDays, ofTable('anomalies'));
    add('months of faults', configuration.keptAnomalyDays, ofTable('faults'));
    add('months of values under faults', configuration.keptAnomalyDays, ofTable('fault_values'));
    add('months of weather events', configuration.keptAnomalyDays, ofTable('weather_events'));
    add('months of judgements', configuration.keptJudgementDays, ofTable('judgements'));
    add('months of baselines', configuration.keptBaselineDays, ofTable('baselines'));
    add('conditions of sensors', configuration.keptBaselineDays, ofTable('sensor_conditions'));
    add('conditions of networks', configuration.keptBaselineDays, ofTable('lasting_conditions'));
    add('months of observations', configuration.keptObservationDays, ofTable('observations'));
    add('dead letters', configuration.keptDeadLetterDays, ofTable('dead_letters'));
  }
  if (catalogue !== null && parts.has('detection')) {
    const remove = (before: number) => removeOlderDeliveries(catalogue, before);
    add('deliveries of alerts', configuration.keptDeliveryDays, remove);
  }
  if (audit !== null) add('files of the audit log', configuration.keptAuditDays, (before) => audit.removeOlder(before));
  return limits;
}
