import { setTimeout as sleep } from 'node:timers/promises';

/** How one thing is that must work for the system to be able to serve. */
export interface ReadinessCheck {
  readonly ok: boolean;
  /** In words, for the operator; no path, address or stack. */
  readonly detail: string;
}

/** How long what is asked may take to answer [ms]. */
const CHECK_MS = 3_000;

/**
 * Asks something how it is. A server is asked patiently, or stands still: who asks how this process is cannot wait so long.
 *
 * @param ask resolves with words for the operator
 */
export async function checked(ask: () => Promise<string>): Promise<ReadinessCheck> {
  const asked = ask().catch(() => null);
  const detail = await Promise.race([asked, sleep(CHECK_MS, null, { ref: false })]);
  return detail === null ? { ok: false, detail: 'does not answer' } : { ok: true, detail };
}
