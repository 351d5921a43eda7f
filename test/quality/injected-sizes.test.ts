import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { injectedSizes } from './injected-sizes.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';

const NOON = Date.UTC(2022, 8, 5, 12);
const SLOT = 600_000;

describe('the sizes of injected faults', () => {
  it('are what the values changed by, from small to large', async () => {
    const root = mkdtempSync(join(tmpdir(), 'halcyon-sizes-'));
    try {
      const report = (station: string, k: number, temp: number): MadeReport => [
        station,
        NOON + k * SLOT,
        [temp, 60, 5, 1010, 0],
      ];
      const slots = [0, 1, 2, 3];
      const calm = ['a', 'b'].flatMap((station) => slots.map((k) => report(station, k, 15)));
      writeMadeFolder(join(root, 'clean'), calm);
      const changed = calm.map(([station, time, values], k): MadeReport => {
        const by = new Map([
          [1, 12],
          [2, -3],
          [5, 3],
        ]).get(k);
        return by === undefined ? [station, time, values] : [station, time, [15 + by, ...values.slice(1)]];
      });
      const fault = (station: string, k: number, kind: string, size: string) => {
        const time = new Date(NOON + k * SLOT).toISOString();
        return `${station},temp_out,${time},${time},${kind},${size},device_failure`;
      };
      writeMadeFolder(join(root, 'mixed'), changed, [
        fault('a', 1, 'spike', 'large'),
        fault('a', 2, 'block', 'small'),
        fault('b', 1, 'spike', 'small'),
        fault('b', 3, 'noise', 'small'),
        fault('b', 3, 'stuck', 'stuck'),
        fault('c', 1, 'spike', 'medium'),
      ]);
      assert.deepEqual(await injectedSizes(join(root, 'clean'), [join(root, 'mixed')], new Set(['c'])), [
        { variable: 'temp_out', size: 'small', amplitude: 3, faults: 3 },
        { variable: 'temp_out', size: 'large', amplitude: 12, faults: 1 },
      ]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
