import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonProcess } from '../test/resilience/halcyon-process.ts';
import type { Figure } from './figure.ts';

/** Seconds from the start of the built command to ready: in an empty data folder, and in one that was used before. */
export async function startToReady(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-start-'));
  try {
    const system = await HalcyonProcess.on({ environment: { HALCYON_DATA: folder } });
    const first = await system.start();
    await system.stop();
    const again = await system.start();
    await system.stop();
    return [
      { name: 'start to ready, empty data folder', value: first / 1000, unit: 's', goal: '' },
      { name: 'start to ready, used data folder', value: again / 1000, unit: 's', goal: '' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
