import assert from 'node:assert/strict';
import fc from 'fast-check';
import { episodeMember } from '../../../detectors/episodes/episode-member.ts';
import { foldEpisodes } from '../../../detectors/episodes/fold-episodes.ts';
import type { Anomaly } from '../../../schemas/anomaly.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { type EpisodeStretch, MOST_ANOMALIES, storedEpisodes } from '../../../services/detection/stored-episodes.ts';
import { NO_OVERLAY } from '../../../services/experts/overlay.ts';
import { NOON, someAnomaly } from '../api/some-records.ts';
import { PlayedAnomalies } from './played-anomalies.ts';

const SLOT = 600_000;
const HOUR = 6 * SLOT;
const DAY = 24 * HOUR;
const WINDOW = 6 * HOUR;
const NOW = NOON + 90 * DAY;

function at(slot: number, changes: Partial<Anomaly> = {}): Anomaly {
  const time = NOON + slot * SLOT;
  const named = { id: `${changes.station ?? 'a'}|${slot}`, time, slot: time / SLOT };
  return someAnomaly({ ...named, variable: 'temp_out', actual: 25, expected: 10, evidence: {}, ...changes });
}

const read = (store: PlayedAnomalies, stretch: EpisodeStretch) =>
  storedEpisodes(store, stretch, WINDOW, NOW, NO_OVERLAY);
const refused = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof HalcyonError && error.code === 'invalid_parameter' && error.problems.length === 1);
  assert.match(error.message, pattern);
  return true;
};

describe('the episodes of stored anomalies', () => {
  it('are whole, whatever of them lies before or after the stretch', async () => {
    const stuck = Array.from({ length: 5 * 144 }, (_, slot) => at(slot, { check: 'flat_line', score: 18, actual: 7 }));
    const store = new PlayedAnomalies([...stuck, at(-200), at(5 * 144 + 200), at(300, { station: 'b' })]);
    const [episode, ...others] = await read(store, { from: NOON + 2 * DAY, to: NOON + 2 * DAY + HOUR });
    assert.deepEqual(others, []);
    assert.equal(episode.id, stuck[0].id);
    assert.equal(episode.members.length, stuck.length);
    assert.equal(episode.start, NOON - 18 * SLOT);
  });

  it('are those of all anomalies that have one in the stretch', async () => {
    const some = fc.record({
      slot: fc.integer({ min: 0, max: 1000 }),
      station: fc.constantFrom('a', 'b'),
      actual: fc.constantFrom(0, 10, 25),
    });
    const anomalies = fc
      .uniqueArray(some, { maxLength: 80, selector: ({ slot, station }) => `${station}|${slot}` })
      .map((list) => list.map(({ slot, ...rest }) => at(slot, rest)));
    const slot = fc.integer({ min: 0, max: 1000 });
    await fc.assert(
      fc.asyncProperty(anomalies, slot, slot, async (list, one, other) => {
        const from = NOON + Math.min(one, other) * SLOT;
        const to = NOON + Math.max(one, other) * SLOT;
        const all = foldEpisodes(list.map(episodeMember), { window: WINDOW, until: NOW });
        const inside = all.filter(({ members }) => members.some(({ time }) => time >= from && time <= to));
        assert.deepEqual(await read(new PlayedAnomalies(list), { from, to }), inside);
      }),
      { numRuns: 200 },
    );
  });

  it('ask the store for the network and station that are asked for', async () => {
    const store = new PlayedAnomalies([at(0), at(1), at(0, { station: 'b' })]);
    const found = await read(store, { network: 'north', station: 'a', from: NOON, to: NOON });
    assert.deepEqual(
      found.map(({ members }) => members.length),
      [2],
    );
    assert.ok(
      store.asked.length > 1 && store.asked.every(({ network, station }) => network === 'north' && station === 'a'),
    );
  });

  it('are not looked for before silence, nor more than a month away', async () => {
    const quiet = new PlayedAnomalies([at(0)]);
    await read(quiet, { from: NOON - DAY, to: NOON + DAY });
    assert.equal(quiet.asked.length, 1, 'nothing joins across the silence on both sides');
    const endless = Array.from({ length: 70 * 24 }, (_, hour) => at(hour * 6 - 35 * 144));
    const [episode] = await read(new PlayedAnomalies(endless), { from: NOON, to: NOON });
    assert.equal(episode.members.length, 2 * 31 * 24 + 1);
  });

  it('are refused for a stretch that is too long or holds too much', async () => {
    await assert.rejects(
      read(new PlayedAnomalies([]), { from: NOON - 32 * DAY, to: NOON }),
      refused(/at most 31 days/),
    );
    const many = Array.from({ length: MOST_ANOMALIES + 1 }, (_, number) => at(0, { station: `s${number}` }));
    await assert.rejects(
      read(new PlayedAnomalies(many), { from: NOON, to: NOON }),
      refused(/more than 20000 anomalies/),
    );
  });
});
