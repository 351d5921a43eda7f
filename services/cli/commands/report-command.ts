import { HalcyonError } from '../../../schemas/errors.ts';
import type { NetworkReportAnswer } from '../../../schemas/http/answers/network-report-answer.ts';
import { getReport, SENSOR_COLUMNS } from '../../duty/endpoints/get-report.ts';
import { storedRules } from '../../experts/stored-rules.ts';
import { assertNetwork } from '../../stations/assert-network.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { assertNetworkName } from '../frame/network-option.ts';
import { type FormatOptions, formatOf } from '../frame/output-format.ts';
import { withStore } from '../frame/with-store.ts';
import { printRecords } from '../terminal/print-records.ts';
import { askEndpoint, readQuery } from './records/ask-endpoint.ts';
import { reportLines } from './report-lines.ts';

export interface ReportOptions extends FormatOptions {
  readonly network?: string;
  readonly start?: string;
  readonly end?: string;
}

/** `halcyon report`: how good a network was in a period, as `GET /api/v1/report` says. */
export async function reportCommand(options: ReportOptions, io: CommandIo): Promise<number> {
  const { network, start, end } = options;
  const format = formatOf(options);
  assertNetworkName(network);
  const query = {
    ...(network !== undefined && { network }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
    format: 'json',
  };
  readQuery(getReport, query);
  return withStore(io, async (store) => {
    if (network !== undefined) await assertNetwork(store, network);
    const parts = { store, experts: storedRules(store), now: io.now };
    // What the endpoint's own schema says of its answer, which the contract of all endpoints holds it to.
    const report = (await askEndpoint(getReport, { query }, parts, io.signal).catch(inOptions)) as NetworkReportAnswer;
    const lines = (width: number) => reportLines(report, width);
    await printRecords(format, { document: report, rows: report.sensors, columns: SENSOR_COLUMNS, lines }, io);
    return 0;
  });
}

/** A refusal of the period or the network in the words of the command line. */
function inOptions(error: unknown): never {
  if (!(error instanceof HalcyonError) || error.code !== 'invalid_parameter') throw error;
  const said = error.message.replace(/^from /, '--start ').replaceAll("'to'", '--end');
  throw new HalcyonError(
    'invalid_parameter',
    said.replace(/, name one of them: /, ', name one of them by --network: '),
    {
      cause: error,
    },
  );
}
