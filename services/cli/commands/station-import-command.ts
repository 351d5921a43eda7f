import { type FileEntry, readEntryFile } from '../../../ingest/feeds/import/entry-file.ts';
import { noNetwork, readNetwork } from '../../../ingest/validation/identifier.ts';
import { readStation } from '../../../ingest/validation/station-fields.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError, type Problem } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { inNetworks, type NamedStation } from '../../stations/in-networks.ts';
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
  const network = options.network === undefined ? undefined : readNetwork(options.network);
  if (options.network !== undefined && network === undefined) {
    throw new HalcyonError('invalid_parameter', `--${noNetwork(options.network)}`);
  }
  const entries = await readEntryFile(path, 'stations');
  const named = namedStations(entries, network);
  const way = await openIntake(
    configuration,
    io.now,
    linesTo((line) => io.stderr.write(`${printable(line)}\n`)),
  );
  try {
    const settled = way.homes === null ? named : inNetworks(way.homes, named, (index) => [entries[index].place]);
    await way.registerStations(
      settled.map(({ network: its }, index) => ({ ...Object(entries[index].content), network: its })),
    );
  } finally {
    await way.close();
  }
  io.stdout.write(`${entries.length} station${entries.length === 1 ? '' : 's'} registered in ${way.title}\n`);
  return 0;
}

/**
 * The stations of a file, with the networks that are named.
 *
 * @throws HalcyonError that says of every mistake where it stands: who registers them for this command knows no file
 */
function namedStations(entries: readonly FileEntry[], network: string | undefined): NamedStation[] {
  const once = new NamedStations();
  const named: NamedStation[] = [];
  const problems = entries.flatMap(({ place, content, unreadable }): Problem[] => {
    if (unreadable !== '') return [{ loc: [place], msg: `${place}: ${unreadable}`, type: 'unreadable' }];
    const station = readStation(content, network ?? '', 0, [place]);
    if (!Array.isArray(station)) named.push({ station_id: station.id, network: station.network || undefined });
    const wrong = Array.isArray(station) ? station : once.add(station, [place]);
    return wrong.map((problem) => ({ ...problem, msg: `${place}: ${problem.msg}` }));
  });
  if (problems.length === 0) return named;
  throw new HalcyonError('invalid_parameter', problems.map(({ msg }) => msg).join('; '), { problems });
}
