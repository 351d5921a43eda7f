import type { Fault } from '../../schemas/fault.ts';
import type { FaultOfState, StatesAnswer } from '../../schemas/http/answers/states-answer.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { reportedFault } from '../answers/reported-fault.ts';
import type { StationAtMoment } from './station-states.ts';

/** The states of stations in the words of answers. */
export function statesAnswer(network: string, time: number, states: readonly StationAtMoment[]): StatesAnswer {
  // Most stations report at the same few times.
  const written = new Map<number, string>();
  const iso = (moment: number): string => {
    let text = written.get(moment);
    if (text === undefined) {
      text = isoOf(moment);
      written.set(moment, text);
    }
    return text;
  };
  return { network, time: isoOf(time), states: states.map((state) => stateAnswer(state, iso)) };
}

function stateAnswer(
  { station, state, provisional, variables, seen }: StationAtMoment,
  iso: (moment: number) => string,
): StatesAnswer['states'][number] {
  const answered: StatesAnswer['states'][number]['variables'] = {};
  for (const variable of VARIABLES) {
    const found = variables[variable];
    if (found === undefined) continue;
    const { value, time, state: ofVariable, fault, verdict } = found;
    const shown = { value, time: iso(time), state: ofVariable, fault: fault === null ? null : faultOfState(fault) };
    const anomaly = verdict?.id ?? fault?.anomalyIds[0];
    answered[variable] = anomaly === undefined ? shown : { ...shown, anomaly_id: anomaly };
  }
  return {
    id: station.id,
    name: station.name,
    latitude: station.latitude,
    longitude: station.longitude,
    elevation: station.elevation,
    state,
    provisional,
    variables: answered,
    last_seen: seen === null ? null : iso(seen),
  };
}

function faultOfState(fault: Fault): FaultOfState {
  const { fault_id, kind, start, estimate, units, reason } = reportedFault(fault);
  return { fault_id, kind, start, offset: estimate.offset, units, reason };
}
