import { setTimeout as sleep } from 'node:timers/promises';

/** How one thing is that must work for the system to be able to serve. */
export interface ReadinessCheck {
  readonly ok: boolean;
  /** In words, for everybody who asks: no path, address, host or stack. halcyon doctor and the log have those. */
  readonly detail: string;
  /** False where this process does its work without it: what is wrong is told, and it is ready all the same. */
  readonly needed?: false;
}

/** A check of something that this process can do without. */
export function notNeeded(check: ReadinessCheck): ReadinessCheck {
  return { ...check, needed: false };
}

/** True where everything that is needed is as it should be. */
export function isReady(checks: Readonly<Record<string, ReadinessCheck>>): boolean {
  return Object.values(checks).every(({ ok, needed = true }) => ok || !needed);
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
