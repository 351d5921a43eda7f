import type { Anomaly } from '../../schemas/anomaly.ts';
import { anomalyPages } from '../stores/anomaly-pages.ts';
import type { Statements } from '../stores/catalogue.ts';
import type { NetworkRegistry } from '../stores/roles/network-registry.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import { progressOf } from './records/progress-records.ts';
import { HISTORY_MS } from './rule-matching.ts';

/** Verdicts of one hour may come in any order [ms]. */
const MARGIN_MS = 3_600_000;
/** Anomalies that are read at once, with all their evidence. */
const READ_ROWS = 2_000;

/**
 * What the log does not bring again: the verdicts in the store that came since those that were looked at before a stop, of
 * the last day at most, in pages of one network each.
 *
 * @param now current time, ms since the epoch
 */
export async function* missedVerdicts(
  statements: Statements,
  store: Pick<VerdictStore, 'anomalies'> & Pick<NetworkRegistry, 'networks'>,
  now: number,
): AsyncGenerator<readonly Anomaly[]> {
  const progress = await progressOf(statements);
  for (const network of await store.networks()) {
    const seen = progress.get(network) ?? Number.NEGATIVE_INFINITY;
    yield* anomalyPages(store, { network, from: Math.max(seen - MARGIN_MS, now - HISTORY_MS) }, READ_ROWS);
  }
}
