import type { StateAnswer } from '../api/answers.ts';
import { announce } from '../dom/announce.ts';
import { message } from '../messages/message.ts';

/** So many are named. */
const NAMED = 5;

/** Says which stations have failed since the states before; the first states are no news. */
export function announceFailures(before: readonly StateAnswer[], now: readonly StateAnswer[]): void {
  if (before.length === 0) return;
  const states = new Map(before.map(({ id, state }) => [id, state]));
  const failed = now.filter(({ id, state }) => state === 'device_failure' && states.get(id) !== 'device_failure');
  if (failed.length === 0) return;
  const shown = failed.slice(0, NAMED);
  const names = shown.map(({ name }) => name).join(', ');
  const more = failed.length - shown.length;
  announce(message(more > 0 ? 'map.new_failures' : 'map.new_failure', { names, n: more }));
}
