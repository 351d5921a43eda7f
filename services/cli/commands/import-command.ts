import { openCsvFolder } from '../../../ingest/feeds/import/csv-folder.ts';
import { importFeed } from '../../../ingest/feeds/import/import-feed.ts';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { openIntake } from '../../system/open-intake.ts';
import type { CommandIo } from '../command-frame.ts';
import { printable } from '../terminal/printable.ts';
import { progressLine } from '../terminal/progress-line.ts';

export interface ImportOptions {
  readonly network?: string;
  /** Path of a column mapping. */
  readonly mapping?: string;
}

/** `halcyon import FOLDER`: history from CSV files into the store, judged on the way. */
export async function importCommand(path: string, options: ImportOptions, io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const folder = await openCsvFolder(path, options);
  const way = await openIntake(configuration, io.now, say);
  const progress = progressLine(io.stderr, 'importing');
  const tally = { accepted: 0, deadLetters: 0 };
  try {
    const intake: typeof way.intake = {
      submit: async (network, source, items) => {
        const results = await way.intake.submit(network, source, items);
        for (const result of results) tally[result.status === 'accepted' ? 'accepted' : 'deadLetters']++;
        return results;
      },
    };
    const feed = importFeed(folder, {
      onProgress: (done, total) => progress.update(done, total),
    });
    await feed.run({ intake, signal: io.signal, now: io.now, say });
    if (io.signal.aborted) {
      throw new HalcyonError('interrupted', 'interrupted; what was imported so far is stored, and repeating goes on');
    }
  } finally {
    progress.stop();
    await way.close();
  }
  const letters = tally.deadLetters === 0 ? '' : `; ${tally.deadLetters} could not be read: halcyon dead-letters list`;
  io.stdout.write(`${tally.accepted} observations of network ${folder.network} imported into ${way.title}${letters}\n`);
  return 0;
}
