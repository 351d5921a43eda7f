import type { Fault } from '../../schemas/fault.ts';
import type { ReportedFault } from '../../schemas/reports/reported-fault.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { rounded } from './report-number.ts';

/** A fault as reports show it. */
export function reportedFault(it: Fault): ReportedFault {
  const moment = (time: number | null) => (time === null ? null : isoOf(time));
  const number = (value: number | null) => (value === null ? null : rounded(value));
  return {
    fault_id: it.id,
    network: it.network,
    station_id: it.station,
    station_name: it.stationName,
    variable: it.variable,
    kind: it.kind,
    start: isoOf(it.start),
    end: moment(it.end),
    known: isoOf(it.known),
    recovered: moment(it.recovered),
    estimate: {
      offset: number(it.offset),
      ratio: number(it.ratio),
      minutes: number(it.minutes),
      unit: it.unit,
      swapped_with: it.swappedWith,
      ceiling: number(it.ceiling),
      uncertainty: number(it.uncertainty),
    },
    units: VARIABLE_SPECIFICATIONS[it.variable].unit,
    values: it.values,
    state: it.state,
    certainty: it.certainty,
    adjusted: it.adjusted,
    unknown_since: moment(it.unknownSince),
    neighbors: [...it.neighbors],
    reason: it.reason,
    anomaly_ids: [...it.anomalyIds],
  };
}
