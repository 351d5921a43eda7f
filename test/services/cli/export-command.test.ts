import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { SmallDisk } from '../../resilience/scenarios/small-disk.ts';
import { observation, START } from '../stores/records.ts';
import { type RecordedIo, recordedIo } from './recorded-io.ts';

describe('halcyon export', () => {
  let data: string;
  let folder: string;
  // An engine takes a moment to start: that of the store which is open here answers the commands too.
  let store: OpenedTimeSeries;

  before(async () => {
    data = await freshDataFolder();
    store = await openTimeSeries({ dataFolder: data });
    await store.insertObservations([observation('north', 'a', START)]);
  });
  after(() => store.close());

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-export-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  // `halcyon export x.parquet` wrote CSV.
  it('writes the format that the name of the file says', async () => {
    for (const [name, start] of [
      ['all.parquet', 'PAR1'],
      ['all.CSV', 'network,'],
      ['all.json', '{"type":"FeatureCollection"'],
    ] as const) {
      const file = join(folder, name);
      const [code, io] = await exported(file);
      assert.deepEqual([code, io.err()], [0, ''], name);
      assert.equal(readFileSync(file, 'utf8').slice(0, start.length), start, name);
    }
  });

  it('refuses a name that says another format, or none without --format', async () => {
    for (const [name, format, message] of [
      [
        'all.parquet',
        'csv',
        "--format is 'csv', but the name of the file ends in .parquet, as of parquet: change one of them",
      ],
      [
        'all.xlsx',
        undefined,
        'the name of the file ends in .xlsx, should be a name in .csv, .geojson, .json, .arrow, .arrows, .parquet, .bufr; or say the format by --format',
      ],
    ] as const) {
      const [code, io] = await exported(join(folder, name), ...(format === undefined ? [] : ['--format', format]));
      assert.deepEqual([code, io.err()], [3, `error: ${message}\n`]);
    }
    assert.deepEqual(readdirSync(folder), []);
    const [code] = await exported(join(folder, 'all.txt'), '--format', 'csv');
    assert.equal(code, 0);
  });

  // It made a file of the name `-`.
  it('writes to standard output for -, what it did to standard error', async () => {
    const [code, io] = await exported('-');
    assert.equal(code, 0);
    assert.match(io.out(), /^network,station_id,.*\nnorth,a,[^\n]*\n$/);
    assert.match(io.err(), /^\d+ bytes of csv written to standard output\n$/);
    assert.equal(existsSync('-'), false);
    const [, parquet] = await exported('-', '--format', 'parquet');
    assert.match(parquet.out(), /^PAR1.*PAR1$/s);
  });

  it('writes no bytes to a terminal', async () => {
    const io = recordedIo({ environment: { HALCYON_DATA: data } });
    const terminal = { ...io, stdout: { ...io.stdout, isTTY: true } };
    const code = await runInFrame(halcyonCommand, ['export', '-', '--format', 'parquet'], terminal);
    const message = 'parquet is no text for a terminal: write it to a file, or into another program';
    assert.deepEqual([code, io.out(), io.err()], [3, '', `error: ${message}\n`]);
  });

  // It put a file in place of the pipe, and of /dev/null where root exported.
  it('refuses a pipe or a device before it reads anything', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [code, io] = await exported(pipe);
    const message = `cannot write ${pipe}: it is a pipe or a device, should be a file; - writes to standard output`;
    assert.deepEqual([code, io.err(), lstatSync(pipe).isFIFO()], [1, `error: ${message}\n`, true]);
  });

  // It said "unexpected: ENOSPC: no space left on device, write".
  it('says which file cannot be written where no space is left', async function () {
    if (process.getuid?.() !== 0) this.skip();
    const disk = new SmallDisk(folder, 1);
    try {
      disk.fill();
      for (const format of ['csv', 'parquet']) {
        const file = join(disk.folder, `all.${format}`);
        const [code, io] = await exported(file);
        assert.deepEqual([code, io.err()], [1, `error: cannot write ${file}: no space is left\n`]);
      }
    } finally {
      disk.end();
    }
  });

  async function exported(file: string, ...options: string[]): Promise<[number, RecordedIo]> {
    const io = recordedIo({ environment: { HALCYON_DATA: data } });
    return [await runInFrame(halcyonCommand, ['export', file, ...options], io), io];
  }
});
