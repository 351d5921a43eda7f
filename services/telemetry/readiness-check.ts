import { setTimeout as sleep } from 'node:timers/promises';
import { HalcyonError } from '../../schemas/errors.ts';

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
  const missing = { ok: false, detail: 'does not answer' };
  const asked = ask().then(
    (detail) => ({ ok: true, detail }),
    (error: unknown) => (isFull(error) ? { ok: false, detail: 'its disk is full' } : missing),
  );
  return Promise.race([asked, sleep(CHECK_MS, missing, { ref: false })]);
}

function isFull(error: unknown): boolean {
  return error instanceof HalcyonError && error.code === 'insufficient_storage';
}
