import { readConfiguration } from '../../../../schemas/configuration.ts';
import { type LimitsList, limitsListShape } from '../../../../schemas/http/answers/limits-list.ts';
import { printable } from '../../../../schemas/printable.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import { assertNetwork } from '../../../stations/assert-network.ts';
import { findStation } from '../../../stations/find-station.ts';
import { readLimits } from '../../../system/limits-keeper.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { assertNetworkName, NETWORK_OPTION } from '../../frame/network-option.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { withStore } from '../../frame/with-store.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { type Column, tableLines } from '../../terminal/table-lines.ts';

export interface LimitsListOptions extends FormatOptions {
  readonly network?: string;
  readonly station?: string;
}

const EFFECTIVE: readonly Column[] = [
  { title: 'Variable' },
  { title: 'Unit' },
  { title: 'Fails beyond' },
  { title: 'Suspect beyond' },
  { title: 'From' },
];

const SET: readonly Column[] = [
  { title: 'Set', leaves: 3 },
  { title: 'Network', leaves: 4 },
  { title: 'Station' },
  { title: 'Variable' },
  { title: 'Fails beyond' },
  { title: 'Suspect beyond' },
  { title: 'By', leaves: 1 },
  { title: 'Why', leaves: 2, shrinks: 1 },
];

/** `halcyon limits list`: the limits of a station, a network or by default, and those that are set there. */
export async function limitsListCommand(options: LimitsListOptions, io: CommandIo): Promise<number> {
  const { network, station: id } = options;
  const format = formatOf(options);
  assertNetworkName(network);
  return withStore(io, async (store) => {
    const station = id === undefined ? null : await findStation(store, id, network, NETWORK_OPTION);
    if (station === null && network !== undefined) await assertNetwork(store, network);
    const answer = await readLimits(readConfiguration(io.environment), station?.network ?? network ?? null, station);
    // The limits that apply; those that are set are rules, which `halcyon rules list --kind limits` has.
    const columns = answerColumns<LimitsList['effective'][number]>(limitsListShape.shape.effective.element);
    const lines = (width: number) => limitsLines(answer, width);
    await printRecords(format, { document: answer, rows: answer.effective, columns, lines }, io);
    return 0;
  });
}

type Spans = Pick<LimitsList['set'][number], 'fail' | 'suspect'>;

function limitsLines({ effective, set }: LimitsList, width: number): readonly string[] {
  const effectiveRows = effective.map((it) => [it.variable, it.units, ...spanCells(it), it.from]);
  const setRows = set.map((it) => [
    it.at,
    printable(it.network),
    it.station_id === null ? 'all' : printable(it.station_id),
    it.variable,
    ...spanCells(it),
    printable(it.by),
    printable(it.reason),
  ]);
  const nothing = ['nothing is set'];
  return [
    ...tableLines(EFFECTIVE, effectiveRows, width),
    '',
    ...(setRows.length === 0 ? nothing : tableLines(SET, setRows, width)),
  ];
}

function spanCells({ fail, suspect }: Spans): readonly string[] {
  return [`${fail.low} to ${fail.high}`, `${suspect.low} to ${suspect.high}`];
}
