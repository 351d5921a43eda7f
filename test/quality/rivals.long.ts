import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isoOf, SLOT_MS } from '../../schemas/time.ts';
import { LEARNING, pythonWith, TITANLIB } from '../servers/python-packages.ts';
import { type MadeReport, writeMadeFolder } from './made-folder.ts';
import { askRivals, type Parameters, RIVALS, type Rival, type RivalName, rivalReport } from './rivals.ts';
import type { Scene } from './scene.ts';
import { Scoring } from './scoring.ts';
import { rivalLines } from './tables/rivals-table.ts';

const START = Date.parse('2022-09-01T00:00:00Z');
const SLOTS = 288;
const STATIONS = 8;
const FAULTY = 's3';
const AT = 200;
const SEGMENT = `${isoOf(START)}..${isoOf(START + (SLOTS - 1) * SLOT_MS)}`;

/** Two days of stations that do the same, but for one whose thermometer reads 12 degC too high once. */
function reports(): MadeReport[] {
  return Array.from({ length: SLOTS }, (_, slot) => slot).flatMap((slot) =>
    Array.from({ length: STATIONS }, (__, k): MadeReport => {
      const day = Math.sin((slot / 144) * 2 * Math.PI);
      const own = 0.2 * Math.sin(slot * (1.3 + 0.37 * k));
      const wrong = `s${k}` === FAULTY && slot === AT ? 12 : 0;
      const values = [15 + 5 * day + own + wrong, 70 - 15 * day + own, 10 + 2 * day + own, 1012 + day + 0.1 * own, 0];
      return [`s${k}`, START + slot * SLOT_MS, values];
    }),
  );
}

function writeFolder(folder: string): void {
  writeMadeFolder(folder, reports());
  writeFileSync(join(folder, 'segments.json'), JSON.stringify({ cadence: 1, segments: [SEGMENT.split('..')] }));
}

/** What a rival names. */
interface Named {
  readonly station_id: string;
  readonly variable: string;
  readonly timestamp: string;
  readonly classification: string;
}

function reported(folder: string, name: RivalName, parameters: number): readonly Named[] {
  const report = JSON.parse(readFileSync(rivalReport(folder, name, parameters), 'utf8')) as { anomalies: Named[] };
  return report.anomalies;
}

/** Parameters of each that are none too strict. */
const JUDGES: Readonly<Record<RivalName, readonly Parameters[]>> = {
  buddy_check: [{ values: 'as they are', kilometres: 50, threshold: 3, least_sigma: 0.5 }],
  sct: [{ values: 'departures', kilometres: 100, threshold: 4, eps2: 0.5 }],
  isolation_forest: [{ threshold: 0.6, least: 1 }],
  lof: [{ nearest: 20, threshold: 2, least: 1 }],
  correlation: [{ sigmas: 5, after: 0, below: 0.6 }],
};

describe('what others name', function () {
  this.timeout(300_000);
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-rivals-'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is the sensor that departs from all others, and no other one', async function () {
    const found = await pythonWith([...LEARNING, TITANLIB]);
    if ('missing' in found) {
      console.log(`      skipped: ${found.missing}`);
      this.skip();
    }
    writeFolder(root);
    askRivals(found.python, { folders: [root], segments: SEGMENT, judges: JUDGES });
    for (const { name } of RIVALS) {
      const anomalies = reported(root, name, 0);
      const wrong = { station_id: FAULTY, variable: 'temp_out', timestamp: isoOf(START + AT * SLOT_MS) };
      assert.deepEqual(
        anomalies.filter(({ timestamp }) => timestamp === wrong.timestamp),
        [{ ...wrong, classification: 'device_failure' }],
        name,
      );
      // Its way back is a change of its own too. Nothing is wrong before it.
      const back = isoOf(START + (AT + 1) * SLOT_MS);
      const others = anomalies.filter(
        ({ station_id, variable, timestamp }) =>
          station_id !== FAULTY || variable !== 'temp_out' || ![wrong.timestamp, back].includes(timestamp),
      );
      assert.deepEqual(others, [], name);
    }
  });

  it('has for each the best parameters, and says where titanlib is not available', async function () {
    const found = await pythonWith(LEARNING);
    if ('missing' in found) {
      console.log(`      skipped: ${found.missing}`);
      this.skip();
    }
    const [harness, data] = [join(root, 'harness'), join(root, 'data')];
    for (const folder of [harness, data]) mkdirSync(folder);
    writeFolder(data);
    writeFileSync(
      join(harness, 'inject.mjs'),
      `import { cpSync } from 'node:fs';
       const asked = process.argv;
       cpSync(asked[asked.indexOf('--in') + 1], asked[asked.indexOf('--out') + 1], { recursive: true });`,
    );
    // Parameters are the better the less they name.
    writeFileSync(
      join(harness, 'score.mjs'),
      `import { readFileSync } from 'node:fs';
       const { anomalies } = JSON.parse(readFileSync(process.argv[process.argv.indexOf('--report') + 1], 'utf8'));
       const by_kind = { 'spike large': { injected: 1, caught: 1, named: 1 } };
       console.log(JSON.stringify({ f1: 1 / (1 + anomalies.length), faults: 1, false_per_station_week: 0, by_kind }));`,
    );
    const options = { harness, data, segments: SEGMENT, exclude: '' };
    const scene = { scoring: new Scoring(options, root), seeds: ['1'], options } as unknown as Scene;
    const grid = [0.6, 0.7].flatMap((threshold) => [1, 9].map((least) => ({ threshold, least })));
    const rivals: Rival[] = [
      { name: 'buddy_check', title: 'a buddy check', needsTitanlib: true, grid },
      { name: 'isolation_forest', title: 'a forest', needsTitanlib: false, grid },
    ];
    const lines = rivalLines({ python: found.python, withoutTitanlib: 'no wheel' }, scene, rivals);
    assert.deepEqual(lines, [
      ['a buddy check', '-', '-', '-', '-', 'no wheel'],
      // None of the wrong values is off by 9 floors.
      ['a forest', '1.000', '100.0', '0.00', '0.00', 'threshold 0.6, least 9'],
    ]);
  });
});
