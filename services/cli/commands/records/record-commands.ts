import { readConfiguration } from '../../../../schemas/configuration.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { printable } from '../../../../schemas/printable.ts';
import { storedRules } from '../../../experts/stored-rules.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import type { Column } from '../../../http/formats/column.ts';
import { assertNetwork } from '../../../stations/assert-network.ts';
import { findStation } from '../../../stations/find-station.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { limitOf } from '../../frame/limit-option.ts';
import { assertNetworkName, NETWORK_OPTION } from '../../frame/network-option.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { withStore } from '../../frame/with-store.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { fieldLines, recordLines } from '../../terminal/record-lines.ts';
import { wrapped } from '../../terminal/table-lines.ts';
import { ANOMALY_RECORDS } from './anomaly-records.ts';
import type { GivenQuery } from './ask-endpoint.ts';
import { FAULT_RECORDS } from './fault-records.ts';
import { NETWORK_RECORDS } from './network-records.ts';
import { notExaminedYet } from './not-examined-yet.ts';
import { notJudgedYet } from './not-judged-yet.ts';
import type { RecordKind, RecordParts } from './record-kind.ts';
import { STATION_RECORDS } from './station-records.ts';

/** What commands list and show. */
export const RECORD_KINDS = {
  station: STATION_RECORDS,
  network: NETWORK_RECORDS,
  anomaly: ANOMALY_RECORDS,
  fault: FAULT_RECORDS,
} satisfies Readonly<Record<string, RecordKind>>;

export type RecordName = keyof typeof RECORD_KINDS;

/** More lines than anybody reads, and a table that still fits into memory. */
const MOST = 100_000;
/** Before a sentence below a row, and how wide that is at least. */
const INDENT = '    ';
const LEAST_SENTENCE = 20;

/** Filters as the command line has them: by the names of the options. */
export interface RecordOptions extends FormatOptions {
  readonly [filter: string]: string | boolean | undefined;
}

/** `halcyon station|network|anomaly|fault list`: the records that fit, in the order of the HTTP lists. */
export async function listRecords(name: RecordName, options: RecordOptions, io: CommandIo): Promise<number> {
  const kind: RecordKind = RECORD_KINDS[name];
  const format = formatOf(options);
  const { limit: asked, ...query } = queryOf(options);
  const limit = limitOf(asked, MOST);
  kind.check(query);
  return withStore(io, async (store) => {
    const parts = { store, experts: storedRules(store) };
    await assertKnown(query, parts);
    const rows: object[] = [];
    let next: string | null = null;
    do {
      const page = await kind.page(query, { limit: limit - rows.length, cursor: next }, parts, io.signal);
      rows.push(...page.items);
      next = page.next;
    } while (next !== null && rows.length < limit);
    const columns = answerColumns<object>(kind.shape);
    const lines = (width: number) => (rows.length === 0 ? [`no ${kind.many}`] : tableOf(kind, columns, rows, width));
    await printRecords(format, { document: { [kind.many]: rows, next_cursor: next }, rows, columns, lines }, io);
    if (next !== null) io.stderr.write(`these are the first ${limit}; a larger --limit shows more\n`);
    const { network } = query;
    const notJudged = kind.found ? await notJudgedYet(store, network, readConfiguration(io.environment)) : [];
    const notExamined = name === 'fault' ? await notExaminedYet(store, network) : [];
    for (const note of [...notJudged, ...notExamined]) io.stderr.write(`${printable(note)}\n`);
    return 0;
  });
}

/** The table of some records, with their sentences. */
function tableOf(
  kind: RecordKind,
  columns: readonly Column<object>[],
  rows: readonly object[],
  width: number,
): string[] {
  const [titles, ...lines] = recordLines([...columns, ...madeColumns(kind, columns)], kind.table, rows, width);
  const below = (row: object) =>
    wrapped(printable(kind.below?.(row) ?? ''), Math.max(LEAST_SENTENCE, width - INDENT.length));
  return [
    titles,
    ...lines.flatMap((line, at) =>
      kind.below === undefined ? [line] : [line, ...below(rows[at]).map((text) => `${INDENT}${text}`)],
    ),
  ];
}

/** Columns of the table that are no fields of the records. */
function madeColumns(kind: RecordKind, columns: readonly Column<object>[]): Column<object>[] {
  const names = new Set(columns.map(({ name }) => name));
  return kind.table
    .filter(({ of }) => !names.has(of))
    .map(({ of: name, title }) => {
      return { name, type: 'VARCHAR', description: title, of: (row) => kind.cells?.(row)[name] ?? null };
    });
}

/** `halcyon station|network|anomaly|fault show ID`: all that is known of one. */
export async function showRecord(name: RecordName, id: string, options: RecordOptions, io: CommandIo): Promise<number> {
  const kind: RecordKind = RECORD_KINDS[name];
  const format = formatOf(options);
  const query = queryOf(options);
  return withStore(io, async (store) => {
    const parts = { store, experts: storedRules(store) };
    await assertKnown(query, parts);
    const row = await kind.show(id, query, parts, io.signal).catch((error: unknown) => {
      if (!(error instanceof HalcyonError) || error.code !== 'not_found') throw error;
      const msg = `there is no ${kind.one} '${id}'; halcyon ${kind.one} list shows those there are`;
      throw new HalcyonError('not_found', msg, { cause: error });
    });
    const columns = answerColumns<object>(kind.wholeShape);
    await printRecords(format, { document: row, rows: [row], columns, lines: (width) => fieldLines(row, width) }, io);
    return 0;
  });
}

/** The fields of the query that options give; `--start` and `--end` are called from and to there. */
function queryOf({ format: _format, json: _json, start, end, ...others }: RecordOptions): GivenQuery {
  const given = Object.entries({ ...others, from: start, to: end }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [field, String(value)]));
}

/** A network or a station that is not there is a slip of the pen, and not a list without records. */
async function assertKnown({ network, station }: GivenQuery, { store }: RecordParts): Promise<void> {
  if (network !== undefined) {
    assertNetworkName(network);
    await assertNetwork(store, network);
  }
  if (station === undefined) return;
  await findStation(store, station, network, NETWORK_OPTION).catch((error: unknown) => {
    // Several networks may have one of this id, and records of each are listed.
    if (error instanceof HalcyonError && error.code === 'invalid_parameter') return;
    throw error;
  });
}
