import { readLimitsFile, wholeLimits } from '../../../../ingest/feeds/import/limits-file.ts';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { printable } from '../../../../schemas/printable.ts';
import { withLimits } from '../../../system/limits-keeper.ts';
import { type CommandIo, failuresTo } from '../../frame/command-frame.ts';
import { networkOf } from '../../frame/network-option.ts';
import { withStore } from '../../frame/with-store.ts';

/** `halcyon limits import FILE`: sets the limits of a CSV or JSON file, all or none. */
export async function limitsImportCommand(
  path: string,
  options: { readonly network?: string },
  io: CommandIo,
): Promise<number> {
  const rows = await readLimitsFile(path);
  return withStore(io, async (store) => {
    const network = await networkOf(store, options.network);
    const limits = wholeLimits(rows, await store.allStations(network));
    await withLimits(readConfiguration(io.environment), io.now, failuresTo(io), async (keeper) => {
      for (const one of limits) await keeper.set(network, one);
    });
    io.stdout.write(`limits set in network ${printable(network)}: ${limits.length}\n`);
    return 0;
  });
}
