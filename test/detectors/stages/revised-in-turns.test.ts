import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import type { Verdict } from '../../../detectors/stages/spatial-publication.ts';
import { SpatialShare } from '../../../detectors/stages/spatial-share.ts';
import { TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import { SpatialJudge } from '../../../detectors/verification/spatial-judge.ts';
import type { Anomaly, TemporalRecord } from '../../../schemas/anomaly.ts';
import { slotOf } from '../../../schemas/time.ts';
import { configuration } from './live-judgement.ts';
import { FIRST_SLOT, smallHistory, smallStations } from './small-network.ts';

const SLOTS = 120;
const network = 'small';
const stations = smallStations(30);
const history = smallHistory(stations, 1, 5).filter(({ time }) => slotOf(time) < FIRST_SLOT + SLOTS);

/** What a share says at once of each slot, and what in its turns after that, where a turn looks again at so many. */
function said(most: number, turns: number) {
  const plan = planJudgement(configuration);
  const { stations: known, windows, baselines } = new NetworkStates(plan).of(network);
  for (const station of stations) known.put(station);
  const temporal = new TemporalJudge(plan, known, windows, baselines, () => 0, true);
  const share = new SpatialShare(
    () => new SpatialJudge(plan, known, windows, baselines.levels, () => 0),
    new Map(),
    new Map(),
  );
  const atOnce: string[] = [];
  const last = new Map<string, Anomaly>();
  const keep = (given: readonly Verdict[]) => {
    for (const { anomaly } of given) last.set(anomaly.id, anomaly);
  };
  let left = 0;
  let offset = 0;
  for (let slot = FIRST_SLOT; slot < FIRST_SLOT + SLOTS; slot++) {
    const progress: TemporalRecord = { kind: 'progress', network, slot };
    share.receive([{ offset: offset++, value: progress }]);
    keep(share.judge(network, slot, slot));
    temporal.advance(slot);
    for (const observation of history) if (slotOf(observation.time) === slot) temporal.accept(observation);
    const { candidates } = temporal.findings();
    share.receive(candidates.map((value) => ({ offset: offset++, value })));
    const given = share.judge(network, slot, slot);
    atOnce.push(given.map(({ anomaly }) => anomaly.id).join());
    keep(given);
    for (let turn = 0; turn < turns; turn++) keep(share.revise(network, most));
    if (share.hasDue(network)) left++;
  }
  keep(share.revise(network, Number.POSITIVE_INFINITY));
  return { atOnce, last, left };
}

describe('candidates that are looked at again a few a turn', () => {
  const whole = said(Number.POSITIVE_INFINITY, 1);

  it('end with the verdicts that they have where all are looked at together', () => {
    const few = said(1, 2);
    assert.ok(
      whole.last.size > 20 && whole.left === 0 && few.left > 0,
      `${few.left} slots ended before all was looked at`,
    );
    assert.deepEqual(few.last, whole.last);
  });

  it('keep no new one waiting', () => {
    const none = said(0, 1);
    assert.ok(none.left > SLOTS / 4);
    assert.deepEqual(none.atOnce, whole.atOnce);
  });
});
