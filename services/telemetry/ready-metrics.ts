import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import type { ReadinessCheck } from '../http/readiness-check.ts';
import { inTime } from './in-time.ts';

/** Longer than any check waits for what it asks [ms]. */
const PATIENCE_MS = 4_000;

/**
 * Shows what `/readyz` says, at each reading of the metrics.
 *
 * @returns what ends it
 */
export function watchReady(readiness: () => Promise<Record<string, ReadinessCheck>>): () => void {
  return observe(METRICS.ready, async (tell) => {
    const checks = await inTime(readiness(), PATIENCE_MS);
    for (const [check, { ok, needed = true }] of Object.entries(checks ?? {})) {
      tell(ok ? 1 : 0, { check, needed: String(needed) });
    }
  });
}
