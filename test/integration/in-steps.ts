/** Slots of a step: fewer than a late report may be behind, which is two hours. */
const STEP = 10;

/**
 * Goes from one slot to another, both taken, in steps that a running system can follow at any moment: where the clock goes
 * ahead of what is pushed, and a tick of the pipeline comes in between, nothing of it may be late.
 */
export async function inSteps(
  from: number,
  to: number,
  step: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let at = from; at <= to; at += STEP) await step(at, Math.min(to, at + STEP - 1));
}
