import assert from 'node:assert/strict';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import { calm, question, ring, S } from './calm-air.ts';

/** To and fro from slot to slot by up to an amplitude, never twice by the same. */
const noise = (slot: number, amplitude: number) =>
  (slot % 2 === 0 ? amplitude : -amplitude) * (0.6 + 0.4 * Math.abs(Math.sin(7 * slot)));

describe('a neighbour that fails itself', () => {
  for (const method of SPATIAL_METHODS.values()) {
    const { name } = method.specification;
    it(`does not vouch for a spike by its own noise: ${name}`, () => {
      for (const count of [5, 12]) {
        for (const [amplitude, deviation] of [
          [6, 5],
          [10, 6],
          [15, 15],
        ]) {
          const windows = calm(count);
          windows.fill(1, 'temp_out', S - 8, S + 8, (slot) => 15 + noise(slot, amplitude));
          windows.fill(0, 'temp_out', S + 1, S + 6, () => 15);
          const asked = question(windows, ring(count), { actual: 15 + deviation, known: S + 6 });
          const what = `${count} neighbours, noise of ${amplitude}, a spike of ${deviation}`;
          assert.equal(method.verify(asked).classification, 'device_failure', what);
        }
      }
    });

    // Where the loggers of a network failed within the same hour, each for one report, all were called weather.
    it(`does not vouch for a spike by spikes of its own: ${name}`, () => {
      for (const count of [6, 12]) {
        const windows = calm(count);
        windows.fill(0, 'temp_out', S + 1, S + 6, () => 15);
        for (let n = 1; n < count - 1; n++) {
          windows.write(n, 'temp_out', S - 2 + (n % 4), 21 + n).write(n, 'out_hum', S - 2 + (n % 4), 40 + n);
        }
        const asked = question(windows, ring(count), { actual: 21, known: S + 6 });
        const { classification, reason } = method.verify(asked);
        assert.equal(classification, 'device_failure', `${count} neighbours: ${reason}`);
      }
    });

    it(`does not vouch for still air by a stuck sensor: ${name}`, () => {
      const windows = calm(12);
      windows.fill(0, 'temp_out', S + 1, S + 6, () => 8);
      windows.fill(1, 'temp_out', S - 48, S + 12, () => 15);
      for (let n = 2; n <= 12; n++) windows.fill(n, 'temp_out', S + (n % 4) - 1, S + 12, () => 8);
      const front = question(windows, ring(12), { actual: 8, known: S + 6 });
      const { classification, reason } = method.verify(front);
      assert.notEqual(classification, 'device_failure', reason);
    });
  }
});
