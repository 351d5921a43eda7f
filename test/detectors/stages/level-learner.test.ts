import assert from 'node:assert/strict';
import { planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { type NetworkState, NetworkStates } from '../../../detectors/network/network-states.ts';
import { LevelLearner, type StoredLevels } from '../../../detectors/stages/level-learner.ts';
import { putReports } from '../../../detectors/windows/put-reports.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import { dayOfSlot, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf } from '../../../schemas/time.ts';
import type { WindowReport } from '../../../schemas/window-report.ts';
import { configuration } from './live-judgement.ts';
import { seeded, smallHistory, smallStations } from './small-network.ts';

const plan = planJudgement(configuration);
/** As windows of a spatial worker are: it reads six slots ahead of what is judged. */
const AHEAD = 6;
const wide = { ...plan, capacity: plan.capacity + AHEAD };
const STATIONS = smallStations(4);
/** Two stations report hourly, one every ten minutes, one now this and now that way. */
const history: readonly WindowReport[] = smallHistory(STATIONS, 9, 5)
  .map((one) => ({ ...one, rainCount: null, rainInterval: null }))
  .filter(({ station, time }) => {
    const slot = slotOf(time);
    if (station === 's02') return true;
    return slot % SLOTS_PER_HOUR === 0 || (station === 's03' && dayOfSlot(slot) % 3 === 0);
  });
const FIRST = slotOf(history[0].time);
const LAST = slotOf(history[history.length - 1].time);

function newState(): NetworkState {
  const state = new NetworkStates(wide).of('small');
  for (const { id } of STATIONS) state.stations.indexOf(id);
  return state;
}

const bySlot = new Map<number, WindowReport[]>();
for (const one of history) bySlot.set(slotOf(one.time), [...(bySlot.get(slotOf(one.time)) ?? []), one]);

function put({ windows, stations }: NetworkState, reports: readonly WindowReport[]): void {
  for (let i = 0; i < reports.length; i++) putReports(windows, stations, reports, i, i + 1);
}

/** What is known of each station for each day that was reached, as baselines learn it slot by slot; and the baselines. */
function taughtByBaselines(): { known: Map<number, unknown[]>; made: Baseline[] } {
  const state = newState();
  const known = new Map<number, unknown[]>();
  const made: Baseline[] = [];
  for (let slot = FIRST; slot <= LAST; slot++) {
    made.push(...state.baselines.advance(slot, state.stations.ids));
    put(state, bySlot.get(slot) ?? []);
    known.set(slot, contentOf(state, slot));
  }
  return { known, made };
}

function contentOf({ stations, baselines }: NetworkState, slot: number): unknown[] {
  return stations.ids.map((_, station) => baselines.levels.content(station, slot));
}

async function* historyOf(from: number, to: number): AsyncGenerator<readonly WindowReport[]> {
  const some = history.filter(({ time }) => slotOf(time) >= from && slotOf(time) <= to);
  yield some.toSorted((a, b) => (a.station === b.station ? a.time - b.time : a.station < b.station ? -1 : 1));
}

describe('levels that are learnt from windows alone', () => {
  const { known, made } = taughtByBaselines();

  it('are those that baselines learn', () => {
    const state = newState();
    const learner = new LevelLearner(state, plan);
    const random = seeded(3);
    let read = FIRST - 1;
    for (let slot = FIRST; slot <= LAST; slot++) {
      // Some slots come at once, and it is not told of each.
      const end = Math.min(LAST, slot + Math.floor(random() * AHEAD));
      for (; read < end; read++) put(state, bySlot.get(read + 1) ?? []);
      if (random() < 0.7) learner.advance(slot, FIRST);
      else continue;
      assert.deepEqual(contentOf(state, slot), known.get(slot), `slot ${slot - FIRST}`);
    }
    assert.ok(known.get(LAST)?.slice(0, 2).every(Boolean), 'it is learnt of hourly stations');
    assert.equal(known.get(LAST)?.[2], null);
  });

  const noon = FIRST + 6 * SLOTS_PER_DAY + 70;
  for (const [what, reached] of [
    ['at noon', noon],
    ['at the first slot of a day', noon - 70],
    ['before what teaches the day before has ended', noon - 80],
    ['on the first day', FIRST + 90],
    ['in the first hours of it', FIRST + 30],
  ] as const) {
    for (const behind of [0, 1]) {
      it(`go on ${what}, with baselines of ${behind === 0 ? 'the day' : 'the day before'} stored`, async () => {
        const state = newState();
        const learner = new LevelLearner(state, plan);
        const whole = made.filter(({ day }) => day <= dayOfSlot(reached) - behind);
        const day = whole.length === 0 ? null : Math.max(...whole.map((one) => one.day));
        const stored: StoredLevels = { day, first: FIRST, days: daysOf(whole) };
        const put_ = (reports: readonly WindowReport[]) => put(state, reports);
        const refilled = { reached, history: historyOf, put: put_ };
        await learner.restore(stored, refilled, reached - plan.warmSlots, reached + AHEAD);
        for (let slot = reached; slot <= LAST; slot++) {
          put(state, bySlot.get(slot + AHEAD) ?? []);
          learner.advance(slot, reached);
          assert.deepEqual(contentOf(state, slot), known.get(slot), `slot ${slot - reached}`);
        }
      });
    }
  }

  it('are begun anew where nothing is stored', async () => {
    const state = newState();
    const learner = new LevelLearner(state, plan);
    await learner.restore(null, { reached: FIRST, history: async function* () {}, put: () => {} }, FIRST - 50, FIRST);
    for (let slot = FIRST; slot <= LAST; slot++) {
      put(state, bySlot.get(slot) ?? []);
      learner.advance(slot, FIRST);
    }
    assert.deepEqual(contentOf(state, LAST), known.get(LAST));
  });
});

async function* daysOf(baselines: readonly Baseline[]): AsyncGenerator<readonly Baseline[]> {
  yield baselines.filter(({ ownLevels }) => Object.values(ownLevels).some((of) => of.length > 0));
}
