import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { HalcyonError } from '../../../schemas/errors.ts';
import { FORMAT_NAMES, type FormatName } from '../../http/format.ts';
import { listObservations } from '../../observations/endpoints/list-observations.ts';
import { assertNetwork } from '../../stations/assert-network.ts';
import type { CommandIo, Output } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';
import { writeRawPieces } from '../terminal/raw-text.ts';
import { checkOutput, saveRows } from './datasets/save-rows.ts';
import { askEndpoint } from './records/ask-endpoint.ts';

/** Formats of a file with all observations, as `GET /api/v1/observations` has them with `limit=all`. */
export const EXPORT_FORMATS: readonly FormatName[] = [...FORMAT_NAMES.filter((name) => name !== 'json'), 'bufr'];

/** Formats by the end of a file's name. */
const FORMATS_BY_ENDING: ReadonlyMap<string, FormatName> = new Map([
  ['.csv', 'csv'],
  ['.geojson', 'geojson'],
  ['.json', 'geojson'],
  ['.arrow', 'arrow'],
  ['.arrows', 'arrow'],
  ['.parquet', 'parquet'],
  ['.bufr', 'bufr'],
]);
const TEXT_FORMATS: readonly FormatName[] = ['csv', 'geojson'];
/** In place of the name of a file. */
const STANDARD_OUTPUT = '-';

/** What is exported, and to where. */
export interface ExportOptions {
  readonly network?: string;
  readonly station?: string;
  readonly start?: string;
  readonly end?: string;
  readonly format?: string;
  readonly units?: string;
}

/** `halcyon export FILE`: observations with their flags into a file, which is whole or not there, or to standard output. */
export async function exportCommand(file: string, options: ExportOptions, io: CommandIo): Promise<number> {
  const { start, end, format: given, ...others } = options;
  const isPiped = file === STANDARD_OUTPUT;
  if (!isPiped) await checkOutput(file, `${STANDARD_OUTPUT} writes to standard output`);
  const format = formatOf(isPiped ? '' : file, given);
  if (isPiped) assertShown(format, io.stdout);
  const asked = Object.entries({ ...others, from: start, to: end, format, limit: 'all' });
  const query = Object.fromEntries(asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return withStore(io, async (store) => {
    if (options.network !== undefined) await assertNetwork(store, options.network);
    const body = await askEndpoint(listObservations, { query }, { store }, io.signal);
    if (!(body instanceof Readable)) throw new Error('the answer of all observations is no stream');
    let bytes = 0;
    const rows = counted(body, (some) => (bytes += some));
    if (isPiped) await writeRawPieces(io.stdout, rows, io.signal);
    else await saveRows(file, rows);
    const said = isPiped ? io.stderr : io.stdout;
    said.write(`${bytes} bytes of ${format} written to ${isPiped ? 'standard output' : file}\n`);
    return 0;
  });
}

/**
 * The format of a file: what is given, else what its name says, else CSV.
 *
 * @throws HalcyonError `invalid_parameter` where the name says another one or one that there is not
 */
function formatOf(file: string, given: string | undefined): FormatName {
  const ending = extname(file).toLowerCase();
  const named = FORMATS_BY_ENDING.get(ending);
  if (given === undefined) {
    if (named !== undefined) return named;
    if (ending === '') return 'csv';
    const endings = [...FORMATS_BY_ENDING.keys()].join(', ');
    throw invalid(
      `the name of the file ends in ${ending}, should be a name in ${endings}; or say the format by --format`,
    );
  }
  const known = EXPORT_FORMATS.find((one) => one === given);
  if (known === undefined) throw invalid(`--format is '${given}', should be one of ${EXPORT_FORMATS.join(', ')}`);
  if (named === undefined || named === known) return known;
  throw invalid(
    `--format is '${given}', but the name of the file ends in ${ending}, as of ${named}: change one of them`,
  );
}

function assertShown(format: FormatName, stdout: Output): void {
  if (stdout.isTTY !== true || TEXT_FORMATS.includes(format)) return;
  throw invalid(`${format} is no text for a terminal: write it to a file, or into another program`);
}

function invalid(message: string): HalcyonError {
  return new HalcyonError('invalid_parameter', message);
}

async function* counted(body: Readable, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    count(bytes.length);
    yield bytes;
  }
}
