import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DOCUMENTED_SPREADS } from '../../detectors/baselines/documented-floors.ts';
import { isoOf } from '../../schemas/time.ts';
import { InjectedHistory } from './injected-history.ts';
import { learntSpreads } from './learnt-spreads.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';

const START = Date.UTC(2022, 8, 5);
const SLOT = 600_000;
const DAYS = 4;

describe('typical steps that are learnt from a stretch', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-spreads-'));
    // Restless in the first half, calm in the second.
    const reports = Array.from({ length: DAYS * 144 }, (_, k): MadeReport => {
      const swing = k < (DAYS * 144) / 2 ? 8 : 0.1;
      return ['a', START + k * SLOT, [15 + (k % 2) * swing, 60, 5, 1010, 0]];
    });
    writeMadeFolder(root, reports);
  });
  after(() => rmSync(root, { recursive: true }));

  const stretch = (from: number, to: number) => `${isoOf(START + from * SLOT)}..${isoOf(START + to * SLOT - SLOT)}`;

  it('know nothing of what lies outside', async () => {
    const half = (DAYS * 144) / 2;
    const history = new InjectedHistory(root);
    const [[restless]] = await learntSpreads(history, stretch(0, half));
    const [[calm]] = await learntSpreads(history, stretch(half, 2 * half));
    assert.ok(restless > 2, `${restless}`);
    assert.ok(calm < DOCUMENTED_SPREADS[0], `${calm}`);
  });
});
