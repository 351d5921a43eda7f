import { z } from 'zod';
import type { Observation } from '../../../schemas/observation.ts';
import { VARIABLES } from '../../../schemas/variables.ts';

/** What became of the values of a stretch, as a report and `GET /api/v1/coverage` count them. */
export const valueCountsShape = z.object({
  received: z.int(),
  judged: z.int(),
  not_judged: z.record(z.string(), z.int()),
});
export type ValueCounts = z.output<typeof valueCountsShape>;

/** Values that were not judged, of all reasons. */
export function notJudged({ not_judged }: ValueCounts): number {
  return Object.values(not_judged).reduce((sum, count) => sum + count, 0);
}

/**
 * What is wrong with the counts of some observations; null where nothing is.
 *
 * @param counts null where none were given
 */
export function wrongCounts(counts: ValueCounts | null, observations: readonly Observation[]): string | null {
  if (counts === null) return 'received, judged and not judged values are not counted';
  const sent = observations.reduce(
    (sum, { values }) => sum + VARIABLES.filter((variable) => values[variable] !== null).length,
    0,
  );
  if (counts.received !== sent) return `${counts.received} values received, ${sent} were sent`;
  const unjudged = notJudged(counts);
  if (counts.judged + unjudged === counts.received) return null;
  return `${counts.received} values received, but ${counts.judged} judged and ${unjudged} not judged`;
}
