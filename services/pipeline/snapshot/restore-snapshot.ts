import { cutOf } from '../../../detectors/baselines/taught-day.ts';
import type { JudgementPlan } from '../../../detectors/network/judgement-plan.ts';
import { putBack } from '../../../detectors/network/kept-stations.ts';
import type { NetworkStates } from '../../../detectors/network/network-states.ts';
import type { TemporalPartition } from '../../../detectors/stages/temporal-partition.ts';
import { DENSE_AGAIN_SLOTS } from '../../../detectors/windows/window-store.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { pathCode } from '../../../schemas/path-reason.ts';
import { dayOfSlot } from '../../../schemas/time.ts';
import type { WindowHistory } from '../../stores/roles/window-history.ts';
import type { StorePosition } from '../../stores/time-series-store.ts';
import { fillWindows } from './fill-windows.ts';
import { type KeptNetwork, layoutOf, SNAPSHOT_FORMAT, type SnapshotHead, stationsOf } from './snapshot-content.ts';
import { DamagedSnapshot, type Frame, readFrames } from './snapshot-frames.ts';

/** What a snapshot is put back into. */
export interface SnapshotTarget {
  readonly store: Pick<WindowHistory, 'position' | 'countReceived' | 'windowReports'>;
  readonly plan: JudgementPlan;
  readonly networks: NetworkStates;
  /** The one partition that there is. */
  readonly partition: TemporalPartition;
  /** Slot up to which each network is settled. */
  readonly settled: ReadonlyMap<string, number>;
  /** One line for the operator. */
  readonly logger: Logger;
}

interface Wanted {
  readonly kept: KeptNetwork;
  /** Slot up to which the network is settled: what is newer is judged again. */
  readonly until: number;
}

/** Why a snapshot is of no use for one network or all, in words. */
class Unfit extends Error {}

/**
 * Makes windows and baselines what they were by a snapshot, and by what has been stored since. A network for which that
 * does not lead to what all that is stored would lead to is left empty, and the operator told why.
 *
 * @returns the networks that are as they were when all that was settled was settled
 */
export async function restoreSnapshot(path: string, target: SnapshotTarget): Promise<ReadonlySet<string>> {
  const { networks, partition, logger } = target;
  const wanted = new Map<string, Wanted>();
  const frames = readFrames(path);
  let since: StorePosition | null;
  try {
    since = await putBackAll(frames, target, wanted);
  } catch (error) {
    if (pathCode(error) === 'ENOENT') return new Set();
    for (const network of wanted.keys()) networks.empty(network);
    const useless = error instanceof Unfit || error instanceof DamagedSnapshot || pathCode(error) !== undefined;
    if (!useless) throw error;
    logger.warn(`the windows are rebuilt from the store, ${path} is of no use`, { cause: error });
    return new Set();
  } finally {
    await frames.return(undefined);
  }
  for (const [network, { kept, until }] of wanted) {
    if (since !== null) await fillTail(target, since, kept, until);
    if (networks.of(network).windows.anyDense) await fillBeside(target, kept, until);
    partition.reach(network, until);
  }
  return new Set(wanted.keys());
}

/**
 * Puts back what the snapshot has of every network that it is good for.
 *
 * @param wanted where those are noted
 * @returns position since which more has been stored; null where nothing was
 */
async function putBackAll(
  frames: AsyncGenerator<Frame>,
  target: SnapshotTarget,
  wanted: Map<string, Wanted>,
): Promise<StorePosition | null> {
  const { networks, store, settled, logger } = target;
  const leave = (network: string, why: string) => {
    wanted.delete(network);
    networks.empty(network);
    logger.warn(`the windows of ${network} are rebuilt from the store: ${why}`);
  };
  const first = await frames.next();
  const head = fitting(first.value as Frame | undefined, target.plan);
  const grown = hasGrown(head.position, await store.position());
  for (const kept of head.networks) {
    const until = settled.get(kept.network);
    if (until === undefined) continue;
    wanted.set(kept.network, { kept, until });
    // Of its day and the day before it is known what was usual: history may have been judged much faster than it was noted.
    if (kept.day - dayOfSlot(until + 1) > 1) leave(kept.network, 'they are of days that were not noted as settled');
  }
  for (const [network, one] of grown ? wanted : []) {
    if ((await olderSince(target, head, one)) > 0) leave(network, 'older observations have been stored since');
  }
  await putFrames(frames, target, wanted, leave);
  return grown ? head.position : null;
}

/** The head of a snapshot that this version wrote for windows as they are now. */
function fitting(first: Frame | undefined, plan: JudgementPlan): SnapshotHead {
  const head = first?.head as SnapshotHead | undefined;
  if (head === undefined) throw new DamagedSnapshot('it is empty');
  if (head.format !== SNAPSHOT_FORMAT) throw new Unfit('another version wrote it');
  if (head.layout !== layoutOf(plan)) throw new Unfit('it was written with other settings');
  return head;
}

/** Whether anything has been stored since; refused where something was removed or rewritten. */
function hasGrown(before: StorePosition, now: StorePosition): boolean {
  const known = new Map(before.partitions.map((one) => [one.id, one]));
  let grown = now.partitions.length > known.size;
  for (const { id, block, mutation } of before.partitions) {
    const here = now.partitions.find((one) => one.id === id);
    const same = before.table === now.table && here !== undefined && here.mutation === mutation;
    if (!same || here.block < block) throw new Unfit('the store has been changed since');
    grown ||= here.block > block;
  }
  return grown;
}

/** How many observations were stored since of slots that the baselines have been taught: they would have to be again. */
function olderSince(
  { store, plan }: SnapshotTarget,
  { position, taken }: SnapshotHead,
  { kept, until }: Wanted,
): Promise<number> {
  const first = Math.min(cutOf(kept.day, plan.configuration.latenessSlots), until - plan.warmSlots);
  return store.countReceived(kept.network, first, kept.taught, position, taken);
}

/** Puts back frame after frame up to the last. */
async function putFrames(
  frames: AsyncGenerator<Frame>,
  { networks, plan }: SnapshotTarget,
  wanted: ReadonlyMap<string, Wanted>,
  leave: (network: string, why: string) => void,
): Promise<void> {
  let blocks = 0;
  for await (const frame of frames) {
    const end = frame.head as { readonly blocks?: number };
    if (end.blocks !== undefined) {
      if (end.blocks === blocks) return;
      break;
    }
    blocks++;
    const { network, kept } = stationsOf(frame);
    const one = wanted.get(network);
    if (one === undefined) continue;
    const left = putBack(networks.of(network), kept, one.kept, one.until);
    if (left > one.until - plan.lookBackSlots) leave(network, 'those kept do not reach far enough back');
  }
  throw new DamagedSnapshot('it ends too early');
}

/** Puts again the last reports of stations that report more often than the slots have room for: what follows rests on them. */
async function fillBeside({ store, plan, partition }: SnapshotTarget, { network, day }: KeptNetwork, until: number) {
  const home = { partition, until };
  await fillWindows(store, plan, network, until - DENSE_AGAIN_SLOTS + 1, until, day, () => home);
}

/** Puts what has been stored since into the windows, and teaches what is settled by now. */
async function fillTail(
  { store, plan, partition }: SnapshotTarget,
  since: StorePosition,
  { network, taught, day }: KeptNetwork,
  until: number,
): Promise<void> {
  const home = { partition, until };
  await fillWindows(store, plan, network, taught + 1, until, day, () => home, { since });
}
