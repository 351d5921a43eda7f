import assert from 'node:assert/strict';
import { slotOf } from '../../../schemas/time.ts';
import { type JudgedWay, judgedWords } from '../../../services/cli/commands/judged-words.ts';

const LAST = Date.parse('2026-03-12T23:50:00Z');
const SETTLED = { network: 'north', slot: slotOf(Date.parse('2026-03-12T20:40:00Z')) };

/** A way in that ends its judging so, with what its store knows then. */
function wayOf(
  how: Awaited<ReturnType<JudgedWay['judged']>>,
  marks = [SETTLED],
  last: number | null = LAST,
): JudgedWay {
  return {
    judged: async () => how,
    store: {
      extent: async () => (last === null ? null : { first: last, last }),
      judgedUntil: async () => marks,
    },
  };
}

describe('how far an import is judged', () => {
  const { signal } = new AbortController();

  for (const [what, way, says] of [
    ['all of it', wayOf('all'), 'judged up to 2026-03-12T23:50:00Z; verdicts: settled up to 2026-03-12T20:40:00Z\n'],
    ['hours too few to settle', wayOf('all', []), 'judged up to 2026-03-12T23:50:00Z; verdicts: none is settled\n'],
    [
      'a part of it',
      wayOf('part'),
      'not all of it is judged, verdicts: settled up to 2026-03-12T20:40:00Z; halcyon run judges the rest\n',
    ],
    ['where others judge', wayOf('elsewhere'), ''],
    ['where nothing could be read', wayOf('all', [], null), ''],
  ] as const) {
    it(`is told: ${what}`, async () => {
      assert.equal(await judgedWords(way, 'north', signal), says);
    });
  }

  it('is an interruption at an abort, which says that everything is stored', async () => {
    await assert.rejects(judgedWords(wayOf('part'), 'north', AbortSignal.abort()), {
      code: 'interrupted',
      message: /all observations are stored, and halcyon run judges the rest/,
    });
  });
});
