import { convert } from '../../../../ingest/validation/units.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../../schemas/variables.ts';
import type { FaultNow } from '../api/answers.ts';
import { message } from '../messages/message.ts';
import { shownNumber } from '../state/numbers.ts';
import { shownDeparture, shownValue, variableLabel } from '../state/variables.ts';
import { zonedMoment } from '../time/moments.ts';

/** What names a fault in messages: its kind, or that it may be an adjustment. */
function named({ kind, adjusted }: Pick<FaultNow, 'kind' | 'adjusted'>): FaultNow['kind'] | 'adjusted' {
  return adjusted ? 'adjusted' : kind;
}

/** What is wrong with a sensor: `Temperature reads too high`. */
export function kindSentence(fault: Pick<FaultNow, 'variable' | 'kind' | 'adjusted' | 'latest' | 'estimate'>): string {
  const off = fault.latest?.deviation ?? fault.estimate.offset;
  // What is off by less than matters is too high as little as too low.
  const isSmall = off === null || Math.abs(off) < VARIABLE_SPECIFICATIONS[fault.variable].floor / 2;
  return message(`kind.${named(fault)}`, {
    variable: variableLabel(fault.variable),
    off: isSmall ? 'unknown' : off > 0 ? 'above' : 'below',
    unit: oddUnit(fault),
    other: fault.estimate.swapped_with ?? '',
  });
}

/** What to do about a fault of a sensor of its kind: where it takes days to see and is not certain, nobody is sent yet. */
export function adviceWords(
  fault: Pick<FaultNow, 'variable' | 'kind' | 'adjusted' | 'certainty' | 'estimate' | 'together'>,
): string {
  const { variable, kind, adjusted, certainty } = fault;
  if (kind === 'impossible' && fault.together !== null) return message('advice.impossible_of_many');
  const isDoubtful = !adjusted && certainty === 'suspected';
  if (isDoubtful && kind === 'clock') return message('advice.clock_doubtful');
  const isOffset = kind === 'bias' || kind === 'drift';
  return message(`advice.${isDoubtful && isOffset ? 'doubtful' : named(fault)}`, { variable, unit: oddUnit(fault) });
}

/**
 * What a sensor reads, beside what it should read; a value in another unit as it is sent. '' where it has none. Neighbours that
 * have the same fault tell nothing.
 */
export function readsWords(fault: Pick<FaultNow, 'variable' | 'latest' | 'estimate' | 'together'>): string {
  const { latest, variable, estimate } = fault;
  if (latest === null) return '';
  if (estimate.unit !== null) {
    const value = `${shownNumber(latest.value, estimate.unit === 'in' ? 2 : 1)}\u00a0${oddUnit(fault)}`;
    return message('now.reads_in', {
      value,
      means: shownValue(variable, convert(variable, estimate.unit, latest.value)),
    });
  }
  const value = shownValue(variable, latest.value);
  if (latest.expected === null || fault.together !== null) return message('now.reads_alone', { value });
  return message('now.reads', { value, expected: shownValue(variable, latest.expected) });
}

/** The unit in which the values come, as people write it; '' where that is the usual one. */
function oddUnit({ estimate }: Pick<FaultNow, 'estimate'>): string {
  return (estimate.unit ?? '').replace('deg', '°');
}

/** How far a sensor is off now against its neighbours, with sign and unit; '' where that is not known. */
export function offWords({ variable, latest, together }: Pick<FaultNow, 'variable' | 'latest' | 'together'>): string {
  const off = latest?.deviation ?? null;
  return off === null || together !== null ? '' : shownDeparture(variable, off);
}

/** How far a sensor was off when its fault was judged last, with sign and unit; '' where nobody told. */
export function judgedOffWords({
  variable,
  estimate: { offset },
  together,
}: Pick<FaultNow, 'variable' | 'estimate' | 'together'>): string {
  return offset === null || together !== null ? '' : shownDeparture(variable, offset);
}

/** The same in words: of a sensor that was perhaps adjusted, by how much it changed, as it may be right since. '' where nobody told. */
export function wasOffWords(fault: Pick<FaultNow, 'variable' | 'estimate' | 'together' | 'adjusted'>): string {
  const off = judgedOffWords(fault);
  return off === '' ? '' : message('now.was_off', { off, adjusted: fault.adjusted ? 'yes' : 'no' });
}

/** Who has a fault: whoever took it, else whoever acknowledged its alert; null for nobody. */
export function keeperOf({ care, alert }: Pick<FaultNow, 'care' | 'alert'>): string | null {
  // What was given back is nobody's, whoever acknowledged the alert before.
  return care === null ? (alert?.acknowledged_by ?? null) : care.assignee;
}

/** Until when a fault is still put off; null where it is not, or that time has passed. @param now ms since the epoch */
export function snoozedStill({ care }: Pick<FaultNow, 'care'>, now: number): string | null {
  const until = care?.snoozed_until ?? null;
  return until !== null && Date.parse(until) > now ? until : null;
}

/** Who was faster with a fault, as it is shown now; null where nobody was. */
export function fasterWords({ care }: FaultNow, now: number): string | null {
  if (care === null) return null;
  const { assignee, by, at, snoozed_until: until } = care;
  const shown = (moment: string) => zonedMoment(Date.parse(moment), now);
  const did = until !== null ? 'snoozed' : assignee === null ? 'gave_back' : assignee === by ? 'took' : 'gave';
  return message('care.faster', {
    by,
    did,
    to: assignee ?? '',
    until: until === null ? '' : shown(until),
    time: shown(at),
  });
}
