import assert from 'node:assert/strict';
import { contentWithout } from '../../../detectors/faults/content-without.ts';
import { SLOTS_PER_DAY } from '../../../schemas/time.ts';
import { lastingOf } from './lasting-of.ts';
import { DAYS, FIRST, history, weather } from './two-weeks.ts';

const WRONG_FROM = 10;
const BIASED = history((values) => ({ ...values, bar: (values.bar ?? 0) + 1.5 }), WRONG_FROM, DAYS);
const LATE = history((_, slot) => weather(slot - 6, () => 0.5), WRONG_FROM, DAYS);
const IN_FAHRENHEIT = history(
  (values) => ({ ...values, temp_out: 1.8 * (values.temp_out ?? 0) + 32 }),
  WRONG_FROM,
  DAYS,
);

describe('what is known of faults without some stations', () => {
  for (const [what, observations] of [
    ['a bias', BIASED],
    ['a clock', LATE],
    ['another unit', IN_FAHRENHEIT],
  ] as const) {
    it(`has no neighbour and no sensor of theirs, of ${what}`, () => {
      const before = lastingOf(observations);
      before.passUpTo(FIRST + DAYS * SLOTS_PER_DAY - 1, true);
      const content = `[${before.content()}]`;
      const toldWithout = (...left: string[]) => {
        const successor = lastingOf(observations);
        successor.restore(contentWithout(content, new Set(left)));
        return successor.told();
      };
      const whole = before.told();
      assert.ok(whole.length > 0 && whole.every(({ station }) => station === 's03'));
      assert.deepEqual(toldWithout(), whole);
      const [gone] = whole[0].neighbors;
      const rest = toldWithout(gone);
      assert.equal(rest.length, whole.length);
      for (const [k, { neighbors }] of rest.entries()) {
        assert.deepEqual(
          neighbors,
          whole[k].neighbors.filter((id) => id !== gone),
        );
      }
      assert.deepEqual(toldWithout('s03'), []);
    });
  }

  it('has no neighbour of theirs under a fault of hours', () => {
    const differences = [
      ['s01', 4, [0.5], 1],
      ['s02', 9, [1], 0.5],
    ];
    const fault = { onset: {}, expectation: { sigma: 1, differences }, course: {}, anomalyIds: ['s01'] };
    const content = { open: fault, ended: [{ fault, recovered: null }] };
    const left = { ...fault, expectation: { sigma: 1, differences: differences.slice(1) } };
    assert.deepEqual(JSON.parse(contentWithout(JSON.stringify(content), new Set(['s01']))), {
      open: left,
      ended: [{ fault: left, recovered: null }],
    });
  });
});
