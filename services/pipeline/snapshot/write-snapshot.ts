import { open, rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgementPlan } from '../../../detectors/network/judgement-plan.ts';
import { copiesOf } from '../../../detectors/network/kept-stations.ts';
import type { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TEMPORAL_GROUP } from '../../../detectors/stages/temporal-stage.ts';
import type { EventLog } from '../../../ingest/log/event-log.ts';
import type { WindowHistory } from '../../stores/roles/window-history.ts';
import { frameOf, type KeptNetwork, layoutOf, SNAPSHOT_FORMAT, type SnapshotHead } from './snapshot-content.ts';
import { type Frame, frameBytes } from './snapshot-frames.ts';

/** What a snapshot is made of. */
export interface SnapshotSource {
  readonly log: EventLog;
  readonly store: Pick<WindowHistory, 'position'>;
  readonly plan: JudgementPlan;
  readonly networks: NetworkStates;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}

/** How a snapshot is written. */
export interface SnapshotPace {
  /** How long what is stored may take to be judged [ms]. */
  readonly patienceMs: number;
  /** How long others have their turn after each block of stations [ms]. */
  readonly pauseMs: number;
  /** Breaks it off. */
  readonly signal?: AbortSignal;
}

/** How often is looked whether what is stored has been judged [ms]. */
const LOOK_MS = 50;

/**
 * Writes windows and baselines of all networks to a file, which takes the place of the one before when it is whole and all
 * that it holds is stored. Nobody waits for it: stations are copied a block at a time.
 *
 * @returns false where there is none, as judging does not keep up, a day began meanwhile, or it was broken off
 * @throws what the file system says
 */
export async function writeSnapshot(path: string, source: SnapshotSource, pace: SnapshotPace): Promise<boolean> {
  const { log, store, plan, networks, now } = source;
  // What is stored by then need not be read again.
  await log.flushed('observations');
  const position = await store.position();
  const taken = now();
  if (!(await judged(log, pace))) return false;
  const kept = keptNetworks(networks);
  const head: SnapshotHead = { format: SNAPSHOT_FORMAT, layout: layoutOf(plan), position, taken, networks: kept };
  // One process at a time writes it: what a killed one has left is overwritten.
  const draft = `${path}.new`;
  try {
    const file = await open(draft, 'w', 0o600);
    try {
      const write = (frame: Frame) => file.writeFile(frameBytes(frame));
      await write({ head, arrays: [] });
      let blocks = 0;
      for (const { network, stations } of kept) {
        for (const block of copiesOf(networks.of(network), stations)) {
          await write(frameOf(network, block));
          blocks++;
          if (pace.pauseMs > 0) await sleep(pace.pauseMs);
          if (pace.signal?.aborted === true) return false;
        }
      }
      // Not synchronised: what a machine loses that fails is found out by the checksums, and is in the store.
      await write({ head: { blocks }, arrays: [] });
    } finally {
      await file.close();
    }
    // The copies are of several moments, which one day must have in common.
    const same = kept.every(({ network, day }) => networks.of(network).baselines.progress?.day === day);
    if (!same) return false;
    await log.flushed('observations');
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The networks that have reached a slot. */
function keptNetworks(networks: NetworkStates): KeptNetwork[] {
  return networks.names.flatMap((network) => {
    const { stations, baselines } = networks.of(network);
    const { progress } = baselines;
    return progress === null ? [] : [{ network, stations: stations.ids.length, ...progress }];
  });
}

/** Waits until all that the log has by now is judged; false where that takes too long. */
async function judged(log: EventLog, { patienceMs, signal }: SnapshotPace): Promise<boolean> {
  const [end] = await log.ends('observations');
  const giveUp = performance.now() + patienceMs;
  for (;;) {
    const [done] = await log.done(TEMPORAL_GROUP, 'observations');
    if ((done ?? 0) >= end) return true;
    if (performance.now() >= giveUp || signal?.aborted === true) return false;
    await sleep(LOOK_MS);
  }
}
