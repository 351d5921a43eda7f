import type { Classification } from '../../../../schemas/anomaly.ts';
import { countStates, STATES_GRAVEST_FIRST, type StationState } from '../../../../schemas/station-state.ts';
import { message } from '../messages/message.ts';

export { countStates, STATES_GRAVEST_FIRST, type StationState };

/** The name of a state as people read it. */
export function stateLabel(state: StationState): string {
  return message(`state.${state}`);
}

/** What an override may say besides the classes of the machine. */
export type ShownClass = Classification | 'normal';

/** The name of a class as people read it. */
export function classLabel(name: ShownClass): string {
  return message(`state.${name}`);
}

/** The state whose symbol a class has: what is normal after all is good. */
export function stateOfClass(name: ShownClass): StationState {
  return name === 'normal' ? 'good' : name;
}
