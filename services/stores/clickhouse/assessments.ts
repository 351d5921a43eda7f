import type { Classification, VerdictState } from '../../../schemas/anomaly.ts';
import type { Assessment, ValueUnderFault, ValueVerdict } from '../../../schemas/assessment.ts';
import { slotOf } from '../../../schemas/time.ts';
import type { Variable } from '../../../schemas/variables.ts';
import { Conditions, literal } from './conditions.ts';
import { JUDGEMENT_SELECT, type JudgementRow, judgementOf } from './judgement-rows.ts';
import { ANOMALY_COUNTS_FIRST } from './ranks.ts';
import { type ShownFaults, shownBy } from './said-faults.ts';
import type { StoreClient } from './store-client.ts';
import { valuesUnderFaults } from './values-under-faults.ts';

const VERDICT_SELECT = `network, station, toUnixTimestamp64Milli(time), variable, configuration, check, temporal_method,
  classification, spatial_neighbors_checked`;

type VerdictRow = [
  network: string,
  station: string,
  time: number,
  variable: Variable,
  configuration: string,
  check: string,
  temporalMethod: string,
  classification: Classification,
  neighborsChecked: number,
  state: VerdictState,
];

/** An assessment while its verdicts and faults are put to it. */
interface Assembled extends Assessment {
  readonly faults: Partial<Record<Variable, ValueUnderFault>>;
  readonly verdicts: Partial<Record<Variable, ValueVerdict>>;
}

/**
 * What was found for observations, by `assessmentKey`: of each the judgement that counts, with the last verdict on each of
 * its values and the fault that each lies under. One query of each table, however many there are.
 *
 * @param where of columns that judgements, anomalies and the values under faults share
 * @param networks all that the observations are of
 */
export async function assessmentsWhere(
  client: StoreClient,
  where: Conditions,
  networks: Iterable<string>,
): Promise<ReadonlyMap<string, Assessment>> {
  // Before the verdicts: a mark is written after everything it speaks of.
  const [settledUntil, shown] = await Promise.all([settledSlotsOf(client, networks), shownBy(client)]);
  const [judgements, verdicts, faults] = await Promise.all([
    client.rows<JudgementRow>(
      `SELECT ${JUDGEMENT_SELECT} FROM judgements WHERE ${where.sql}
       ORDER BY rank DESC LIMIT 1 BY network, station, slot, time`,
      where.parameters,
    ),
    lastVerdicts(client, shown, where),
    valuesUnderFaults(client, shown, where, settledUntil),
  ]);
  const found = new Map<string, Assembled>();
  for (const row of judgements) {
    const judgement = judgementOf(row);
    const { network, station, slot, time } = judgement;
    const settled = slot <= (settledUntil.get(network) ?? Number.NEGATIVE_INFINITY);
    found.set(assessmentKey(network, station, time), { judgement, verdicts: {}, faults: {}, settled });
  }
  for (const { network, station, time, variable, configuration, verdict } of verdicts) {
    const assessment = found.get(assessmentKey(network, station, time));
    if (assessment?.judgement.configuration === configuration) assessment.verdicts[variable] = verdict;
  }
  for (const { network, station, time, variable, fault } of faults) {
    const assessment = found.get(assessmentKey(network, station, time));
    if (assessment !== undefined) assessment.faults[variable] = fault;
  }
  return found;
}

/** The same of some observations, one row or more for each. @param rows that begin with network, station and time [ms] */
export async function assessmentsOf(
  client: StoreClient,
  rows: readonly (readonly [network: string, station: string, time: number, ...rest: unknown[]])[],
): Promise<ReadonlyMap<string, Assessment>> {
  if (rows.length === 0) return new Map();
  const keys = new Set(rows.map((row) => `(${literal(row[0])},${literal(row[1])},${slotOf(row[2])})`));
  const where = new Conditions().add(`(network, station, slot) IN (${[...keys].join(',')})`);
  return assessmentsWhere(client, where, new Set(rows.map(([network]) => network)));
}

/** Up to which slot everything is settled and stored, by network, in the order of their names. */
export async function settledSlots(client: StoreClient): Promise<ReadonlyMap<string, number>> {
  return new Map(
    await client.rows<[network: string, slot: number]>(
      'SELECT network, max(slot) FROM judged_until GROUP BY network ORDER BY network',
    ),
  );
}

/** The same of some networks, -Infinity of one where nothing is. */
export async function settledSlotsOf(
  client: StoreClient,
  networks: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const settled = await settledSlots(client);
  return new Map(Array.from(networks, (network) => [network, settled.get(network) ?? Number.NEGATIVE_INFINITY]));
}

/** The verdict on a value that counts among those of one configuration, and where it belongs. */
export interface PlacedVerdict {
  readonly network: string;
  readonly station: string;
  /** ms since the epoch. */
  readonly time: number;
  readonly variable: Variable;
  readonly configuration: string;
  readonly verdict: ValueVerdict;
}

/** The last verdicts on some values, one taken back too, in any order. */
export async function lastVerdicts(
  client: StoreClient,
  { verdictState }: ShownFaults,
  where: Conditions,
): Promise<PlacedVerdict[]> {
  const rows = await client.rows<VerdictRow>(
    `SELECT ${VERDICT_SELECT}, ${verdictState} FROM anomalies WHERE ${where.sql}
     ORDER BY ${ANOMALY_COUNTS_FIRST} LIMIT 1 BY network, station, variable, slot, time, configuration`,
    where.parameters,
  );
  return rows.map((row) => ({
    network: row[0],
    station: row[1],
    time: row[2],
    variable: row[3],
    configuration: row[4],
    verdict: verdictOf(row),
  }));
}

/** Tells the observations of a store apart. @param time ms since the epoch */
export function assessmentKey(network: string, station: string, time: number): string {
  return JSON.stringify([network, station, time]);
}

function verdictOf(row: VerdictRow): ValueVerdict {
  return {
    check: row[5],
    temporalMethod: row[6],
    classification: row[7],
    state: row[9],
    spatial: { neighborsChecked: row[8] },
  };
}
