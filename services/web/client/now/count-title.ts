import { message } from '../messages/message.ts';

/** What the page counts at its top. */
export type CountedGroup = 'open' | 'silent' | 'silent_sensors' | 'outages' | 'weather' | 'recovered';

/** What stands beside a count, as its number asks for: `1 Silent station`, `2 Silent stations`. */
export function countTitle(group: CountedGroup, n: number): string {
  return group === 'weather' ? message('now.weather') : message(`now.count_${group}`, { n });
}
