import type { Neighbour } from '../spatial/spatial-method.ts';
import { type FaultCourse, type FaultOnset, OpenFault } from './open-fault.ts';
import type { EndedFault, SensorFold } from './sensor-fold.ts';

/** A fault as it is written for a successor; neighbours by their ids. */
interface FaultContent {
  readonly onset: Omit<FaultOnset, 'expectation'>;
  readonly expectation: {
    readonly sigma: number;
    readonly step: number;
    readonly differences: readonly (readonly [id: string, km: number, difference: number, weight: number])[];
  } | null;
  readonly course: FaultCourse;
  readonly anomalyIds: readonly string[];
}

/** The fold of a sensor as it is written: plain JSON. */
export interface FoldContent {
  readonly open: FaultContent | null;
  readonly ended: readonly { readonly fault: FaultContent; readonly recovered: EndedFault['recovered'] }[];
}

/** What a successor needs to go on with the fold of a sensor, of which all that was looked at was told. */
export function contentOfFold({ open, ended }: SensorFold): FoldContent {
  return {
    open: open === null ? null : contentOf(open),
    ended: ended.map(({ fault, recovered }) => ({ fault: contentOf(fault), recovered })),
  };
}

/**
 * Puts a fold to where its predecessor had come.
 *
 * @param indexOf index of a station by its id
 */
export function restoreFold(fold: SensorFold, { open, ended }: FoldContent, indexOf: (id: string) => number): void {
  const { station, variable } = fold;
  const faultOf = ({ onset, expectation, course, anomalyIds }: FaultContent): OpenFault => {
    const differences = expectation?.differences.map(([id, km, difference, weight]) => {
      const neighbour: Neighbour = { index: indexOf(id), id, km };
      return { neighbour, difference, weight };
    });
    const held = expectation === null || differences === undefined ? null : { ...expectation, differences };
    return new OpenFault(station, variable, { ...onset, expectation: held }, { ...course }, [...anomalyIds]);
  };
  fold.open = open === null ? null : faultOf(open);
  fold.ended = ended.map(({ fault, recovered }) => ({ fault: faultOf(fault), recovered }));
}

function contentOf({ onset, course, anomalyIds }: OpenFault): FaultContent {
  const { expectation, ...rest } = onset;
  return {
    onset: rest,
    expectation:
      expectation === null
        ? null
        : {
            sigma: expectation.sigma,
            step: expectation.step,
            differences: expectation.differences.map(({ neighbour: { id, km }, difference, weight }) => [
              id,
              km,
              difference,
              weight,
            ]),
          },
    course,
    anomalyIds,
  };
}
