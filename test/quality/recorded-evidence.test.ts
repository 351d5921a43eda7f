import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf } from '../../schemas/time.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';
import { addNetwork, recordEvidence, type Samples } from './recorded-evidence.ts';

const START = Date.UTC(2022, 8, 5);
const SLOT = 600_000;
const SLOTS = 144;
/** Slot of a spike at the first of four stations. */
const SPIKE = 80;

const recording = {
  segments: `${isoOf(START)}..${isoOf(START + (SLOTS - 1) * SLOT)}`,
  excluded: new Set<string>(),
  temporalMethod: 'arima',
  spatialMethods: ['pearson'],
} as const;

describe('recorded evidence', () => {
  let root: string;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-evidence-'));
    const reports = Array.from({ length: SLOTS }, (_, k) => START + k * SLOT).flatMap((time, k) =>
      ['a', 'b', 'c', 'd'].map((id, n): MadeReport => {
        const spike = id === 'a' && k === SPIKE ? 12 : 0;
        return [id, time, [15 + ((k + n) % 3) * 0.1 + spike, 60 + (k % 2), 5 + (k % 3), 1010 + (k % 4) * 0.1, 0]];
      }),
    );
    // One that reports by the hour is weighed by other terms.
    for (let k = 0; k < SLOTS; k += 6) {
      reports.push(['e', START + k * SLOT, [15 + (k % 5) * 0.1 + (k === 84 ? 14 : 0), 60, 5, 1010, 0]]);
    }
    const at = isoOf(START + SPIKE * SLOT);
    writeMadeFolder(root, reports, [
      'station_id,variable,start,end,kind,size,class',
      `a,temp_out,${at},${at},spike,large,device_failure`,
    ]);
    writeFileSync(join(root, 'labels.csv'), 'station_id,variable,start,end\n');
    writeFileSync(join(root, 'segments.json'), JSON.stringify({ cadence: 1 }));
  });
  after(() => rmSync(root, { recursive: true }));

  it('is that of the verdict at once and that of the settled one', async () => {
    const samples: Samples = new Map();
    await recordEvidence({ ...recording, folder: root }, samples);
    for (const verdicts of ['atOnce', 'settled'] as const) {
      const failures = (samples.get(`pearson|${verdicts}`) ?? []).filter(({ failure }) => failure);
      assert.ok(failures.length > 0, `none ${verdicts}`);
    }
  });

  it('has the same terms in every sample of a place, whatever else a station of the network reports', async () => {
    const samples: Samples = new Map();
    await recordEvidence({ ...recording, folder: root }, samples);
    for (const [place, those] of samples) {
      const terms = new Set(those.map((sample) => Object.keys(sample.terms).join()));
      assert.equal(terms.size, 1, place);
    }
  });

  it('is of what stations report alone', async () => {
    const [whole, alone]: Samples[] = [new Map(), new Map()];
    await recordEvidence({ ...recording, folder: root }, whole);
    await recordEvidence({ ...recording, folder: root, kept: ['temp_out'], weight: 0.5 }, alone);
    const known = (samples: Samples) => (samples.get('pearson|settled') ?? []).map(({ terms }) => terms['companions']);
    assert.ok(known(whole).every((companions) => !Number.isNaN(companions)));
    assert.deepEqual(new Set(known(alone)), new Set([Number.NaN]));
    const heaviest = (samples: Samples) =>
      Math.max(...(samples.get('pearson|settled') ?? []).map(({ weight }) => weight));
    assert.equal(heaviest(alone), heaviest(whole) / 2);
  });

  it('of a network weighs as much as that of any other', () => {
    const network = (samples: number): Samples =>
      new Map([['pearson|settled', Array.from({ length: samples }, () => ({ terms: {}, failure: true, weight: 1 }))]]);
    const joined: Samples = new Map();
    for (const samples of [10, 40]) addNetwork(network(samples), joined);
    const weights = (joined.get('pearson|settled') ?? []).map(({ weight }) => weight);
    assert.equal(weights.length, 50);
    assert.equal(weights[0] * 10, weights[49] * 40);
  });
});
