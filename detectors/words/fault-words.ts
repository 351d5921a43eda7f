import type { Fault } from '../../schemas/fault.ts';
import { amountOf, durationOf, momentOf, sideOf } from './quantities.ts';

/** What is said of a fault rests on these. */
export type FaultGrounds = Pick<
  Fault,
  'variable' | 'kind' | 'start' | 'end' | 'offset' | 'unknownSince' | 'values' | 'neighbors'
> & {
  /** Last wrong report so far, ms since the epoch. */
  readonly last: number;
  /** Value at which the sensor is stuck; null where that is not known. */
  readonly stuckAt: number | null;
};

/** What a duty officer would say of a fault, in one sentence without a full stop. */
export function faultReason(it: FaultGrounds): string {
  const doubt = doubtWords(it);
  return `${conditionWords(it)}${doubt === '' ? '' : `; ${doubt}`}`;
}

function conditionWords(it: FaultGrounds): string {
  const { variable, kind, offset } = it;
  const holds = it.end === null;
  const when = timesOf(it);
  if (kind === 'stuck') return stuckWords(it);
  if (kind === 'impossible') return `${holds ? 'reads' : 'read'} what cannot be ${when}`;
  if (offset === null) {
    if (kind === 'spike') return `departed from its own past in one report ${when}`;
    return `${holds ? 'departs' : 'departed'} from its own past ${when}`;
  }
  const whom = neighboursIn(it);
  if (kind === 'noise') return `${holds ? 'jumps' : 'jumped'} up and down around ${whom} ${when}`;
  const off = `${amountOf(variable, Math.abs(offset))} ${sideOf(offset)} ${whom}`;
  return kind === 'spike' ? `read ${off} in one report ${when}` : `${holds ? 'reads' : 'read'} ${off} ${when}`;
}

function stuckWords(it: FaultGrounds): string {
  const { variable, stuckAt, end } = it;
  const whom = it.neighbors.length === 0 ? '' : ` while ${neighboursIn(it)} moved`;
  const when = timesOf(it);
  if (end !== null) return `was stuck${stuckAt === null ? '' : ` at ${amountOf(variable, stuckAt)}`} ${when}${whom}`;
  return `has not changed${stuckAt === null ? '' : ` from ${amountOf(variable, stuckAt)}`} ${when}${whom}`;
}

/** What nobody can tell, and since when. */
function doubtWords(it: FaultGrounds): string {
  const { offset, kind, unknownSince, end } = it;
  if (unknownSince !== null && end === null) {
    return `whether it still holds is unknown since ${momentOf(unknownSince, toldAt(it))}`;
  }
  return offset === null && kind !== 'stuck' && kind !== 'impossible' ? 'no neighbour to compare with' : '';
}

/** When it was: `at 09:40`, `since 09:40 (8 h 40 min, 52 values)`, `from 09:40 to 18:20 (8 h 40 min, 52 values)`. */
function timesOf(it: FaultGrounds): string {
  const { kind, start, end, last, values } = it;
  const told = toldAt(it);
  const first = momentOf(start, told);
  if (kind === 'spike' || last === start) return `${end === null && kind !== 'spike' ? 'since' : 'at'} ${first}`;
  const lasted = `(${durationOf(last - start)}, ${values} values)`;
  return end === null ? `since ${first} ${lasted}` : `from ${first} to ${momentOf(end, told)} ${lasted}`;
}

/** Time of the newest report that the sentence speaks of. */
function toldAt({ last, unknownSince }: FaultGrounds): number {
  return Math.max(last, unknownSince ?? last);
}

function neighboursIn({ neighbors }: FaultGrounds): string {
  return neighbors.length === 1 ? 'its only neighbour' : 'its neighbours';
}
