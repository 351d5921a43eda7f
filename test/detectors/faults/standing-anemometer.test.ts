import assert from 'node:assert/strict';
import { faultsOf, SLOTS, slotIn, windyHistory } from './calm-history.ts';

/** Calm from 148 on, windy again from 155 on. */
const lull = (slot: number, wind: number) => (slot >= 148 && slot < 155 ? 0.1 * wind : wind);

describe('an anemometer that stands still while its neighbours have wind', () => {
  // Values passed with flag 1, and only the health check told it, days later.
  it('is stuck from the first 0 that they contradict, until it turns again', async () => {
    const [fault, ...others] = await faultsOf(
      windyHistory((slot, wind) => (slot >= 150 && slot < 195 ? 0 : wind), lull),
    );
    assert.deepEqual(others, []);
    assert.deepEqual([fault.variable, fault.kind, fault.certainty], ['wind_speed', 'stuck', 'failure']);
    assert.deepEqual([slotIn(fault.start), slotIn(fault.end), fault.values], [155, 194, 40]);
    assert.match(fault.reason, /^stood still from .* while its neighbours had wind$/);
  });

  it('is known after six hours, and holds', async () => {
    const stalled = windyHistory((slot, wind) => (slot >= 150 ? 0 : wind), lull);
    assert.deepEqual(await faultsOf(stalled, 185), []);
    const [fault] = await faultsOf(stalled);
    assert.deepEqual([slotIn(fault.known), fault.end, fault.state], [186, null, 'provisional']);
    assert.match(fault.reason, /; look for ice, and check bearings and cable$/);
  });

  it('is stuck from the jump to 0 on, whatever that was called before', async () => {
    const faults = await faultsOf(windyHistory((slot, wind) => (slot >= 150 ? 0 : wind)));
    assert.deepEqual(
      faults.map(({ kind, start }) => [kind, slotIn(start)]),
      [['stuck', 150]],
    );
  });

  it('has ended in a gust above that of its neighbours', async () => {
    const [fault] = await faultsOf(
      windyHistory((slot, wind) => (slot >= 150 ? (slot < 190 ? 0 : 3 * wind) : wind), lull),
    );
    assert.equal(slotIn(fault.end), 189);
  });

  it('has ended where it has turned and all is calm', async () => {
    const calm = (slot: number, wind: number) =>
      slot >= 190 ? 0.02 * wind : slot >= 142 && slot < 147 ? 0.1 * wind : wind;
    const turns = (slot: number, wind: number) => (slot < 190 || slot % 2 === 1 ? 0 : wind);
    const [fault] = await faultsOf(windyHistory((slot, wind) => (slot < 144 ? wind : turns(slot, wind)), calm));
    assert.equal(slotIn(fault.end), 189);
  });

  it('is none where all have a calm night', async () => {
    assert.deepEqual(
      await faultsOf(
        windyHistory(
          (slot, wind) => (slot >= 150 ? 0 : wind),
          (slot, wind) => (slot >= 148 ? 0.05 * wind : wind),
        ),
      ),
      [],
    );
  });

  it('is none before a day has told how much it turns', async () => {
    const early = await faultsOf(
      windyHistory(
        (slot, wind) => (slot >= 70 && slot < 125 ? 0 : wind),
        (slot, wind) => (slot >= 68 && slot < 80 ? 0.1 * wind : wind),
      ),
    );
    assert.deepEqual(
      early.filter(({ kind }) => kind === 'stuck'),
      [],
    );
    assert.ok(SLOTS > 125);
  });
});
