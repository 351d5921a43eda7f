import type { JudgementPlan } from '../../detectors/network/judgement-plan.ts';
import { takenBack } from '../../detectors/verification/spatial-judge.ts';
import type { EventLog } from '../../ingest/log/event-log.ts';
import { stationRecord } from '../../ingest/log/station-record.ts';
import { SLOT_MS, timeOfSlot } from '../../schemas/time.ts';
import type { VerdictStore } from '../stores/roles/verdict-store.ts';
import type { JudgedUntil } from '../stores/time-series-store.ts';
import { openVerdicts } from './stored-sensors.ts';

/** Where verdicts are and where they are taken back. */
export interface OrphanedVerdictDependencies {
  readonly log: Pick<EventLog, 'publish'>;
  readonly store: Pick<VerdictStore, 'anomalies'>;
  readonly plan: JudgementPlan;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** So far back from what is settled they are looked for. */
const DAY_MS = 86_400_000;

/**
 * Takes back the verdicts that may still change though everything up to their slot is settled and stored: nobody will settle
 * them. A process that has not heard yet that its partition is another's may give one that its successor never learns of.
 */
export async function takeBackOrphans(
  dependencies: OrphanedVerdictDependencies,
  { network, slot }: JudgedUntil,
): Promise<void> {
  const { log, store, plan, now } = dependencies;
  const to = timeOfSlot(slot) + SLOT_MS / 2 - 1;
  for await (const page of openVerdicts(store, network, to - DAY_MS, to)) {
    // By another configuration others judge.
    const own = page.filter(({ configuration }) => configuration === plan.identity);
    const records = own.map((verdict) => stationRecord(takenBack(verdict, now())));
    if (records.length > 0) await log.publish('anomalies', records);
  }
}
