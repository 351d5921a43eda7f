import { Readable } from 'node:stream';
import { HalcyonError } from '../../../schemas/errors.ts';
import { FORMAT_NAMES, type FormatName } from '../../http/format.ts';
import { listObservations } from '../../observations/endpoints/list-observations.ts';
import { assertNetwork } from '../../stations/assert-network.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';
import { checkWritable } from '../frame/written-file.ts';
import { saveRows } from './datasets/save-rows.ts';
import { askEndpoint } from './records/ask-endpoint.ts';

/** Formats of a file with all observations, as `GET /api/v1/observations` has them with `limit=all`. */
export const EXPORT_FORMATS: readonly FormatName[] = [...FORMAT_NAMES.filter((name) => name !== 'json'), 'bufr'];

/** What is exported, and to where. */
export interface ExportOptions {
  readonly network?: string;
  readonly station?: string;
  readonly start?: string;
  readonly end?: string;
  readonly format: string;
  readonly units?: string;
}

/** `halcyon export FILE`: observations with their flags into a file, which is whole or not there. */
export async function exportCommand(file: string, options: ExportOptions, io: CommandIo): Promise<number> {
  const { start, end, format, ...others } = options;
  const known = EXPORT_FORMATS.find((one) => one === format);
  if (known === undefined) {
    throw new HalcyonError(
      'invalid_parameter',
      `--format is '${format}', should be one of ${EXPORT_FORMATS.join(', ')}`,
    );
  }
  await checkWritable(file);
  const asked = Object.entries({ ...others, from: start, to: end, format: known, limit: 'all' });
  const query = Object.fromEntries(asked.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return withStore(io, async (store) => {
    if (options.network !== undefined) await assertNetwork(store, options.network);
    const body = await askEndpoint(listObservations, { query }, { store }, io.signal);
    if (!(body instanceof Readable)) throw new Error('the answer of all observations is no stream');
    let bytes = 0;
    await saveRows(
      file,
      counted(body, (some) => (bytes += some)),
    );
    io.stdout.write(`${bytes} bytes of ${known} written to ${file}\n`);
    return 0;
  });
}

async function* counted(body: Readable, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    count(bytes.length);
    yield bytes;
  }
}
