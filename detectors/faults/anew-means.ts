import { VARIABLES } from '../../schemas/variables.ts';
import { type PartMeans, SLOTS_PER_PART } from '../relations/day-parts.ts';
import { withoutParts } from '../relations/without-parts.ts';
import type { RuledStations } from '../rules/network-rules.ts';

/**
 * What stations read in parts of days: of a sensor of which a fault was called none, in the parts since.
 *
 * @param end first part that is not over where it is looked at
 * @returns the means themselves where no fault was by now
 */
export function anewMeans(means: PartMeans, { ids, rules }: RuledStations, end: () => number): PartMeans {
  const { calledNone } = rules;
  if (calledNone.isEmpty) return means;
  return withoutParts(means, (station, variable, part) => {
    const first = calledNone.anewFrom(ids[station], VARIABLES[variable], end() * SLOTS_PER_PART);
    return part * SLOTS_PER_PART < first;
  });
}
