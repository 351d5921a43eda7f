import { type Finding, ok, warning } from './finding.ts';

/** Clocks further apart than this are told [ms]: ages of observations and ends of tokens are reckoned across machines. */
const APART_MS = 5_000;

/**
 * What is to be said of a server's clock.
 *
 * @param theirs its time, ms since the epoch
 * @param from our time before it was asked
 * @param to our time when it had answered
 */
export function clockFinding(what: string, theirs: number, from: number, to: number): Finding {
  const apart = theirs < from ? theirs - from : Math.max(0, theirs - to);
  if (Math.abs(apart) <= APART_MS) return ok(what, "the server's clock goes as ours");
  const where = apart < 0 ? 'behind' : 'ahead of';
  const detail = `the server's clock is ${Math.round(Math.abs(apart) / 1000)} s ${where} this machine's`;
  return warning(what, detail, 'have both set their clocks by NTP');
}
