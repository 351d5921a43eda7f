import assert from 'node:assert/strict';
import { LastingFaults } from '../../../detectors/faults/lasting-faults.ts';
import { NetworkStations } from '../../../detectors/network/network-stations.ts';
import { PARTS_PER_DAY, SLOTS_PER_PART } from '../../../detectors/relations/day-parts.ts';
import { GatheredParts } from '../../../detectors/relations/gathered-parts.ts';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLES, WEATHER_VARIABLES } from '../../../schemas/variables.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';
import { dayOf, FIRST, history, isBetween, ofDays, SEVEN, sentAgain } from './two-weeks.ts';

const RADIUS_KM = 100;
const SOUND = history((values) => values, 0, 0, SEVEN);
const HOUR = 1 / 24;
const timeAt = (day: number) => timeOfSlot(Math.round(FIRST + day * SLOTS_PER_DAY));
/** Two stations of seven are none of the feed, four are. */
const FOUR = ['s01', 's02', 's03', 's04'];

/** The reports of a sound network in which stations send what they sent so many slots before, from a day on until another. */
function resent(stations: readonly string[], lag: number, from: number, until: number): Observation[] {
  return sentAgain(SOUND, stations, lag, (slot) => isBetween(slot, from, until));
}

async function told(observations: readonly Observation[], days = 9): Promise<Fault[]> {
  const start = timeOfSlot(FIRST + SLOTS_PER_DAY);
  const end = timeOfSlot(FIRST + days * SLOTS_PER_DAY - 1);
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return ofDays((await replay(new MemorySource(SEVEN, observations), request)).faults);
}

/** As the running system looks at them, which goes on in another process after each day. */
function inTurns(observations: readonly Observation[]): Fault[] {
  const stations = new NetworkStations('small', RADIUS_KM, SEVEN);
  const means = new GatheredParts();
  for (const observation of observations) means.add(stations.indexOf(observation.station), observation);
  const faults = new Map<string, Fault>();
  let content: string | null = null;
  for (let part = PARTS_PER_DAY; part <= 10 * PARTS_PER_DAY; part += PARTS_PER_DAY) {
    const lasting = new LastingFaults(
      {
        ...{ means, variables: [...VARIABLES.keys()], isLookedAt: () => true, otherFaults: () => [] },
        neighboursOf: (station) => stations.neighbours.of(station),
      },
      { stations, identity: 'test', now: () => 0 },
    );
    if (content !== null) lasting.restore(`[${content}]`);
    lasting.passUpTo(FIRST + part * SLOTS_PER_PART - 1, true);
    for (const fault of lasting.news()) faults.set(fault.id, fault);
    content = lasting.content();
  }
  return [...faults.values()];
}

describe('a station that sends an old record again', () => {
  // Wind, pressure and rain of it passed as good, and nobody was told.
  it('is told of every variable, by how old the record is, from its first hour to its last', async () => {
    const found = await told(resent(['s03'], SLOTS_PER_DAY, 6 + 8 * HOUR, 7 + 5 * HOUR));
    assert.deepEqual(
      new Set(found.map(({ station, kind, minutes }) => `${station} ${kind} ${minutes}`)),
      new Set(['s03 resent 1440']),
    );
    assert.deepEqual(found.map(({ variable }) => variable).sort(), VARIABLES.slice(0, WEATHER_VARIABLES).sort());
    for (const { start, end, known, certainty, state, values } of found) {
      assert.equal(start, timeAt(6 + 8 * HOUR));
      assert.equal(end, timeAt(7 + 5 * HOUR) - SLOT_MS);
      assert.ok(dayOf(known) <= 6.5, 'by the quarter of the day in which it began');
      assert.deepEqual([certainty, state, values], ['failure', 'settled', 21 * 2]);
    }
  });

  it('is told while it lasts, with what to do', async () => {
    const [fault] = await told(resent(['s03'], SLOTS_PER_DAY, 6 + 8 * HOUR, 7), 7);
    assert.equal(fault.end, null);
    assert.match(fault.reason, /^has sent the record of 24 h before again since 06-02 08:00Z .*; restart the logger/);
  });

  it('is told of a record of some hours before, and of one that was sent in less than a quarter of a day', async () => {
    const short = await told(resent(['s03'], 5 * SLOTS_PER_HOUR, 6 + 7 * HOUR, 6 + 11 * HOUR));
    assert.deepEqual(new Set(short.map(({ kind, minutes }) => `${kind} ${minutes}`)), new Set(['resent 300']));
    assert.equal(short[0].end, timeAt(6 + 11 * HOUR) - SLOT_MS);
  });

  it('is the reason for what its values look like else', async () => {
    const found = await told(resent(['s03'], 3 * SLOTS_PER_DAY, 6, 9), 10);
    assert.deepEqual(
      new Set(found.filter(({ state }) => state !== 'withdrawn').map(({ kind }) => kind)),
      new Set(['resent']),
    );
  });

  it('is told the same by processes that go on one after the other', () => {
    const observations = resent(['s03'], 2 * SLOTS_PER_DAY, 6 + 8 * HOUR, 8 + 5 * HOUR);
    const found = inTurns(observations);
    assert.equal(found.length, WEATHER_VARIABLES);
    const mixed = inTurns([...observations].reverse());
    const facts = (faults: readonly Fault[]) => faults.map(({ id, start, end, values }) => [id, start, end, values]);
    assert.deepEqual(facts(mixed), facts(found));
    for (const { start, end } of found) {
      assert.deepEqual([start, end], [timeAt(6 + 8 * HOUR), timeAt(8 + 5 * HOUR) - SLOT_MS]);
    }
  });

  it('is none where half of the network does: one outage of the feed tells of it', async () => {
    const observations = resent(FOUR, SLOTS_PER_DAY, 6, 7);
    assert.deepEqual(
      (await told(observations)).filter(({ kind }) => kind === 'resent'),
      [],
    );
    const two = await told(resent(FOUR.slice(0, 2), SLOTS_PER_DAY, 6, 7));
    assert.deepEqual(
      new Set(two.filter(({ kind }) => kind === 'resent').map(({ station }) => station)),
      new Set(['s01', 's02']),
    );
  });

  // No outage is looked for as far back.
  it('is told of each where the record is older than a day', async () => {
    const found = await told(resent(FOUR, 2 * SLOTS_PER_DAY, 6, 7));
    assert.deepEqual(
      new Set(found.filter(({ kind }) => kind === 'resent').map(({ station }) => station)),
      new Set(FOUR),
    );
  });
});
