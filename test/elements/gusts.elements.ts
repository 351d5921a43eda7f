import assert from 'node:assert/strict';
import { gustStands } from '../../detectors/checks/standing-gust.ts';
import { VARIABLE_INDEX, type Variable } from '../../schemas/variables.ts';
import { faultsOf, history, slotIn, stations } from '../detectors/faults/calm-history.ts';
import { WrittenWindows } from '../detectors/spatial/written-windows.ts';
import { judgeLive } from '../detectors/stages/live-judgement.ts';

const GUST = 'wind_gust' as Variable;
const FROM = 100;
const UNTIL = 150;

/** Mean wind between 3 and 13 km/h, up and down in three hours and a half. */
const windAt = (slot: number) => Math.round(10 * (8 - 5 * Math.cos((2 * Math.PI * slot) / 20))) / 10;
const gustAt = (slot: number) => Math.round(10 * (1.3 * windAt(slot) + 1 + (slot % 3))) / 10;

/** A network in which s03 reads a gust of its own for some time, and the others none or the right ones. */
const gusts = (own: (slot: number) => number, around: (slot: number) => number | null = gustAt) => {
  const wind = history(
    (slot, values) => ({ ...values, wind_speed: windAt(slot), [GUST]: around(slot) }),
    8,
    () => true,
  );
  const mine = history((slot, values) => ({
    ...values,
    wind_speed: windAt(slot),
    [GUST]: slot >= FROM && slot <= UNTIL ? own(slot) : gustAt(slot),
  })).filter(({ station }) => station === 's03');
  return [...wind.filter(({ station }) => station !== 's03'), ...mine].sort((a, b) => a.time - b.time);
};
const foundIn = async (observations: ReturnType<typeof gusts>, until?: number) =>
  (await faultsOf(observations, until)).filter(({ variable }) => variable === GUST);

describe('a gust that does not change while the mean wind does', () => {
  // It was inconsistent while the mean wind was above it, and right in between.
  for (const [who, around] of [
    ['of its own station', () => null],
    ['of all stations', gustAt],
  ] as const) {
    it(`is one stuck fault until it changes, by the wind ${who}`, async () => {
      const [fault, ...others] = await foundIn(gusts(() => 9, around));
      assert.deepEqual(others, []);
      assert.deepEqual([fault.kind, fault.certainty, slotIn(fault.end)], ['stuck', 'failure', UNTIL]);
      const start = slotIn(fault.start) ?? 0;
      assert.ok(start >= FROM && start <= FROM + 11, `${start}`);
      assert.equal(fault.values, UNTIL - start + 1);
      assert.match(fault.reason, /^was stuck at 9.0 km\/h from .*, \d+ values\), below the wind$/);
    });
  }

  it('fails with each of its values, also those of before it was known to be stuck', async () => {
    const live = await judgeLive(
      stations,
      gusts(
        () => 9,
        () => null,
      ),
    );
    const [fault] = [...live.faults.values()].filter(
      ({ variable, state }) => variable === GUST && state !== 'withdrawn',
    );
    const values = live.valuesOf(fault);
    assert.deepEqual([...new Set(values.map(({ flag }) => flag))], [4]);
    assert.equal(values.length, fault.values);
  });

  // Of a station that reports every five minutes half of the values under the fault were told to be right.
  it('is wrong in each report of a station that reports every five minutes', async () => {
    const often = gusts(
      () => 9,
      () => null,
    ).flatMap((one) => (one.station === 's03' ? [one, { ...one, time: one.time + 5 * 60_000 }] : [one]));
    const [fault] = await foundIn(often);
    assert.equal(fault.kind, 'stuck');
    assert.match(fault.reason, /, \d+ values\), below the wind$/);
  });

  it('is one of 0 as well', async () => {
    const [fault, ...others] = await foundIn(
      gusts(
        () => 0,
        () => null,
      ),
    );
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end)], ['stuck', FROM, UNTIL]);
    assert.match(fault.reason, /^was stuck at 0.0 km\/h from .*, below the wind$/);
  });

  it('contradicts its wind as long as it is not known to be stuck, and is open in between', async () => {
    const [fault, ...others] = await foundIn(
      gusts(
        () => 9,
        () => null,
      ),
      FROM + 17,
    );
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, fault.end], ['inconsistent', null]);
  });

  it('is none where it only was below the wind and changed', async () => {
    const [first] = await foundIn(
      gusts(
        (slot) => (slot < FROM + 20 ? 6 + (slot % 2) : gustAt(slot)),
        () => null,
      ),
    );
    assert.equal(first.kind, 'inconsistent');
  });
});

describe('how long a gust has stood', () => {
  const [slot, gust] = [1000, VARIABLE_INDEX[GUST]];
  const stood = (own: (at: number) => number, wind: (at: number) => number) =>
    gustStands(
      new WrittenWindows().fill(0, GUST, slot - 40, slot, own).fill(0, 'wind_speed', slot - 40, slot, wind),
      0,
      gust,
      slot,
    );

  it('counts where the mean wind changed and was above it more than once', () => {
    assert.equal(
      stood(() => 9, windAt),
      36,
    );
    assert.equal(
      stood(() => 16, windAt),
      0,
      'never above',
    );
    assert.equal(
      stood(
        () => 9,
        (at) => (at === 990 ? 12 : 5 + (at % 2)),
      ),
      0,
      'once',
    );
    assert.equal(
      stood(
        () => 9,
        () => 12,
      ),
      0,
      'the wind is stuck itself',
    );
    assert.equal(
      stood((at) => (at > slot - 17 ? 9 : 8), windAt),
      0,
      'too short',
    );
  });
});
