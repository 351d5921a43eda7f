import type { Fault } from '../../schemas/fault.ts';
import { isDoubtful } from '../relations/odd-unit.ts';
import type { NamedFault } from './named-fault.ts';
import type { FaultPlace } from './told-fault.ts';
import { type Recovery, toldOf } from './told-lasting.ts';

/** A fault that has a name as it is told: of each variable that it is one of. */
export function toldNamed(place: FaultPlace, station: number, fault: NamedFault, recovered: Recovery | null): Fault[] {
  const { condition, named, identity } = fault.state;
  const { ids } = place.stations;
  const isUnit = condition.kind === 'unit';
  return fault.variables.map((variable) =>
    toldOf(place, station, variable, recovered, {
      kind: condition.kind,
      start: fault.startTime,
      last: fault.lastTime,
      named,
      identity,
      offset: condition.kind === 'radiation' ? condition.size : null,
      ratio: null,
      minutes: null,
      unit: isUnit ? condition.unit.unit : null,
      swappedWith: condition.kind === 'swapped' ? ids[condition.other] : null,
      ceiling: condition.kind === 'ceiling' ? condition.top : null,
      adjusted: false,
      uncertainty: condition.kind === 'radiation' ? condition.sigma : null,
      unknownSince: recovered === null ? fault.unknownSince : null,
      values: fault.valuesOf(variable),
      neighbors: neighboursOf(fault, variable),
      isDoubtful: isDoubtful(condition),
      shown: isUnit
        ? {
            asAllAround: condition.by === 'past',
            usualStep: 'steps' in condition ? condition.steps.step : undefined,
          }
        : {},
    }),
  );
}

function neighboursOf({ condition }: NamedFault, variable: number): string[] {
  switch (condition.kind) {
    case 'unit':
      return [...condition.related, ...condition.shared].map(({ neighbour }) => neighbour.id);
    case 'radiation':
      return condition.related.map(({ id }) => id);
    case 'ceiling':
      return condition.related.map(({ neighbour }) => neighbour.id);
    case 'swapped': {
      const own = condition.variables.find((one) => one.variable === variable) ?? condition.variables[0];
      return own.own.related.map(({ neighbour }) => neighbour.id);
    }
  }
}
