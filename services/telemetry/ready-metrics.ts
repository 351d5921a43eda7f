import { observe } from '../../schemas/telemetry/instruments.ts';
import { METRICS } from '../../schemas/telemetry/metric-table.ts';
import { inTime } from './in-time.ts';
import type { ReadinessCheck } from './readiness-check.ts';

/** Who reads the metrics is not held up by what does not answer [ms]: then what was known last is told. */
const PATIENCE_MS = 500;

/**
 * Shows what `/readyz` says, at each reading of the metrics.
 *
 * @returns what ends it
 */
export function watchReady(readiness: () => Promise<Record<string, ReadinessCheck>>): () => void {
  let known: Record<string, ReadinessCheck> = {};
  let asking: Promise<void> | null = null;
  const ask = async () => {
    known = await readiness();
  };
  return observe(METRICS.ready, async (tell) => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    await inTime(asking, PATIENCE_MS);
    for (const [check, { ok, needed = true }] of Object.entries(known)) {
      tell(ok ? 1 : 0, { check, needed: String(needed) });
    }
  });
}
