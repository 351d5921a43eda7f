import { randomUUID } from 'node:crypto';
import type { Anomaly } from '../../schemas/anomaly.ts';
import { type ExpertRule, firstJudgedSlot, type OverrideClass } from '../../schemas/expert-rule.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { VariableLimits } from '../../schemas/limits.ts';
import type { Station } from '../../schemas/station.ts';
import { slotOf } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';

/** Who enters a rule, why, and when [ms since the epoch]. */
export type Entering = Pick<ExpertRule, 'by' | 'reason' | 'at'>;

/** A rule that says nothing yet. */
function plainRule(
  { by, reason, at }: Entering,
  kind: ExpertRule['kind'],
  from: number,
): Omit<ExpertRule, 'variables'> {
  return {
    id: randomUUID(),
    kind,
    network: '',
    station: '',
    anomaly: null,
    fault: null,
    classification: null,
    method: null,
    threshold: null,
    floor: null,
    limits: null,
    from,
    to: null,
    firstSlot: firstJudgedSlot(from, at),
    lastSlot: null,
    reason,
    by,
    at,
    endedBy: null,
    ended: null,
  };
}

/** The override of an anomaly's class, which holds for all of its versions. */
export function newOverride(
  { id, network, station, variable, time }: Anomaly,
  classification: OverrideClass,
  entering: Entering,
): ExpertRule {
  const plain = plainRule(entering, 'override', time);
  // The observation's own time and nothing beside it.
  return { ...plain, to: time + 1, network, station, variables: [variable], anomaly: id, classification };
}

/** What people say of a fault: times in ms since the epoch, `end` its last wrong report, null while it holds. */
export interface FaultWord {
  readonly classification: Exclude<OverrideClass, 'weather_event'>;
  readonly start: number;
  readonly end: number | null;
}

/** The word of people on a fault, over all of its versions; it may be one that only they know of. */
export function newFaultWord(fault: Fault, { classification, start, end }: FaultWord, entering: Entering): ExpertRule {
  const { network, station, variable } = fault;
  const plain = plainRule(entering, 'fault', start);
  const to = end === null ? null : end + 1;
  const lastSlot = end === null ? null : slotOf(end);
  const said = classification === 'normal' ? fault : asPeopleSay(fault, { classification, start, end }, entering);
  return { ...plain, network, station, variables: [variable], to, lastSlot, fault: said, classification };
}

function asPeopleSay(fault: Fault, { classification, start, end }: FaultWord, { by, reason, at }: Entering): Fault {
  return {
    ...fault,
    start,
    end,
    recovered: end === null ? null : (fault.recovered ?? at),
    unknownSince: null,
    state: 'settled',
    certainty: classification === 'suspected' ? 'suspected' : 'failure',
    reason: `${by} says: ${reason}`,
    judged: at,
  };
}

/** The stretch of a window, ms since the epoch, `to` null while it is open, and the variables that it is for. */
export interface Window {
  readonly variables: readonly Variable[];
  readonly from: number;
  readonly to: number | null;
}

/** A maintenance window of a station, or a bar of it from vouching; it may lie in the past. */
export function newWindow(
  kind: 'maintenance' | 'bar',
  { network, id }: Pick<Station, 'network' | 'id'>,
  { variables, from, to }: Window,
  entering: Entering,
): ExpertRule {
  const lastSlot = to === null ? null : slotOf(to);
  return { ...plainRule(entering, kind, from), network, station: id, variables, to, lastSlot };
}

/** What is set of a station's variable; null: as it would be without. */
export interface Setting {
  readonly variable: Variable;
  /** Method that the threshold is of: another one's score is another scale. */
  readonly method: string;
  readonly threshold: number | null;
  readonly floor: number | null;
}

/** A threshold or floor of one variable of a station, from now on. */
export function newThreshold(
  { network, id }: Pick<Station, 'network' | 'id'>,
  { variable, method, threshold, floor }: Setting,
  entering: Entering,
): ExpertRule {
  const plain = plainRule(entering, 'threshold', entering.at);
  return { ...plain, network, station: id, variables: [variable], method, threshold, floor };
}

/**
 * The limits of one variable, from now on.
 *
 * @param station identifier, or EVERY_STATION
 */
export function newLimits(
  network: string,
  station: string,
  variable: Variable,
  limits: VariableLimits,
  entering: Entering,
): ExpertRule {
  return { ...plainRule(entering, 'limits', entering.at), network, station, variables: [variable], limits };
}
