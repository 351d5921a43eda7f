import type { Expectation } from '../neighbours/expectation.ts';
import type { Neighbour } from '../neighbours/spatial-question.ts';
import { type FaultCourse, type FaultOnset, rangeFrom } from './fault-course.ts';
import { OpenFault } from './open-fault.ts';
import type { EndedFault, SensorFold } from './sensor-fold.ts';

/**
 * Anomalies of a fault that are written with it [ids of 35 bytes]. More than one, so that a version of the fault that says a
 * few less still tells those before.
 */
const WRITTEN_ANOMALIES = 36;

/** How many values are wrong, how often again, of how many nobody tells, and what a sensor that is stuck read. */
type Later = 'wrongs' | 'again' | 'untold' | 'stuckRange';

/** A fault as it is written for a successor; neighbours by their ids. */
interface FaultContent {
  // Missing from what versions up to 0.1.0 wrote: what the sensor itself read before.
  readonly onset: Omit<FaultOnset, 'expectation' | 'own'> & Partial<Pick<FaultOnset, 'own'>>;
  readonly expectation:
    | (Omit<Expectation, 'differences' | 'over' | 'passing'> &
        // Missing from what versions up to 0.1.0 wrote, which learnt over hours alone.
        Partial<Pick<Expectation, 'over' | 'passing'>> & {
          readonly differences: readonly (readonly [
            id: string,
            km: number,
            usual: number | number[],
            weight: number,
          ])[];
        })
    | null;
  // Missing from what versions up to 0.1.0 wrote.
  readonly course: Omit<FaultCourse, Later> & Partial<Pick<FaultCourse, Later>>;
  /** The last of them: a long fault has too many to write all with each slot. */
  readonly anomalyIds: readonly string[];
  /** The fault of which all are told, and how many it has before those; missing where none are. */
  readonly earlier?: { readonly fault: string; readonly count: number };
}

/** The fold of a sensor as it is written: plain JSON. */
export interface FoldContent {
  readonly open: FaultContent | null;
  readonly ended: readonly { readonly fault: FaultContent; readonly recovered: EndedFault['recovered'] }[];
}

/**
 * What a successor needs to go on with the fold of a sensor, of which all that was looked at was told: a `FoldContent`. Its
 * length does not grow with that of a fault.
 *
 * @param idOf the id that a fault is told by
 */
export function contentOfFold({ open, ended }: SensorFold, idOf: (fault: OpenFault) => string): string {
  const over = ended.map(
    ({ fault, recovered }) => `{"fault":${textOf(fault, idOf)},"recovered":${JSON.stringify(recovered)}}`,
  );
  return `{"open":${open === null ? 'null' : textOf(open, idOf)},"ended":[${over.join()}]}`;
}

/** Ids of the faults that a content leaves some anomalies of to be read elsewhere. */
export function faultsWithEarlier({ open, ended }: FoldContent): string[] {
  return [open, ...ended.map(({ fault }) => fault)].flatMap((fault) =>
    fault?.earlier === undefined ? [] : [fault.earlier.fault],
  );
}

/**
 * A content with all anomalies of its faults.
 *
 * @param anomaliesOf as a version of the fault with some id tells them, in their order: as new as the content, or newer. Where
 *   it does not have those that the content names, as of a fault that nobody has any more, the earlier ones are left out
 */
export function wholeContent(
  { open, ended }: FoldContent,
  anomaliesOf: (fault: string) => readonly string[] | undefined,
): FoldContent {
  const wholeOf = ({ earlier, ...fault }: FaultContent): FaultContent => {
    if (earlier === undefined) return fault;
    const all = anomaliesOf(earlier.fault);
    if (all === undefined || all[earlier.count] !== fault.anomalyIds[0]) return fault;
    return { ...fault, anomalyIds: [...all.slice(0, earlier.count), ...fault.anomalyIds] };
  };
  return {
    open: open === null ? null : wholeOf(open),
    ended: ended.map(({ fault, recovered }) => ({ fault: wholeOf(fault), recovered })),
  };
}

/**
 * Puts a fold to where its predecessor had come.
 *
 * @param content a whole one
 * @param indexOf index of a station by its id
 */
export function restoreFold(fold: SensorFold, { open, ended }: FoldContent, indexOf: (id: string) => number): void {
  const { station, variable } = fold;
  const faultOf = ({ onset, expectation, course, anomalyIds }: FaultContent): OpenFault => {
    const differences = expectation?.differences.map(([id, km, usual, weight]) => {
      const neighbour: Neighbour = { index: indexOf(id), id, km };
      return { neighbour, usual: typeof usual === 'number' ? [usual] : usual, weight };
    });
    const held: Expectation | null =
      expectation === null || differences === undefined
        ? null
        : { over: 'hours', passing: null, ...expectation, differences };
    const seen = { wrongs: course.values, again: 0, untold: 0, stuckRange: rangeFrom(course.stuckAt), ...course };
    return new OpenFault(station, variable, { own: null, ...onset, expectation: held }, seen, [...anomalyIds]);
  };
  fold.open = open === null ? null : faultOf(open);
  fold.ended = ended.map(({ fault, recovered }) => ({ fault: faultOf(fault), recovered }));
}

function textOf(fault: OpenFault, idOf: (fault: OpenFault) => string): string {
  const { onset, course, anomalyIds } = fault;
  const count = Math.max(0, anomalyIds.length - WRITTEN_ANOMALIES);
  const earlier = count === 0 ? '' : `,"earlier":${JSON.stringify({ fault: idOf(fault), count })}`;
  const last = JSON.stringify(anomalyIds.slice(count));
  return `{${frozenText(onset)},"course":${JSON.stringify(course)},"anomalyIds":${last}${earlier}}`;
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
            ...expectation,
            differences: expectation.differences.map(({ neighbour: { id, km }, usual, weight }) => [
              id,
              km,
              [...usual],
              weight,
            ]),
          };
    text = `"onset":${JSON.stringify(rest)},"expectation":${JSON.stringify(held)}`;
    frozen.set(onset, text);
  }
  return text;
}
