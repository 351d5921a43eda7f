import { ok, warning } from '../installation/finding.ts';
import { type Check, usableStore } from '../installation/installation.ts';

const WHAT = 'dead letters';
const DAY_MS = 86_400_000;
/** Newest that are looked at. */
const MOST = 500;

/** What could not be read of the last day. */
export const deadLetters: Check = {
  what: WHAT,
  look: async ({ store, now }) => {
    const opened = await usableStore(store);
    if (opened === null) return [];
    const { items } = await opened.deadLetters({ limit: MOST, replayed: false });
    const late = items.filter(({ received }) => received >= now() - DAY_MS);
    if (late.length === 0) return [ok(WHAT, 'none of the last day')];
    const reasons = new Map<string, number>();
    for (const { reason, source } of late) {
      const key = `${reason} from ${source}`;
      reasons.set(key, (reasons.get(key) ?? 0) + 1);
    }
    const listed = [...reasons].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} ${count}`);
    const number = late.length === MOST ? `${MOST} and more` : String(late.length);
    const detail = `${number} of the last day: ${listed.slice(0, 3).join(', ')}`;
    const remedy = 'halcyon dead-letters list shows them, halcyon dead-letters replay submits them again';
    return [warning(WHAT, detail, remedy)];
  },
};
