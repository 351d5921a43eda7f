import { byVariable, VARIABLES } from '../../../schemas/variables.ts';
import type { ObservationBlock, StretchQuery } from '../time-series-store.ts';
import { lastVerdicts, settledSlotsOf } from './assessments.ts';
import { FlagWriter } from './block-flags.ts';
import { Conditions } from './conditions.ts';
import { shownBy } from './said-faults.ts';
import type { StoreClient } from './store-client.ts';
import { VALUES } from './value-columns.ts';
import { valuesUnderFaults } from './values-under-faults.ts';

/** Rows of a slice: what is held of a stretch of any length, some 15 MB. A month of a station is never divided. */
const SLICE_ROWS = 50_000;

const OBSERVATION_TYPES = [
  ...(['String', 'Float64', 'String', 'String', 'String', 'Float64'] as const),
  ...VARIABLES.map(() => 'Float64' as const),
];
const CODES = VARIABLES.map((name) => `toFloat64(${name}_flag * 16 + ${name}_reason)`).join(', ');
const JUDGEMENT_TYPES = [...(['String', 'Float64', 'String'] as const), ...VARIABLES.map(() => 'Float64' as const)];

/** A piece of a stretch in the order of the table: from a time of a station to a time of another, both included. */
type Slice = [firstStation: string, first: number, lastStation: string, last: number];

type ObservationColumns = [
  stations: string[],
  times: Float64Array,
  extras: string[],
  originals: string[],
  sources: string[],
  received: Float64Array,
  ...values: Float64Array[],
];

/** Judgements column by column; a code is a flag times 16 and the index of its reason. */
export type JudgementColumns = [
  stations: string[],
  times: Float64Array,
  configurations: string[],
  ...codes: Float64Array[],
];

/**
 * As `TimeSeriesStore.observationBlocks`. The table lies station by station: a slice of it is read by its key, however long
 * the stretch, and between two slices nothing of the engine is held, so that a slow reader keeps nobody from it.
 */
export async function* readObservationBlocks(
  client: StoreClient,
  query: StretchQuery,
  signal: AbortSignal,
): AsyncGenerator<ObservationBlock> {
  const stretch = new Conditions()
    .equal('network', query.network)
    .equal('station', query.station)
    .between(query.from, query.to);
  for (const slice of await plan(client, stretch)) {
    const where = stretch.and(inside(slice));
    // Before the verdicts: a mark is written after everything it speaks of.
    const [settled, shown] = await Promise.all([settledSlotsOf(client, [query.network]), shownBy(client)]);
    const settledUntil = settled.get(query.network) ?? Number.NEGATIVE_INFINITY;
    const [judgements, verdicts, faults] = await Promise.all([
      readJudgements(client, where, signal),
      lastVerdicts(client, shown, where),
      valuesUnderFaults(client, shown, where, settled),
    ]);
    const flags = new FlagWriter(judgements, verdicts, faults, settledUntil);
    for await (const { rows, columns } of observations(client, where, signal)) {
      if (rows > 0) yield blockOf(columns as ObservationColumns, flags);
    }
  }
}

/** Cuts a stretch into slices of some `SLICE_ROWS`, at the ends of months of stations. */
function plan(client: StoreClient, stretch: Conditions): Promise<Slice[]> {
  return client.rows<Slice>(
    `SELECT argMin(station, until), argMin(first, until), argMax(station, until), argMax(last, until)
     FROM (
       SELECT station, first, last,
         sum(rows) OVER (ORDER BY station, first ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS until
       FROM (
         SELECT station, toUnixTimestamp64Milli(min(time)) AS first, toUnixTimestamp64Milli(max(time)) AS last,
           count() AS rows
         FROM observations WHERE ${stretch.sql} GROUP BY station, toYYYYMM(time)
       )
     )
     GROUP BY intDiv(until - 1, {sliceRows:UInt64}) AS slice ORDER BY slice`,
    { ...stretch.parameters, sliceRows: SLICE_ROWS },
  );
}

function inside([firstStation, first, lastStation, last]: Slice): Conditions {
  return new Conditions()
    .add('station BETWEEN {firstStation:String} AND {lastStation:String}', { firstStation, lastStation })
    .add('station > {firstStation:String} OR time >= fromUnixTimestamp64Milli({first:Int64})', { first })
    .add('station < {lastStation:String} OR time <= fromUnixTimestamp64Milli({last:Int64})', { last });
}

function observations(client: StoreClient, where: Conditions, signal: AbortSignal) {
  return client.blocks(
    `SELECT station, toFloat64(toUnixTimestamp64Milli(time)), extras, original, CAST(source AS String),
       toFloat64(toUnixTimestamp64Milli(received)), ${VALUES.join(', ')}
     FROM observations WHERE ${where.sql}
     ORDER BY network, station, slot, time, received DESC LIMIT 1 BY station, slot, time`,
    OBSERVATION_TYPES,
    where.parameters,
    signal,
  );
}

/** The judgements that count, in the order of the observations. */
async function readJudgements(
  client: StoreClient,
  where: Conditions,
  signal: AbortSignal,
): Promise<JudgementColumns[]> {
  const blocks: JudgementColumns[] = [];
  const answer = client.blocks(
    `SELECT station, toFloat64(toUnixTimestamp64Milli(time)), CAST(configuration AS String), ${CODES}
     FROM judgements WHERE ${where.sql}
     ORDER BY network, station, slot, time, rank DESC LIMIT 1 BY station, slot, time`,
    JUDGEMENT_TYPES,
    where.parameters,
    signal,
  );
  for await (const { columns } of answer) blocks.push(columns as JudgementColumns);
  return blocks;
}

function blockOf(columns: ObservationColumns, flags: FlagWriter): ObservationBlock {
  const [stations, times, extras, originals, sources, received, ...ofVariables] = columns;
  const values = byVariable((_, v) => ofVariables[v]);
  const quality = flags.next(stations, times, values);
  return { stations, times, values, ...quality, extras, originals, sources, received };
}
