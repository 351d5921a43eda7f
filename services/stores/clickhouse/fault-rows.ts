import type {
  Fault,
  FaultCertainty,
  FaultKind,
  FaultState,
  FaultValue,
  FaultVersion,
  SensorCondition,
} from '../../../schemas/fault.ts';
import type { Variable } from '../../../schemas/variables.ts';
import type { PlacedFaultValue } from '../time-series-store.ts';
import { faultRank } from './ranks.ts';

/** Columns of an insert, in the order of `faultCells`. */
export const FAULT_COLUMNS = [
  'network',
  'station',
  'variable',
  'id',
  'version',
  'station_name',
  'kind',
  'start',
  'end',
  'named',
  'known',
  'recovered',
  'offset',
  'uncertainty',
  'ratio',
  'minutes',
  'unit',
  'swapped_with',
  'ceiling',
  'adjusted',
  'unknown_since',
  'values',
  'state',
  'certainty',
  'reason',
  'neighbors',
  'anomaly_ids',
  'configuration',
  'judged',
  'rank',
] as const;

const TIMES: readonly string[] = ['start', 'end', 'named', 'known', 'recovered', 'unknown_since', 'judged'];

/** What a SELECT asks for, in the order of the columns. */
export const FAULT_SELECT = FAULT_COLUMNS.map((name) =>
  TIMES.includes(name) ? `toUnixTimestamp64Milli(${name})` : name,
).join(', ');

export type FaultRow = [
  network: string,
  station: string,
  variable: Variable,
  id: string,
  version: string,
  stationName: string,
  kind: FaultKind,
  start: number,
  end: number | null,
  named: number,
  known: number,
  recovered: number | null,
  offset: number | null,
  uncertainty: number | null,
  ratio: number | null,
  minutes: number | null,
  unit: string | null,
  swappedWith: string | null,
  ceiling: number | null,
  adjusted: boolean,
  unknownSince: number | null,
  values: number,
  state: FaultState,
  certainty: FaultCertainty,
  reason: string,
  neighbors: string[],
  anomalyIds: string[],
  configuration: string,
  judged: number,
  rank: number,
];

/** The cells of an insert. */
export function faultCells(it: Fault): FaultRow {
  return [
    it.network,
    it.station,
    it.variable,
    it.id,
    it.version,
    it.stationName,
    it.kind,
    it.start,
    it.end,
    it.named,
    it.known,
    it.recovered,
    it.offset,
    it.uncertainty,
    it.ratio,
    it.minutes,
    it.unit,
    it.swappedWith,
    it.ceiling,
    it.adjusted,
    it.unknownSince,
    it.values,
    it.state,
    it.certainty,
    it.reason,
    [...it.neighbors],
    [...it.anomalyIds],
    it.configuration,
    it.judged,
    faultRank(it),
  ];
}

/** The fault of a row. */
export function faultOf(row: FaultRow): Fault {
  return {
    network: row[0],
    station: row[1],
    variable: row[2],
    id: row[3],
    version: row[4],
    stationName: row[5],
    kind: row[6],
    start: row[7],
    end: row[8],
    named: row[9],
    known: row[10],
    recovered: row[11],
    offset: row[12],
    uncertainty: row[13],
    ratio: row[14],
    minutes: row[15],
    unit: row[16],
    swappedWith: row[17],
    ceiling: row[18],
    adjusted: row[19],
    unknownSince: row[20],
    values: row[21],
    state: row[22],
    certainty: row[23],
    reason: row[24],
    neighbors: row[25],
    anomalyIds: row[26],
    configuration: row[27],
    judged: row[28],
  };
}

/** Columns of an insert, in the order of `faultValueRows`. */
export const FAULT_VALUE_COLUMNS = [
  'network',
  'station',
  'variable',
  'slot',
  'time',
  'fault_id',
  'flag',
  'estimate',
  'uncertainty',
  'rank',
] as const;

/** What a SELECT asks for, in the order of `faultValueOf`. */
export const FAULT_VALUE_SELECT =
  'station, variable, slot, toUnixTimestamp64Milli(time), fault_id, flag, estimate, uncertainty';

export type FaultValueRow = [
  station: string,
  variable: Variable,
  slot: number,
  time: number,
  faultId: string,
  flag: FaultValue['flag'],
  estimate: number | null,
  uncertainty: number | null,
];

/** The cells of each value of a version. */
export function faultValueRows({ network, station, fault, values }: FaultVersion): (readonly unknown[])[] {
  const rank = faultRank(fault);
  return values.map(({ slot, time, flag, estimate, uncertainty }) => [
    network,
    station,
    fault.variable,
    slot,
    time,
    fault.id,
    flag,
    estimate,
    uncertainty,
    rank,
  ]);
}

/** The value of a row. */
export function faultValueOf(row: FaultValueRow): PlacedFaultValue {
  const [station, variable, slot, time, faultId, flag, estimate, uncertainty] = row;
  return { station, variable, slot, time, faultId, flag, estimate, uncertainty };
}

/** Columns of an insert and of a SELECT, in the order of `conditionCells` and `conditionOf`. */
export const CONDITION_COLUMNS = ['network', 'station', 'variable', 'slot', 'content'] as const;

export type ConditionRow = [network: string, station: string, variable: Variable, slot: number, content: string];

/** The cells of an insert. */
export function conditionCells(it: SensorCondition): ConditionRow {
  return [it.network, it.station, it.variable, it.slot, it.content];
}

/** The condition of a row. */
export function conditionOf([network, station, variable, slot, content]: ConditionRow): SensorCondition {
  return { kind: 'condition', network, station, variable, slot, content };
}
