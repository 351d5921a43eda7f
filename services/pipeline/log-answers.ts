import type { EventLog } from '../../ingest/log/event-log.ts';

/** Asks a log whether it can be reached, in words for the operator. @throws what the log throws where it cannot */
export async function logAnswers(log: Pick<EventLog, 'ends'>): Promise<string> {
  await log.ends('observations');
  return 'answers';
}
