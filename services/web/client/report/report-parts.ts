import { DAY_MS } from '../time/moments.ts';
import type { AskedDays } from './report-period.ts';

/** How the service says how long a report of so many stations may be, see services/duty/report/period.ts. */
const MOST_DAYS = /should be at most (\d+) days before 'to' for so many stations/;

/** Most days of a report of the network, where a period was refused because it has too many stations for it; else null. */
export function mostDaysOf(refusal: string): number | null {
  const days = MOST_DAYS.exec(refusal)?.[1];
  return days === undefined ? null : Number(days);
}

/** A period in parts of equal length, but for a day, none of which is longer than so many days. */
export function partsOf({ from, to }: AskedDays, mostDays: number): readonly AskedDays[] {
  const begin = Date.parse(`${from}T00:00:00Z`);
  const days = Math.round((Date.parse(`${to}T00:00:00Z`) - begin) / DAY_MS) + 1;
  const count = Math.ceil(days / mostDays);
  const dayAt = (day: number) => new Date(begin + day * DAY_MS).toISOString().slice(0, 10);
  const edgeOf = (part: number) => Math.ceil((part * days) / count);
  return Array.from({ length: count }, (_, part) => ({ from: dayAt(edgeOf(part)), to: dayAt(edgeOf(part + 1) - 1) }));
}
