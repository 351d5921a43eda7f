import assert from 'node:assert/strict';
import { type JudgementPlan, planJudgement } from '../../../detectors/network/judgement-plan.ts';
import { NetworkStates } from '../../../detectors/network/network-states.ts';
import { TemporalJudge } from '../../../detectors/temporal/temporal-judge.ts';
import { type StationThresholds, stationThresholds } from '../../../detectors/thresholds/station-thresholds.ts';
import type { Baseline } from '../../../schemas/baseline.ts';
import type { Judgement } from '../../../schemas/judgement.ts';
import type { Observation } from '../../../schemas/observation.ts';
import type { Station } from '../../../schemas/station.ts';
import { dayOfSlot, SLOTS_PER_DAY, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { readThresholds, type ThresholdStore } from '../../../services/detection/read-thresholds.ts';
import type { ObservationQuery, StationQuery } from '../../../services/stores/time-series-store.ts';
import { configuration } from '../../detectors/stages/live-judgement.ts';
import { FIRST_SLOT, smallHistory, smallStations } from '../../detectors/stages/small-network.ts';
import { lateJudgement } from '../stores/records.ts';

const STATION = 's02';
const DAYS = 4;

/** What a store holds of a network, and how many observations were read from it. */
class HeldNetwork {
  read = 0;
  readonly #stations: readonly Station[];
  readonly #observations: readonly Observation[];
  readonly #baselines: readonly Baseline[];
  readonly #judgement: (observation: Observation) => Judgement | null;

  constructor(
    stations: readonly Station[],
    observations: readonly Observation[],
    baselines: readonly Baseline[],
    judgement: (observation: Observation) => Judgement | null = () => null,
  ) {
    this.#stations = stations;
    this.#observations = observations;
    this.#baselines = baselines;
    this.#judgement = judgement;
  }

  store(): ThresholdStore {
    return {
      stations: async ({ box, limit, cursor }: StationQuery) => {
        const from = Number(cursor ?? 0);
        const all = this.#stations.filter(({ latitude }) => box === undefined || latitude <= box.north);
        const items = all.slice(from, from + Math.min(limit, 2));
        return { items, next: from + 2 < all.length ? String(from + 2) : null };
      },
      observations: async ({ station, from = 0, to = 0, limit, cursor }: ObservationQuery) => {
        const asked = this.#observations.filter((it) => it.station === station && it.time >= from && it.time <= to);
        const skip = Number(cursor ?? 0);
        const some = asked.reverse().slice(skip, skip + Math.min(limit, 100));
        this.read += some.length;
        const items = some.map((observation) => {
          const judgement = this.#judgement(observation);
          return { observation, assessment: judgement && { judgement, verdicts: {}, faults: {}, settled: true } };
        });
        return { items, next: skip + items.length < asked.length ? String(skip + items.length) : null };
      },
      stationBaselines: async (_, station, fromDay, toDay) =>
        this.#baselines.filter((it) => it.station === station && it.day >= fromDay && it.day <= toDay),
    };
  }
}

/** Judges a network as the live stages do: what held for each report of the station, and the baselines that were made. */
function judgedLive(plan: JudgementPlan, stations: readonly Station[], observations: readonly Observation[]) {
  const state = new NetworkStates(plan).of('small');
  for (const station of stations) state.stations.put(station);
  const judge = new TemporalJudge(plan, state.stations, state.windows, state.baselines, () => 0, true);
  const index = state.stations.indexOf(STATION);
  const held = new Map<number, StationThresholds>();
  const baselines: Baseline[] = [];
  for (const observation of observations) {
    const slot = slotOf(observation.time);
    judge.findings();
    baselines.push(...judge.advance(slot));
    if (observation.station === STATION) held.set(slot, stationThresholds(plan, state, index, slot));
    judge.accept(observation);
  }
  return { held, baselines };
}

describe('the thresholds that are read from a store', () => {
  const stations = smallStations(5);
  const station = stations[2];
  const observations = smallHistory(stations, DAYS, 3).sort((a, b) => slotOf(a.time) - slotOf(b.time));
  const plan = planJudgement(configuration);
  const { held, baselines } = judgedLive(plan, stations, observations);
  const slots = [...held.keys()];

  it('are those that held live, whatever baselines are stored', async () => {
    const last = dayOfSlot(FIRST_SLOT) + DAYS - 1;
    for (const stored of [baselines, baselines.filter(({ day }) => day < last), []]) {
      for (const slot of [slots[3], slots[150], slots[300], slots[433], slots[slots.length - 1]]) {
        const time = observations.findLast((it) => it.station === STATION && slotOf(it.time) === slot)?.time ?? 0;
        const network = new HeldNetwork(stations, observations, stored);
        const { thresholds, learnt } = await readThresholds(network.store(), configuration, station, time);
        assert.deepEqual(
          learnt,
          baselines.findLast((it) => it.station === STATION && it.day <= dayOfSlot(slot)) ?? null,
        );
        assert.deepEqual(thresholds, held.get(slot), `slot ${slot - FIRST_SLOT} with ${stored.length} baselines`);
      }
    }
    const [early, late] = [held.get(slots[3]), held.get(slots[500])];
    assert.equal(early?.baseline, null);
    assert.equal(late?.baseline, baselines.findLast((it) => it.station === STATION)?.version);
  });

  it('have where an hourly station usually stands, as it was known live', async () => {
    const hourly = observations.filter(({ time }) => slotOf(time) % SLOTS_PER_HOUR === 0);
    const live = judgedLive(plan, stations, hourly);
    const { station: id, time } = hourly.findLast((it) => it.station === STATION) as Observation;
    for (const stored of [live.baselines, []]) {
      const network = new HeldNetwork(stations, hourly, stored);
      const { thresholds } = await readThresholds(network.store(), configuration, station, time);
      assert.deepEqual(thresholds, live.held.get(slotOf(time)), `${id} with ${stored.length} baselines`);
      assert.ok(thresholds.variables.some(({ usualLevel }) => usualLevel !== null));
    }
  });

  it('are read from a day of observations where baselines are stored', async () => {
    const network = new HeldNetwork(stations, observations, baselines);
    await readThresholds(network.store(), configuration, station, observations[observations.length - 1].time);
    assert.ok(network.read < 1.2 * SLOTS_PER_DAY, `${network.read}`);
  });

  it('are those of the newest report up to a time, or of the time itself where the window before it holds none', async () => {
    const network = new HeldNetwork(stations, observations, baselines);
    const newest = slots[slots.length - 1];
    const soon = timeOfSlot(newest + 20);
    assert.equal((await readThresholds(network.store(), configuration, station, soon)).thresholds.slot, newest);
    const later = timeOfSlot(newest + 40);
    const { thresholds } = await readThresholds(network.store(), configuration, station, later);
    assert.equal(thresholds.slot, newest + 40);
    assert.ok(thresholds.variables.every(({ method }) => method === null));
    const years = timeOfSlot(newest + 1000 * SLOTS_PER_DAY);
    const forgotten = await readThresholds(network.store(), configuration, station, years);
    assert.equal(forgotten.thresholds.baseline, null);
    assert.deepEqual(
      forgotten.thresholds.variables.map(({ floorFrom, days }) => [floorFrom, days]),
      Array.from({ length: 5 }, () => ['documented', 0]),
    );
  });

  it('leave out what came too late to be judged in its place', async () => {
    const slot = slots[300];
    const late = (it: Observation) => slotOf(it.time) < slot && slotOf(it.time) >= slot - 10;
    const judgement = (it: Observation) => (late(it) ? lateJudgement('small', it.station, it.time, it.time) : null);
    const all = new HeldNetwork(stations, observations, baselines, judgement);
    const without = observations.filter((it) => !late(it));
    const { thresholds } = await readThresholds(all.store(), configuration, station, timeOfSlot(slot) + 200_000);
    const read = await readThresholds(
      new HeldNetwork(stations, without, baselines).store(),
      configuration,
      station,
      timeOfSlot(slot) + 200_000,
    );
    assert.deepEqual(thresholds, read.thresholds);
    assert.notDeepEqual(thresholds.variables, held.get(slot)?.variables);
  });
});
