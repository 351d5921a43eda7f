import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { halfFolder, halvesOf } from './halves.ts';

const EARLY = '2022-09-03T02:00:00Z..2022-09-07T06:40:00Z';
const LATE = '2022-09-09T09:20:00Z..2022-09-15T23:50:00Z';

describe('the halves of what is judged', () => {
  it('are the first stretch and the others, or one stretch cut in its middle', () => {
    assert.deepEqual(halvesOf(`${EARLY},${LATE}`), [EARLY, LATE]);
    assert.deepEqual(halvesOf('2022-09-01T00:00:00Z..2022-09-03T00:00:00Z'), [
      '2022-09-01T00:00:00Z..2022-09-02T00:00:00Z',
      '2022-09-02T00:10:00Z..2022-09-03T00:00:00Z',
    ]);
  });

  it('have a folder each that tells of nothing in the other', () => {
    const root = mkdtempSync(join(tmpdir(), 'halcyon-halves-'));
    try {
      const header = 'station_id,variable,start,end,kind,size,class';
      const row = (start: string) => `a,bar,${start},${start},spike,large,device_failure`;
      const truth = [header, row('2022-09-05T00:00:00Z'), row('2022-09-12T00:00:00Z')].join('\n');
      writeFileSync(join(root, 'truth.csv'), `${truth}\n`);
      writeFileSync(join(root, 'observations.csv.gz'), 'as it is');
      writeFileSync(join(root, 'segments.json'), JSON.stringify({ cadence: 6, segments: [] }));
      const half = halfFolder(root, 'late', LATE);
      try {
        assert.equal(readFileSync(join(half, 'truth.csv'), 'utf8'), `${header}\n${row('2022-09-12T00:00:00Z')}\n`);
        assert.equal(readFileSync(join(half, 'observations.csv.gz'), 'utf8'), 'as it is');
        assert.deepEqual(JSON.parse(readFileSync(join(half, 'segments.json'), 'utf8')), {
          cadence: 6,
          segments: [['2022-09-09T17:20:00Z', '2022-09-15T23:50:00Z']],
        });
      } finally {
        rmSync(half, { recursive: true });
      }
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
