import { type FileEntry, readEntryFile } from '../../../ingest/feeds/import/entry-file.ts';
import { noNetwork, readNetwork } from '../../../ingest/validation/identifier.ts';
import { readStation } from '../../../ingest/validation/station-fields.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { DEFAULT_NETWORK } from '../../stations/default-network.ts';
import { NamedStations } from '../../stations/named-stations.ts';
import { openIntake } from '../../system/open-intake.ts';
import type { CommandIo } from '../frame/command-frame.ts';

/** `halcyon station import FILE`: registers the stations of a CSV or JSON file, all or none. */
export async function stationImportCommand(
  path: string,
  options: { readonly network?: string },
  io: CommandIo,
): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const network = readNetwork(options.network ?? DEFAULT_NETWORK);
  if (network === undefined) throw new HalcyonError('invalid_parameter', `--${noNetwork(options.network)}`);
  const entries = await readEntryFile(path, 'stations');
  assertRegistrations(entries, network);
  const way = await openIntake(
    configuration,
    io.now,
    linesTo((line) => io.stderr.write(`${printable(line)}\n`)),
  );
  try {
    await way.registerStations(
      network,
      entries.map(({ content }) => content),
    );
  } finally {
    await way.close();
  }
  io.stdout.write(`${entries.length} station${entries.length === 1 ? '' : 's'} registered in ${way.title}\n`);
  return 0;
}

/** Says of every mistake where it stands: who registers them for this command knows no file. */
function assertRegistrations(entries: readonly FileEntry[], network: string): void {
  const named = new NamedStations();
  const problems = entries.flatMap(({ place, content, unreadable }): Problem[] => {
    if (unreadable !== '') return [{ loc: [place], msg: `${place}: ${unreadable}`, type: 'unreadable' }];
    const station = readStation(content, network, 0, [place]);
    const wrong = Array.isArray(station) ? station : named.add(station, [place]);
    return wrong.map((problem) => ({ ...problem, msg: `${place}: ${problem.msg}` }));
  });
  if (problems.length === 0) return;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
