import { ObservationPacker, ObservationUnpacker } from '../../../detectors/replay/packed-observations.ts';
import type { ReplayThreads } from '../../../detectors/replay/replay.ts';
import { ReplayWork } from '../../../detectors/replay/replay-work.ts';

/** Shares that are judged here, one beside the other, from what threads would be handed. */
export function sharesHere(count: number): ReplayThreads {
  const packer = new ObservationPacker();
  const shares: { work: ReplayWork; unpacker: ObservationUnpacker }[] = [];
  return {
    countFor: () => count,
    start(stretch, history, of) {
      for (const share of of) {
        const unpacker = new ObservationUnpacker(stretch.network);
        shares.push({ work: new ReplayWork(stretch, history, share), unpacker });
      }
    },
    take(observations) {
      const packed = packer.pack(observations);
      for (const { work, unpacker } of shares) for (const one of unpacker.unpack(packed)) work.take(one);
      return Promise.resolve();
    },
    finish: () => Promise.resolve(shares.map(({ work }) => work.finish())),
  };
}
