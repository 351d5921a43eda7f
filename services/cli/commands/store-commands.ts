import { readConfiguration } from '../../../schemas/configuration.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { printable } from '../../../schemas/printable.ts';
import { isoOf } from '../../../schemas/time.ts';
import { rebuildStore } from '../../pipeline/rebuild-store.ts';
import { topicInserts } from '../../pipeline/topic-inserts.ts';
import { openTimeSeries } from '../../stores/opening/open-time-series.ts';
import { isShort } from '../../stores/store-space.ts';
import { openLog } from '../../system/open-log.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { withStore } from '../frame/with-store.ts';

/** `halcyon store rebuild`: stores again everything that the log on Kafka has, also while the system runs. */
export async function storeRebuildCommand(io: CommandIo): Promise<number> {
  const configuration = readConfiguration(io.environment);
  const { clickhouseUrl, data: dataFolder, latenessSlots } = configuration;
  const say = (line: string) => io.stderr.write(`${printable(line)}\n`);
  const log = await openLog({ configuration, now: io.now, logger: linesTo(say), evenMoved: true });
  if (log === null) {
    throw new HalcyonError(
      'invalid_configuration',
      'the log is embedded and keeps nothing to rebuild from: restore a back-up (halcyon restore), or set KAFKA_BROKERS and SCHEMA_REGISTRY_URL to the log that has it',
    );
  }
  try {
    // What is not there yet is made: of a server that has lost everything the log has the last days.
    const store = await openTimeSeries({ clickhouseUrl, dataFolder, role: 'command', say });
    try {
      if (isShort(await store.disk.space(), false)) {
        throw new HalcyonError(
          'insufficient_storage',
          'the disk of the time series is almost full: nothing was stored; make room, then repeat the command',
        );
      }
      const rebuilt = await rebuildStore({ log, inserts: topicInserts(store, latenessSlots), signal: io.signal });
      for (const { topic, records, since } of rebuilt) {
        const reach = since === null ? '' : `, from ${isoOf(since)} on`;
        io.stdout.write(`${topic}: ${records} records stored again${reach}\n`);
      }
      const broken = await store.disk.brokenParts();
      if (broken.length > 0) {
        io.stdout.write(
          `${broken.length} broken parts are still put aside; halcyon store forget-broken removes them\n`,
        );
      }
      return 0;
    } finally {
      await store.close();
    }
  } finally {
    await log.close();
  }
}

/** `halcyon store forget-broken`: removes the parts that the engine put aside as broken. */
export async function storeForgetBrokenCommand(io: CommandIo): Promise<number> {
  return withStore(io, async (store) => {
    const broken = await store.disk.forgetBroken();
    for (const part of broken) io.stdout.write(`removed: ${printable(part)}\n`);
    if (broken.length === 0) io.stdout.write('no part of the tables is broken\n');
    return 0;
  });
}
