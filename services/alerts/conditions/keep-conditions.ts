import type { Station } from '../../../schemas/station.ts';
import { keepAlerts } from '../keep-alerts.ts';
import type { Occasion } from '../occasion.ts';
import type { AlertBook } from '../records/alert-book.ts';
import type { Alert } from '../records/alert-records.ts';
import type { AlertRule } from '../rules/alert-rule.ts';

/** What a look at the conditions of a network has found. */
interface ConditionLook {
  readonly rules: readonly AlertRule[];
  readonly occasions: readonly Occasion[];
  /** Alerts of conditions of the network that are not resolved. */
  readonly open: readonly Alert[];
  /** Stations of the network by their ids. */
  readonly stations: ReadonlyMap<string, Station>;
  /** Time of the look, ms since the epoch. */
  readonly at: number;
}

/** Keeps the alerts of conditions: each is of the condition that has its name. */
export function keepConditions(
  book: AlertBook,
  { rules, occasions, open, stations, at }: ConditionLook,
): Promise<void> {
  const byName = new Map(occasions.map((occasion) => [occasion.episode, occasion]));
  const names = new Map(open.map(({ id, episode }) => [id, episode]));
  return keepAlerts(book, {
    ...{ rules, occasions, open },
    occasionOf: (alert) => byName.get(names.get(alert) ?? ''),
    stationOf: (id) => stations.get(id) ?? null,
    // All that is known of a condition is read at each look.
    renewing: { oldest: Number.NEGATIVE_INFINITY, at },
  });
}
