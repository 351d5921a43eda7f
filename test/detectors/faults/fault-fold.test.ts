import assert from 'node:assert/strict';
import { timeOfSlot } from '../../../schemas/time.ts';
import { FIRST_SLOT } from '../stages/small-network.ts';
import { faultsOf, history, SLOTS, slotIn } from './calm-history.ts';

const windy = (from: number, to: number) =>
  history((slot, values) => (slot >= from && slot <= to ? { ...values, wind_speed: 57 } : values));

/** A station alone that once reads what cannot be, and then so much more than before [degC]. */
const aloneFrom = (more: number) =>
  history((slot, values) => {
    const temp = (values.temp_out ?? 0) + (slot > 120 ? more : 0);
    return { ...values, temp_out: slot === 120 ? 500 : temp };
  }, 4).filter(({ station }) => station === 's03');

describe('faults of sensors', () => {
  it('hold from the jump of an anemometer to its return, over every value between', async () => {
    const [fault, ...others] = await faultsOf(windy(100, 151));
    assert.deepEqual(others, []);
    assert.equal(fault.kind, 'level');
    assert.deepEqual([slotIn(fault.start), slotIn(fault.end), fault.values], [100, 151, 52]);
    assert.deepEqual([slotIn(fault.known), slotIn(fault.recovered), fault.state], [100, 154, 'settled']);
    assert.ok(Math.abs((fault.offset ?? 0) - 48) < 1, `${fault.offset}`);
    assert.match(
      fault.reason,
      /^read 4[789] km\/h above its neighbours from \d\d-\d\d \d\d:\d\dZ to \d\d-\d\d \d\d:\d\dZ \(8 h 30 min, 52 values\)$/,
    );
  });

  it('are known by the report that names them and not before, and hold where they have not ended', async () => {
    const observations = windy(100, 151);
    assert.deepEqual(await faultsOf(observations, 99), []);
    const [fault] = await faultsOf(observations, 100);
    assert.deepEqual([slotIn(fault.start), fault.end, fault.state], [100, null, 'provisional']);
    const [later] = await faultsOf(observations, 140);
    assert.deepEqual([later.id, later.end, later.values], [fault.id, null, 41]);
  });

  it('are told at their end where the onset was not judged, and never turned upside down', async () => {
    const [fault, ...others] = await faultsOf(windy(30, 90));
    assert.deepEqual(others, []);
    assert.deepEqual([slotIn(fault.end), slotIn(fault.known), slotIn(fault.recovered)], [90, 91, 91]);
    assert.ok((slotIn(fault.start) ?? 91) <= 60, `since ${slotIn(fault.start)}`);
    assert.ok(Math.abs((fault.offset ?? 0) - 48) < 1, `${fault.offset}`);
  });

  it('are a spike where one report is wrong', async () => {
    const [fault, ...others] = await faultsOf(
      history((slot, values) => (slot === 120 ? { ...values, temp_out: 40 } : values)),
    );
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end), fault.values], ['spike', 120, 120, 1]);
  });

  it('are of what cannot be', async () => {
    const [fault] = await faultsOf(
      history((slot, values) => (slot >= 120 && slot < 130 ? { ...values, temp_out: 500 } : values)),
    );
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end), fault.values], ['impossible', 120, 129, 10]);
  });

  // The list of faults said -57.5 % (against the middle of what is possible), and the page Now -105 %.
  it('are of what cannot be, as far from what the neighbours imply, also without a history', async () => {
    const all = history((_, values) => ({ ...values, out_hum: -5 }));
    const observations = all.filter(({ time }) => time >= timeOfSlot(FIRST_SLOT + 118));
    const [fault] = await faultsOf(observations, 123);
    assert.deepEqual([fault.kind, fault.variable, fault.end], ['impossible', 'out_hum', null]);
    const implied = -5 - (fault.offset ?? 0);
    const around = observations.filter(
      ({ station, time }) => station === 's02' && time === timeOfSlot(FIRST_SLOT + 121),
    );
    assert.ok(Math.abs(implied - (around[0].values.out_hum ?? 0)) < 5, `${implied}`);
  });

  it('reach back to where a stuck sensor went its own way', async () => {
    const [fault, ...others] = await faultsOf(
      history((slot, values) => (slot >= 100 && slot < 160 ? { ...values, temp_out: 10.3 } : values)),
    );
    assert.deepEqual(
      others.filter(({ variable }) => variable === 'temp_out'),
      [],
    );
    assert.equal(fault.kind, 'stuck');
    // Until then the night was as cold as the sensor says; from 115 on all others read more.
    const start = slotIn(fault.start) ?? 0;
    assert.ok(start >= 115 && start <= 122, `${start}`);
    assert.equal(slotIn(fault.end), 159);
  });

  // A thermometer was "stuck at 25.6" that read 25.2 to 25.7 degC.
  it('say between what values a stuck sensor moves, where it does', async () => {
    const [fault] = await faultsOf(
      history((slot, values) =>
        slot >= 100 && slot < 160 ? { ...values, temp_out: slot < 140 ? 10.3 : 10.1 + 0.2 * (slot % 3) } : values,
      ),
    );
    assert.equal(fault.kind, 'stuck');
    assert.match(fault.reason, /^read 10.1 to 10.5 degC from .*, \d+ values\) while its neighbours moved$/);
  });

  // Of two neighbours one implies what is expected: its spike was once taken for the onset that a later jump undoes.
  it('begin where a sensor jumps, though a neighbour spiked by as much before', async () => {
    const few = ['s02', 's03', 's04'];
    const observations = history((slot, values) =>
      slot >= 120 ? { ...values, temp_out: (values.temp_out ?? 0) + 15 } : values,
    )
      .filter(({ station }) => few.includes(station))
      .map((one) => {
        const isSpike = one.station !== 's03' && one.time === timeOfSlot(FIRST_SLOT + 100);
        return isSpike ? { ...one, values: { ...one.values, temp_out: (one.values.temp_out ?? 0) + 15 } } : one;
      });
    const found = (await faultsOf(observations, 120)).filter(({ station }) => station === 's03');
    assert.deepEqual(
      found.map(({ start, end }) => [slotIn(start), end]),
      [[120, null]],
    );
  });

  // Cold air that breaks up over a station as its fault ends was once taken for the fault, for a day.
  it('end where a sensor jumps back and beyond, as the weather at its place has changed meanwhile', async () => {
    const warmer = (slot: number) => (slot < 120 ? 0 : slot < 123 ? -12 : Math.min(5, 3 + 0.5 * (slot - 123)));
    const [fault, ...others] = await faultsOf(
      history((slot, values) => ({ ...values, temp_out: (values.temp_out ?? 0) + warmer(slot) })),
    );
    assert.deepEqual(others, []);
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end), fault.values], ['level', 120, 122, 3]);
  });

  it('say where nobody can tell', async () => {
    const [fault] = await faultsOf(aloneFrom(8), SLOTS - 1, 4);
    assert.deepEqual([fault.kind, fault.end, fault.offset], ['impossible', null, null]);
    assert.equal(slotIn(fault.unknownSince), 121);
  });

  // One value in degF at an island without neighbours left all values after it suspect, for as long as it reported.
  it('end where a sensor without neighbours reads again what it read before what cannot be', async () => {
    const observations = aloneFrom(0);
    const [fault] = await faultsOf(observations, SLOTS - 1, 4);
    assert.deepEqual([fault.kind, slotIn(fault.start), slotIn(fault.end), fault.values], ['impossible', 120, 120, 1]);
    assert.deepEqual([slotIn(fault.recovered), fault.unknownSince, fault.certainty], [123, null, 'failure']);
    const [early] = await faultsOf(observations, 122, 4);
    assert.equal(early.end, null);
  });

  it('are of reports beside the slots as well, also where the report of the slot has no such value', async () => {
    const calm = history((_, values) => values);
    const beside = calm
      .filter(({ station }) => station === 's03')
      .map((one) => {
        const wrong = one.time === timeOfSlot(FIRST_SLOT + 120);
        return {
          ...one,
          time: one.time + 180_000,
          values: { ...one.values, temp_out: wrong ? 45 : one.values.temp_out },
        };
      });
    const bare = calm.map((one) => {
      const isBare = one.station === 's03' && one.time === timeOfSlot(FIRST_SLOT + 120);
      return isBare ? { ...one, values: { ...one.values, temp_out: null } } : one;
    });
    for (const observations of [calm, bare]) {
      const [fault] = await faultsOf([...observations, ...beside].sort((a, b) => a.time - b.time));
      assert.equal(fault.start, timeOfSlot(FIRST_SLOT + 120) + 180_000);
      assert.equal(fault.anomalyIds.length, 1);
    }
  });

  // Reports beside the slots were held for less long than a fault is looked back to: how many counted hung on who looked.
  it('hold every report beside the slots from the onset on, however late it is known', async () => {
    // Its onset is before what is judged: it is found when it ends, and looked back to.
    const onGrid = windy(40, 89);
    const beside = onGrid
      .filter(({ station }) => station === 's03')
      .map((one) => ({ ...one, time: one.time + 240_000 }));
    const observations = [...onGrid, ...beside].sort((a, b) => a.time - b.time);
    const [fault] = await faultsOf(observations);
    const under = observations.filter(
      ({ station, time, values: { wind_speed } }) => station === 's03' && time >= fault.start && wind_speed === 57,
    );
    assert.ok(under.length > 80, `${under.length} values from ${slotIn(fault.start)} on`);
    assert.equal(fault.values, under.length);
  });
});
