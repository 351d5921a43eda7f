import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { logProgress } from '../../pipeline/move/log-progress.ts';
import { openLog } from '../../system/open-log.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';

/** How often it is looked, and how often what is waited for is told [ms]. */
const AGAIN_MS = 1_000;
const TELL_MS = 10_000;

/** `halcyon log drained`: waits until all that the log on Kafka has is judged and stored. */
export async function logDrainedCommand(io: CommandIo): Promise<number> {
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const configuration = readConfiguration(io.environment);
  const log = await openLog({ configuration, now: io.now, logger: linesTo(say) });
  if (log === null) {
    throw new HalcyonError(
      'invalid_configuration',
      'the log is embedded and ends with its process: KAFKA_BROKERS and SCHEMA_REGISTRY_URL should name brokers and registry',
    );
  }
  try {
    return await withStore(io, async (store) => {
      for (let waitedMs = 0; ; waitedMs += AGAIN_MS) {
        const { waiting } = await logProgress(log, store);
        if (waiting.length === 0) break;
        if (waitedMs % TELL_MS === 0) say(`waiting: ${waiting.join('; ')}`);
        await sleep(AGAIN_MS, undefined, { signal: io.signal }).catch((cause: unknown) => {
          throw new HalcyonError('interrupted', `the log is not drained: ${waiting.join('; ')}`, { cause });
        });
      }
      io.stdout.write('drained: all that the log has is judged and stored\n');
      return 0;
    });
  } finally {
    await log.close();
  }
}
