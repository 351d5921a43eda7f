import { VARIABLES } from '../../../../schemas/variables.ts';
import type { StateAnswer } from '../api/answers.ts';
import { message } from '../messages/message.ts';
import { shownValue, variableLabel } from '../state/variables.ts';

/** A station, and what is said of it or of one of its sensors. */
export interface NamedLine {
  readonly id: string;
  readonly name: string;
  readonly said: string;
}

/** The stations with weather, and what changed at each. @param states of the stations of a network */
export function weatherLines(states: readonly StateAnswer[]): NamedLine[] {
  return states.flatMap(({ id, name, state, variables }) => {
    if (state !== 'weather_event') return [];
    const what = VARIABLES.flatMap((variable) => {
      const newest = variables[variable];
      if (newest?.state !== 'weather_event') return [];
      return [`${variableLabel(variable)} (${shownValue(variable, newest.value)})`];
    });
    return [{ id, name, said: message('now.weather_seen', { what: what.join(', ') }) }];
  });
}
