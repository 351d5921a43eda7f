import type { Anomaly } from '../../schemas/anomaly.ts';
import type { Fault, FaultValue } from '../../schemas/fault.ts';
import type { ReportedFault } from '../../schemas/reports/reported-fault.ts';
import { isoOf } from '../../schemas/time.ts';
import type { Item } from './invariants.ts';

/** A verdict as it should be stored. */
export function verdictItem(anomaly: Anomaly): Item {
  const { version, classification, actual, check, station, time, baseline } = anomaly;
  return {
    key: anomaly.id,
    content: [version, classification, actual, check, station, isoOf(time), baseline].join('|'),
  };
}

/** A fault as the list of faults should show it: all of it but when that was judged. */
export function faultItem(shown: ReportedFault & { readonly judged?: string }): Item {
  const { judged: _, ...rest } = shown;
  return { key: shown.fault_id, content: JSON.stringify(rest) };
}

/** A fault as the topic should have it: all of it but when that was judged. */
export function topicFaultItem(fault: Fault): Item {
  const { judged: _, ...rest } = fault;
  return { key: fault.id, content: JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** A value under a fault as it should be stored. */
export function underFaultItem({ id }: Pick<Fault, 'id'>, { time, flag, estimate, uncertainty }: FaultValue): Item {
  return { key: `${id}|${isoOf(time)}`, content: [flag, estimate, uncertainty].join('|') };
}
