import { VARIABLES, type Variable } from '../../schemas/variables.ts';
import { asToldNow } from '../relations/named-condition.ts';
import { tellsPlaces } from '../relations/usual-relation.ts';
import { readContents } from './lasting-content.ts';

/** What a sensor usually reads more than a neighbour does, unit of the variable, by equal parts of a day (UTC). */
interface UsualDifferences {
  readonly neighbour: { readonly id: string };
  readonly differences: readonly number[];
}

/** What was usual before a fault of days: the differences of a sensor from each neighbour that tells, by the neighbours' ids. */
export type FrozenRelation = ReadonlyMap<string, readonly number[]>;

/**
 * What was usual of the sensors that have a fault of days, before it. Of shares, and of thermometers that the sun heats, the
 * differences over the whole day are not kept.
 *
 * @param text a JSON array of what `textOfContent` gave
 * @returns the relation of a sensor; null where it has no such fault
 */
export function frozenRelations(text: string): (station: string, variable: Variable) => FrozenRelation | null {
  const found = new Map<string, FrozenRelation>();
  const keep = (station: string, variable: number | null, related: readonly UsualDifferences[]) => {
    // The strength of wind is compared by its root, and rain by shares.
    if (variable === null || !tellsPlaces(variable)) return;
    const differences = related.map((one) => [one.neighbour.id, one.differences] as const);
    found.set(nameOf(station, VARIABLES[variable]), new Map(differences));
  };
  for (const { sensors, clocks, named } of readContents(text, () => 0)) {
    for (const { station, variable, open } of sensors)
      if (open?.change.kind === 'offset') keep(station, variable, open.change.related);
    for (const { station, open } of clocks)
      for (const { variable, related } of open?.change.relations ?? []) keep(station, variable, related);
    for (const { station, variable, recovered, state } of named) {
      if (recovered !== null) continue;
      const condition = asToldNow(state.condition);
      if (condition.kind === 'swapped')
        for (const { variable: of, own } of condition.variables) keep(station, of, own.related);
      else if (condition.kind !== 'radiation') keep(station, variable, condition.related);
    }
  }
  return (station, variable) => found.get(nameOf(station, variable)) ?? null;
}

function nameOf(station: string, variable: Variable): string {
  return JSON.stringify([station, variable]);
}
