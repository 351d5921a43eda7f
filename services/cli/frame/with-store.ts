import { readConfiguration } from '../../../schemas/configuration.ts';
import { printable } from '../../../schemas/printable.ts';
import { openTimeSeries } from '../../stores/opening/open-time-series.ts';
import type { TimeSeriesStore } from '../../stores/time-series-store.ts';
import type { CommandIo } from './command-frame.ts';

/**
 * Opens the store that the settings name, for the work of a command: that of a running system too.
 *
 * @returns what the work does
 */
export async function withStore<T>(io: CommandIo, work: (store: TimeSeriesStore) => Promise<T>): Promise<T> {
  const { clickhouseUrl, data: dataFolder } = readConfiguration(io.environment);
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const store = await openTimeSeries({ clickhouseUrl, dataFolder, role: 'command', create: false, say });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
