import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../../schemas/fault.ts';
import { packageFile } from '../../schemas/package-root.ts';
import { Scoring } from './scoring.ts';

const OPTIONS = { segments: '', exclude: 'a,b' };
/** A scorer that answers by what it was asked and what the reports say. */
const SCORER = `
  import { readFileSync } from 'node:fs';
  const asked = process.argv.slice(2);
  const files = asked[asked.indexOf('--report') + 1].split(',');
  console.log(JSON.stringify({ asked, reports: files.map((file) => JSON.parse(readFileSync(file, 'utf8'))) }));`;

const FAULT: Fault = {
  id: 'f',
  network: 'quality',
  station: 's1',
  stationName: 'One',
  variable: 'temp_out',
  kind: 'level',
  start: 600_000,
  end: null,
  named: 1_200_000,
  known: 1_200_000,
  configuration: 'c',
  version: 'v',
  judged: 0,
  recovered: null,
  offset: 4,
  uncertainty: 1,
  ratio: null,
  minutes: null,
  unit: null,
  swappedWith: null,
  adjusted: false,
  ceiling: null,
  unknownSince: null,
  values: 3,
  state: 'settled',
  certainty: 'failure',
  reason: 'reads high',
  neighbors: ['s2'],
  anomalyIds: ['a'],
};

describe('the scoring of faults', () => {
  let root: string;
  let harness: string;
  let data: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halcyon-scoring-'));
    [harness, data] = [join(root, 'harness'), join(root, 'data')];
    for (const folder of [harness, data]) mkdirSync(folder);
    for (const script of ['inject.mjs', 'score.mjs']) writeFileSync(join(harness, script), '');
    writeFileSync(join(data, 'stations.csv'), 'station_id,station_name,latitude,longitude,elevation\n');
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('hands over a report of each stretch, up to its end', () => {
    for (const script of ['values.mjs', 'faults.mjs']) writeFileSync(join(harness, script), SCORER);
    const scoring = new Scoring({ harness, data, ...OPTIONS }, root);
    const stretches = [
      { start: 0, weather: [], end: 3_600_000, anomalies: [], faults: [FAULT] },
      { start: 3_600_000, weather: [], end: 7_200_000, anomalies: [], faults: [] },
    ];
    const scored = (verdicts: 'first' | 'last') =>
      scoring.scoreFaults({ folder: root, verdicts, stretches, windowHours: 6 }) as unknown as Record<
        'values' | 'faults',
        { asked: string[]; reports: { metadata: { timestamp: string }; faults: Record<string, unknown>[] }[] }
      >;
    const settled = scored('last');
    for (const { asked, reports } of [settled.values, settled.faults]) {
      assert.equal(asked[asked.indexOf('--exclude') + 1], 'a,b');
      assert.deepEqual(
        reports.map(({ metadata, faults }) => [metadata.timestamp, faults.length]),
        [
          ['1970-01-01T01:00:00Z', 1],
          ['1970-01-01T02:00:00Z', 0],
        ],
      );
      const { station_id, start, end, known } = reports[0].faults[0];
      const times = ['1970-01-01T00:10:00Z', null, '1970-01-01T00:20:00Z'];
      assert.deepEqual([station_id, start, end, known], ['s1', ...times]);
    }
    const { asked } = settled.values;
    assert.equal(asked[asked.indexOf('--clean') + 1], data);
    assert.equal(asked.includes('--at-once'), false);
    assert.equal(scored('first').values.asked.includes('--at-once'), true);
  });

  it('names the scorers that the harness does not have', () => {
    writeFileSync(join(harness, 'values.mjs'), '');
    const scoring = new Scoring({ harness, data, ...OPTIONS }, root);
    const told = `no faults.mjs in '${harness}': the tables values, faults and slow need a harness that has values.mjs and faults.mjs`;
    assert.throws(() => scoring.demandFaultScorers(), { message: told });
  });

  it('ends a quality run with 3 and one line where the harness has no such scorers', () => {
    const args = ['--import', 'tsx', 'test/quality/run.ts', '--harness', harness, '--data', data, '--tables', 'faults'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: packageFile(), encoding: 'utf8' });
    assert.equal(status, 3);
    assert.match(stderr, /^no values\.mjs and faults\.mjs in '[^\n]+\n$/);
  });
});
