import type { Variable } from '../../../../schemas/variables.ts';
import type { FaultNow } from '../api/answers.ts';
import { type MessageKey, message } from '../messages/message.ts';
import { variableLabel } from '../state/variables.ts';
import { spanOf } from '../time/moments.ts';
import { kindSentence } from './fault-words.ts';

/** What is said of kinds that are of all that a station sends. */
const OF_ALL: Partial<Record<FaultNow['kind'], MessageKey>> = {
  clock: 'kind.clock_of_all',
  swapped: 'kind.swapped_of_all',
  resent: 'kind.resent_of_all',
};
const MINUTE_MS = 60_000;

/** A fault of those that a row is of. */
type FaultOfCause = FaultNow['same_cause'][number];

/** The faults that a row is of and that are of its kind, its own first: what people say of the row is said of each. */
export function faultsOfKind(fault: FaultNow): readonly FaultOfCause[] {
  return [fault, ...fault.same_cause.filter(({ kind }) => kind === fault.kind)];
}

/** The stations that a row is of, its own first, as people call them. */
export function stationsOfCause(fault: FaultNow): readonly { readonly id: string; readonly name: string }[] {
  const names = new Map(faultsOfKind(fault).map(({ station_id: id, station_name: name }) => [id, name || id]));
  return [...names].map(([id, name]) => ({ id, name }));
}

/** The variables that a row is of, its own first. */
export function variablesOfCause(fault: FaultNow): readonly Variable[] {
  return [...new Set(faultsOfKind(fault).map(({ variable }) => variable))];
}

/** Whether a row is of more stations than anybody wants to read the names of. */
export function isOfMany({ together }: Pick<FaultNow, 'together'>): boolean {
  return together !== null;
}

/**
 * A row in a few words: `Eastwick Pass, Temperature`; its stations alone where all that they send is wrong, and how many where
 * it is of many.
 */
export function causeName(fault: FaultNow): string {
  const stations = isOfMany(fault)
    ? [message('calendar.n_stations', { n: fault.stations })]
    : stationsOfCause(fault).map(({ name }) => name);
  return [...stations, ...(OF_ALL[fault.kind] === undefined ? [variableLabel(fault.variable)] : [])].join(', ');
}

/** What is wrong with a sensor, or with all that a station sends: `Clock is 1 h late: Temperature, Pressure`. */
export function causeSentence(fault: FaultNow): string {
  const key = OF_ALL[fault.kind];
  if (key === undefined) return kindSentence(fault);
  const { minutes, swapped_with: other } = fault.estimate;
  return message(key, {
    variables: variablesOfCause(fault).map(variableLabel).join(', '),
    span: spanOf(Math.abs(minutes ?? 0) * MINUTE_MS),
    late: (minutes ?? 0) > 0 ? 'late' : 'early',
    other: other ?? '',
    of: stationsOfCause(fault).length > 1 ? 'both' : 'one',
  });
}
