import { DiagLogLevel, diag } from '@opentelemetry/api';
import type { Logger } from '../../schemas/logger.ts';

/** A collector that is away is spoken of once in this time [ms]. */
const QUIET_MS = 600_000;
/** A value that could not be asked for when metrics were read: it is left out, and is no fault of the collector. */
const NOT_READ = 'metrics collection errors';

/**
 * Has what the SDK complains of told to the operator: the first of it, then nothing for a while.
 *
 * @param signals what is sent, such as `traces`
 * @param operator takes the line for the operator
 * @returns what ends it
 */
export function tellComplaints(signals: readonly string[], operator: Logger): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const error = (message: string): void => {
    if (message.includes(NOT_READ) || performance.now() - last < QUIET_MS) return;
    last = performance.now();
    operator.warn(`${signals.join(' or ')} cannot be sent to the collector; the work goes on without them`);
  };
  const nothing = () => {};
  const logger = { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  return () => diag.disable();
}
