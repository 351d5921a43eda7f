import { HalcyonError } from '../../schemas/errors.ts';
import type { AuditEvent } from './audit-log.ts';

/** What became of something that was not done: refused to who asked for it, or it went wrong here. */
export function outcomeOf(error: unknown): Pick<AuditEvent, 'result' | 'reason'> {
  if (!(error instanceof HalcyonError)) return { result: 'failed', reason: 'internal' };
  return { result: error.status >= 500 ? 'failed' : 'refused', reason: error.code };
}
