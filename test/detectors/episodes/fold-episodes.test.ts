import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EpisodeMember } from '../../../detectors/episodes/episode-member.ts';
import { foldEpisodes } from '../../../detectors/episodes/fold-episodes.ts';
import { joiningSpan } from '../../../detectors/episodes/joining-rules.ts';
import { CLASSIFICATIONS } from '../../../schemas/anomaly.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { foundIn, membersOf, optionsOf, readEpisodeCases } from './episode-case.ts';

const SLOT = 600_000;
const WINDOW = 6 * 3_600_000;
const OPTIONS = { window: WINDOW, until: 0 };

describe('episodes', () => {
  for (const [name, given] of readEpisodeCases()) {
    describe(name, () => {
      it(given.title, () => {
        assert.deepEqual(foundIn(given), given.episodes);
      });

      it('is the same whatever order the anomalies come in', () => {
        assert.deepEqual(foundIn(given, membersOf(given).reverse()), given.episodes);
      });

      it('keeps the ids of its episodes while they grow', () => {
        const members = membersOf(given);
        for (const { time } of members) {
          const known = foldEpisodes(
            members.filter((member) => member.time <= time),
            optionsOf(given),
          );
          for (const { of } of given.episodes) {
            const first = members[of[0]];
            if (first.time > time) continue;
            const episode = known.find((one) => one.members.some(({ id }) => id === first.id));
            assert.equal(episode?.id, first.id, name);
          }
        }
      });
    });
  }
});

/** Anomalies of two stations in a stretch of slots; a few values only, so that returns and frozen values occur. */
function someMembers(fromSlot: number, slots: number): fc.Arbitrary<EpisodeMember[]> {
  const member = fc.record({
    station: fc.constantFrom('a', 'b'),
    variable: fc.constantFrom(...VARIABLES),
    slot: fc.integer({ min: fromSlot, max: fromSlot + slots }),
    actual: fc.constantFrom(0, 10, 20, 30),
    expected: fc.constantFrom(1, 11, 21),
    check: fc.constantFrom('arima', 'flat_line', 'gross_range'),
    classification: fc.constantFrom(...CLASSIFICATIONS),
    run: fc.integer({ min: 6, max: 18 }),
    stays: fc.constantFrom(true, false, null),
    cadence: fc.constantFrom(1, 6, 18),
  });
  const key = (one: { station: string; variable: string; slot: number }) =>
    `${one.station}|${one.variable}|${one.slot}`;
  return fc.uniqueArray(member, { maxLength: 60, selector: key }).map((list) =>
    list.map((one) => {
      const { slot, run, cadence, ...rest } = one;
      const time = slot * SLOT;
      const since = one.check === 'flat_line' ? time - run * SLOT : time;
      const named = { id: key(one), network: 'n', stationName: one.station, reason: '' };
      return { ...rest, ...named, time, since, cadence: cadence * SLOT };
    }),
  );
}

describe('the fold of anomalies into episodes', () => {
  it('puts every anomaly into exactly one', () => {
    fc.assert(
      fc.property(someMembers(0, 300), (members) => {
        const inEpisodes = foldEpisodes(members, OPTIONS).flatMap((episode) => episode.members.map(({ id }) => id));
        assert.deepEqual(inEpisodes.sort(), members.map(({ id }) => id).sort());
      }),
    );
  });

  it('does not depend on their order', () => {
    const shuffled = someMembers(0, 300).chain((members) =>
      fc.tuple(fc.constant(members), fc.shuffledSubarray(members, { minLength: members.length })),
    );
    fc.assert(
      fc.property(shuffled, ([members, others]) => {
        assert.deepEqual(foldEpisodes(others, OPTIONS), foldEpisodes(members, OPTIONS));
      }),
    );
  });

  it('keeps to one station, one class beside what is suspected, and the order of time', () => {
    fc.assert(
      fc.property(someMembers(0, 300), (members) => {
        for (const episode of foldEpisodes(members, OPTIONS)) {
          assert.deepEqual(new Set(episode.members.map(({ station }) => station)).size, 1);
          const { weather_event, device_failure, suspected } = episode.classes;
          assert.equal(weather_event === 0 || device_failure + suspected === 0, true);
          assert.equal(episode.id, episode.members[0].id);
          assert.ok(episode.members.every(({ time }, at, all) => at === 0 || time >= all[at - 1].time));
        }
      }),
    );
  });

  it('is that of each side of a long silence', () => {
    const silence = joiningSpan(WINDOW) / SLOT + 1;
    fc.assert(
      fc.property(someMembers(0, 100), someMembers(100 + silence, 100), (early, late) => {
        const apart = [...foldEpisodes(early, OPTIONS), ...foldEpisodes(late, OPTIONS)];
        const ids = (episodes: typeof apart) => episodes.map(({ id, members }) => `${id} ${members.length}`).sort();
        assert.deepEqual(ids(foldEpisodes([...early, ...late], OPTIONS)), ids(apart));
      }),
    );
  });
});
