import { type AlertClass, type Condition, isCondition } from '../../../../schemas/alert.ts';
import { message } from '../messages/message.ts';
import { classLabel, type StationState } from '../state/station-state.ts';

/** The state whose symbol a condition has. */
const STATES: Readonly<Record<Condition, StationState>> = {
  silent: 'silent',
  outage: 'silent',
  poor_health: 'suspected',
};

/** What an alert is of, as people read it. */
export function alertClassLabel(name: AlertClass): string {
  return isCondition(name) ? message(`alerts.class_${name}`) : classLabel(name);
}

/** The state whose symbol an alert has. */
export function stateOfAlert(name: AlertClass): StationState {
  return isCondition(name) ? STATES[name] : name;
}
