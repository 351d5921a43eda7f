import type { Classification } from '../../../../schemas/anomaly.ts';
import type { StationState } from '../../../../schemas/station-state.ts';
import { message } from '../messages/message.ts';

export type { StationState };

/** The states with the gravest first: the order of the legend, of tables, and (reversed) of drawing. */
export const STATES_GRAVEST_FIRST: readonly StationState[] = [
  'device_failure',
  'suspected',
  'weather_event',
  'silent',
  'not_judged',
  'good',
];

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

/** How many of some stations are in each state; states that none is in count 0. */
export function countStates(states: Iterable<{ readonly state: StationState }>): Record<StationState, number> {
  const counts = Object.fromEntries(STATES_GRAVEST_FIRST.map((state) => [state, 0])) as Record<StationState, number>;
  for (const { state } of states) counts[state]++;
  return counts;
}
