import type { CareAnswer } from '../../schemas/http/answers/care-answer.ts';
import type { FaultNowAnswer, SilentSensorAnswer, SilentStationAnswer } from '../../schemas/http/answers/now-answer.ts';
import type { Station } from '../../schemas/station.ts';
import { isoOf, SLOT_MS } from '../../schemas/time.ts';
import type { Variable } from '../../schemas/variables.ts';
import { faultAnswer } from '../answers/fault-answer.ts';
import { rounded } from '../answers/report-number.ts';
import { type AnswerUnits, valueIn } from '../answers/si-units.ts';
import { stationsOf, togetherWords } from '../answers/together-words.ts';
import type { SilentSensor } from '../detection/silent-sensors.ts';
import type { StationInBrief } from '../detection/station-states.ts';
import type { Care } from './care-records.ts';
import type { FaultCourse, LatestValueOfFault } from './fault-courses.ts';
import type { FaultNow } from './situation.ts';

/** Who looks after a fault, in the words of answers. */
export function careAnswer({ fault, version, assignee, snoozedUntil, by, at }: Care): CareAnswer {
  const until = snoozedUntil === null ? null : isoOf(snoozedUntil);
  return { fault_id: fault, version, assignee, snoozed_until: until, by, at: isoOf(at) };
}

/** A fault with all that somebody on duty asks about it, in the words of answers. @param stations of the network */
export function faultNowAnswer(
  it: FaultNow,
  { units, stations }: { readonly units: AnswerUnits; readonly stations: number },
): FaultNowAnswer {
  const { fault, latest, course, care, reopening, alert, silence } = it;
  return {
    ...faultAnswer(fault, units, it.override),
    group: it.group,
    same_cause: it.same.map(({ id, kind, station, stationName, variable }) => ({
      ...{ fault_id: id, kind, station_id: station, station_name: stationName, variable },
    })),
    stations: stationsOf([fault, ...it.same]),
    together: togetherWords([fault, ...it.same], stations),
    latitude: it.place?.latitude ?? null,
    longitude: it.place?.longitude ?? null,
    severity: it.severity === null ? null : rounded(it.severity),
    latest: latest === null ? null : latestAnswer(latest, fault.variable, units),
    course: course === null ? null : courseAnswer(course, fault.variable, units),
    care: care === null ? null : careAnswer(care),
    reopened: reopening === null ? null : { ...reopening, at: isoOf(reopening.at) },
    earlier: it.earlier,
    alert:
      alert === null
        ? null
        : {
            id: alert.id,
            state: alert.state,
            severity: alert.severity,
            acknowledged_by: alert.acknowledgedBy,
            silenced: alert.silenced !== null,
          },
    maintenance: it.maintenance,
    silence:
      silence === null ? null : { id: silence.id, reason: silence.reason, by: silence.by, to: isoOf(silence.to) },
  };
}

/** A silent station, in the words of answers. */
export function silentStationAnswer({ station, heard }: StationInBrief): SilentStationAnswer {
  return { ...placeAnswer(station), last_seen: heard === null ? null : isoOf(heard) };
}

/** A silent sensor of a station that reports, in the words of answers. */
export function silentSensorAnswer({ station, variable, heard }: SilentSensor): SilentSensorAnswer {
  return { ...placeAnswer(station), variable, last_value: isoOf(heard) };
}

function placeAnswer({ id, name, latitude, longitude }: Station) {
  return { id, name, latitude, longitude };
}

function latestAnswer(
  { time, value, expected }: LatestValueOfFault,
  variable: Variable,
  units: AnswerUnits,
): NonNullable<FaultNowAnswer['latest']> {
  const shown = (number: number) => rounded(valueIn(units, variable, number));
  return {
    time: isoOf(time),
    value: shown(value),
    expected: expected === null ? null : shown(expected),
    deviation: expected === null ? null : shown(value - expected),
  };
}

function courseAnswer(
  { from, values, neighbours }: FaultCourse,
  variable: Variable,
  units: AnswerUnits,
): NonNullable<FaultNowAnswer['course']> {
  // A picture of some pixels: more digits would make a long answer longer.
  const shown = (numbers: Float64Array) =>
    Array.from(numbers, (number) =>
      Number.isNaN(number) ? null : Number(valueIn(units, variable, number).toFixed(2)),
    );
  return { from: isoOf(from * SLOT_MS), values: shown(values), neighbours: shown(neighbours) };
}
