import assert from 'node:assert/strict';
import { replay } from '../../../detectors/replay/replay.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { Values } from '../../../schemas/observation.ts';
import { timeOfSlot } from '../../../schemas/time.ts';
import { configuration } from '../stages/live-judgement.ts';
import { MemorySource } from '../stages/small-network.ts';
import { FIRST, hourOf, STEPPE, type Steppe, steppe } from './dry-air.ts';

async function faultsOf(network: Omit<Steppe, 'days'>): Promise<readonly Fault[]> {
  const observations = steppe({ days: 4, ...network });
  const start = timeOfSlot(FIRST + 288);
  const end = observations[observations.length - 1].time;
  const request = { network: 'small', start, end, configuration, verdicts: 'last' } as const;
  return (await replay(new MemorySource(STEPPE, observations), request)).faults;
}

/** Reads saturated air at s03 for eight hours. */
const stuckFrom =
  (first: number, own: (hour: number, values: Values) => Values = (_, values) => values) =>
  (station: string, hour: number, values: Values) =>
    station !== 's03'
      ? values
      : { ...own(hour, values), ...(hour >= first && hour < first + 8 ? { out_hum: 100 } : {}) };

/** Comes to saturated air at s03 within four hours, reads it for eight, and goes as slowly. */
const foggy =
  (first: number, { colder }: { readonly colder: number }) =>
  (station: string, hour: number, values: Values): Values => {
    const share = Math.max(0, Math.min(1, (hour - first + 4) / 4, (first + 12 - hour) / 4));
    if (station !== 's03' || values.temp_out === null || values.out_hum === null) return values;
    return {
      ...values,
      temp_out: Math.round(10 * (values.temp_out - colder * share)) / 10,
      out_hum: Math.round(values.out_hum + (100 - values.out_hum) * share),
    };
  };

describe('a hygrometer that is stuck at 100 %', () => {
  for (const [every, restless, first] of [
    [6, 3, 79],
    [1, 6, 79],
  ] as const) {
    // Saturated air was never stuck, whatever was around; and the return was the onset of a failure.
    it(`is told within two hours in dry air, and ends as it returns: from ${first} h, every ${every}, ${restless}`, async () => {
      const [fault, ...others] = await faultsOf({ every, restless, read: stuckFrom(first) });
      assert.deepEqual(others, []);
      assert.deepEqual([fault.station, fault.variable, fault.certainty], ['s03', 'out_hum', 'failure']);
      assert.equal(hourOf(fault.start), first);
      assert.equal(hourOf(fault.end), first + 8 - every / 6);
      assert.ok((hourOf(fault.known) ?? 0) <= first + 2, `known ${hourOf(fault.known)}`);
    });
  }

  it('is told from where it departs from its neighbours, and what these did', async () => {
    // It creeps up, so that no jump is seen.
    const [fault, ...others] = await faultsOf({ every: 6, read: foggy(74, { colder: 0 }) });
    assert.deepEqual(others, []);
    assert.match(fault.reason, /^was stuck at 100 % from .* \(.*\), above its neighbours$/);
  });

  for (const every of [6, 1]) {
    it(`is none in a hollow so cold that the air of its neighbours makes fog: every ${every}`, async () => {
      const faults = await faultsOf({ every, read: foggy(74, { colder: 10 }) });
      assert.deepEqual(faults, []);
    });

    it(`is none in fog among damp neighbours: every ${every}`, async () => {
      const damp = (values: Values) => ({ ...values, out_hum: Math.round(85 + ((values.out_hum ?? 0) - 58) / 4) });
      const read = foggy(74, { colder: 0 });
      const faults = await faultsOf({ every, read: (station, hour, values) => read(station, hour, damp(values)) });
      assert.deepEqual(faults, []);
    });
  }
});
