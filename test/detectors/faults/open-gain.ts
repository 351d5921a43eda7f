import { LastingFault } from '../../../detectors/faults/lasting-fault.ts';
import type { PartMeans } from '../../../detectors/relations/day-parts.ts';

const NEIGHBOURS = 12;
const FOLLOWED = 40;

/**
 * A sensor of station 0 that has read a share of what its neighbours, stations 1 to 12, read from a part on, followed for some
 * days.
 */
export function openGain(means: PartMeans, variable: number, start: number, share: number): LastingFault {
  const related = Array.from({ length: NEIGHBOURS }, (_, k) => {
    return { neighbour: { index: k + 1, id: `s${k + 1}`, km: 10 }, share: 1, weight: 1 };
  });
  const size = Math.log(share);
  const agreed = { asked: NEIGHBOURS, agreeing: NEIGHBOURS };
  const next = start + FOLLOWED;
  return new LastingFault(
    { means, station: 0, variable, neighboursOf: () => [] },
    {
      change: { kind: 'gain', from: start, size, sigma: 0.1, ...agreed, related },
      ...{ named: next, identity: 'test' },
      course: {
        ...{ start, next, lastWrong: next - 1, lastTold: next - 1, lastReported: next - 1 },
        ...{ size, sum: FOLLOWED * size, parts: FOLLOWED, values: 0, since: 0, drifts: false, newest: [] },
      },
    },
  );
}
