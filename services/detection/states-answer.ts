import type { Fault } from '../../schemas/fault.ts';
import type { FaultOfState, StatesAnswer, StatesView } from '../../schemas/http/answers/states-answer.ts';
import type { Station } from '../../schemas/station.ts';
import { countStates } from '../../schemas/station-state.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLES } from '../../schemas/variables.ts';
import { reportedFault } from '../answers/reported-fault.ts';
import type { Box } from '../stores/time-series-store.ts';
import { newestSeen, type StatesByZoom } from './states-by-zoom.ts';
import type { StationAtMoment, StationInBrief } from './station-states.ts';

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

/**
 * What a map shows beside single stations, in the words of answers.
 *
 * @param whole the states of the whole network
 */
export function viewAnswer(
  zoom: number,
  whole: readonly StationInBrief[],
  { singleFrom, groups }: Pick<StatesByZoom<StationInBrief>, 'singleFrom' | 'groups'>,
): StatesView {
  const seenAt = (seen: number | null) => (seen === null ? null : isoOf(seen));
  return {
    zoom,
    single_from: singleFrom,
    groups: groups.map(({ seen, ...group }) => ({ ...group, last_seen: seenAt(seen) })),
    counts: countStates(whole),
    box: boxAround(whole.map(({ station }) => station)),
    last_seen: seenAt(newestSeen(whole)),
  };
}

function boxAround(stations: readonly Pick<Station, 'latitude' | 'longitude'>[]): Box | null {
  if (stations.length === 0) return null;
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const { latitude, longitude } of stations) {
    box.west = Math.min(box.west, longitude);
    box.south = Math.min(box.south, latitude);
    box.east = Math.max(box.east, longitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

function stateAnswer(
  { station, state, provisional, variables, silentSensors, seen }: StationAtMoment,
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
    silent_sensors: [...silentSensors],
    last_seen: seen === null ? null : iso(seen),
  };
}

function faultOfState(fault: Fault): FaultOfState {
  const { fault_id, kind, start, estimate, units, reason } = reportedFault(fault);
  return { fault_id, kind, start, offset: estimate.offset, units, reason };
}
