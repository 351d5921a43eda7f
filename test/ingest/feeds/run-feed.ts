import type { Feed } from '../../../ingest/feeds/feed.ts';
import { LogIntake } from '../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { MemoryLog } from '../memory-log.ts';

/** What a feed brought until it had brought so many items. */
export async function runFeed(feed: Feed, now: number, enough: number): Promise<MemoryLog> {
  const log = new MemoryLog();
  const controller = new AbortController();
  const inner = new LogIntake({ log, stations: new StationDirectory(), now: () => now, hindsightMs: 3_600_000 });
  let brought = 0;
  const intake: typeof inner.submit = async (network, source, items) => {
    const results = await inner.submit(network, source, items);
    brought += items.length;
    if (brought >= enough) controller.abort();
    return results;
  };
  const context = { intake: { submit: intake }, signal: controller.signal, now: () => now, logger: SILENT };
  await feed.run(context);
  return log;
}
