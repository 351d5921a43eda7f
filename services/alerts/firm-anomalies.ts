import type { Anomaly } from '../../schemas/anomaly.ts';
import { needsNoNeighbour } from '../../schemas/judgement-configuration.ts';
import type { Marks } from '../answers/marks.ts';

/** True for an anomaly that people know of: nobody is to be told of it. */
export function isSuppressed({ maintenance, override }: Marks): boolean {
  return maintenance !== null || override?.classification === 'normal';
}

/**
 * True for an anomaly that may raise an alert: what is settled, and at once what a sensor cannot read, of which no
 * neighbour and no later report says anything else. A value that is only suspect by its limits is settled like others.
 */
export function isFirm({ state, check, classification }: Pick<Anomaly, 'state' | 'check' | 'classification'>): boolean {
  if (state === 'settled') return true;
  return state === 'provisional' && needsNoNeighbour(check) && classification === 'device_failure';
}
