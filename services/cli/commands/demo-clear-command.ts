import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { printable } from '../../../schemas/printable.ts';
import { openTimeSeries } from '../../stores/opening/open-time-series.ts';
import { livingOwner } from '../../stores/owner-file.ts';
import { DEMO_NETWORK } from '../../system/feeds.ts';
import type { CommandIo } from '../frame/command-frame.ts';

/** `halcyon demo clear`: removes the demonstration network with all its data. */
export async function demoClearCommand(io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const { clickhouseUrl, data: dataFolder } = configuration;
  const owner = await livingOwner(dataFolder);
  if (owner?.role === 'system') {
    throw new HalcyonError(
      'store_locked',
      `a system runs on ${dataFolder} (process ${owner.pid}) and would fill the demonstration again; stop it first`,
    );
  }
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const store = await openTimeSeries({ clickhouseUrl, dataFolder, role: 'command', create: false, say });
  try {
    await store.removeNetwork(DEMO_NETWORK);
  } finally {
    await store.close();
  }
  io.stdout.write(`network ${DEMO_NETWORK} is removed\n`);
  return 0;
}
