import type { Neighbour } from '../neighbours/spatial-question.ts';
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

/** What a successor needs to go on with the fold of a sensor, of which all that was looked at was told: a `FoldContent`. */
export function contentOfFold({ open, ended }: SensorFold): string {
  const over = ended.map(
    ({ fault, recovered }) => `{"fault":${textOf(fault)},"recovered":${JSON.stringify(recovered)}}`,
  );
  return `{"open":${open === null ? 'null' : textOf(open)},"ended":[${over.join()}]}`;
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

function textOf({ onset, course, anomalyIds }: OpenFault): string {
  return `{${frozenText(onset)},"course":${JSON.stringify(course)},"anomalyIds":${JSON.stringify(anomalyIds)}}`;
}

/** What was frozen at an onset is written with every slot: its text is made once. */
const frozen = new WeakMap<FaultOnset, string>();

function frozenText(onset: FaultOnset): string {
  let text = frozen.get(onset);
  if (text === undefined) {
    const { expectation, ...rest } = onset;
    const held: FaultContent['expectation'] =
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
          };
    text = `"onset":${JSON.stringify(rest)},"expectation":${JSON.stringify(held)}`;
    frozen.set(onset, text);
  }
  return text;
}
