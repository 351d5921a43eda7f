import type { EventLog } from '../../ingest/log/event-log.ts';
import { STORE_GROUP } from './log-groups.ts';

/** True where nothing that the store holds came by this log: then what is stored is from before it. */
export async function logIsNew(log: EventLog): Promise<boolean> {
  const ends = await log.ends('observations');
  const stored = await log.done(STORE_GROUP, 'observations');
  return ends.every((end, partition) => end === 0 || (stored[partition] ?? null) === null);
}
