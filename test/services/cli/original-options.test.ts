import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { calmDay, type MemorySource } from '../detection/memory-source.ts';
import { reportShape } from '../detection/report-shape.ts';
import { recordedIo } from './recorded-io.ts';

const END = ['--end', '2022-09-15 23:50:00'];

function spike(): MemorySource {
  return calmDay((values, number, back) => {
    if (number === 2 && back === 6) values.temp_out = 40;
  });
}

/** Runs the command; `opened` are the databases that it asked for. */
async function run(...argv: string[]) {
  const io = recordedIo();
  const opened: (string | null)[] = [];
  const open: NonNullable<Parameters<typeof detectCommand>[2]> = async (database) => {
    opened.push(database);
    return spike();
  };
  const code = await runInFrame((args, given) => detectCommand(args, given, open), [...END, ...argv], io);
  return { code, out: io.out(), err: io.err(), opened };
}

describe('options of the original tool', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const saved = async (...argv: string[]) => {
    const path = join(folder, 'r.json');
    const { code, err } = await run(...argv, '--save', path);
    assert.equal(code, 0, err);
    return reportShape.parse(JSON.parse(readFileSync(path, 'utf8')));
  };

  it('name the database: --db and --pg-url', async () => {
    assert.deepEqual((await run('--db', 'weather_stream.db')).opened, ['weather_stream.db']);
    assert.deepEqual((await run('--pg-url=postgresql://h/weather')).opened, ['postgresql://h/weather']);
    assert.deepEqual((await run()).opened, [null]);
    const two = await run('--db', 'a.db', '--database', 'b');
    assert.equal(two.code, 3);
    assert.match(two.err, /--database and --db name two databases/);
    assert.equal((await run('--db', '')).code, 3);
  });

  it('call 3sigma zscore, and --threshold --temporal-threshold', async () => {
    const { metadata, anomalies } = await saved('--temporal-method', 'zscore', '--temporal-threshold', '7');
    assert.equal(metadata.temporal_method, '3sigma');
    const own = await saved('--temporal-method', '3sigma', '--threshold', '7');
    assert.deepEqual(anomalies, own.anomalies);
    assert.equal((await run('--temporal-threshold', 'x')).code, 3);
  });

  it('leave stations out, from what is judged and from the neighbours', async () => {
    const { summary, normal_stations, anomalies } = await saved('--exclude-stations', 's02, s03', '--spatial-verify');
    assert.equal(summary.total_stations, 2);
    assert.deepEqual(normal_stations, ['s01', 's04']);
    assert.deepEqual(anomalies, []);
    const unknown = await run('--exclude-stations', 's02,nowhere');
    assert.equal(unknown.code, 3);
    assert.match(unknown.err, /--exclude-stations names 'nowhere', not a station of 'alps'/);
    const health = await run('--health-check', '--exclude-stations', 's02');
    assert.equal(health.code, 0, health.err);
    assert.ok(health.out.includes('s01') && !health.out.includes('s02'));
  });

  it('say how many threads work', async () => {
    assert.deepEqual((await saved('--parallel', '--workers', '1')).summary, (await saved()).summary);
    for (const wrong of ['0', 'x', '1.5']) {
      const { code, err } = await run('--workers', wrong);
      assert.equal(code, 3);
      assert.match(err, /--workers is '.*', should be a whole number from 1 to 256/);
    }
  });

  for (const [option, instead] of [
    ['--comprehensive', /--comprehensive is not used here: say --spatial-verify .* --health-check/],
    ['--correlation-threshold-high=0.6', /--correlation-threshold-high is not used here: .* --spatial-method/],
    ['--correlation-threshold-low', /--correlation-threshold-low is not used here/],
    ['--config', /--config is not used here: give its values as options, .* docs\/configuration\.md/],
  ] as const) {
    it(`are refused with what to say instead: ${option}`, async () => {
      const { code, err, opened } = await run(option, '0.3');
      assert.equal(code, 3);
      assert.match(err, instead);
      assert.deepEqual(opened, []);
    });
  }

  it('are not in the help, as each has another name', async () => {
    assert.ok(!(await run('--help')).out.includes('--pg-url'));
  });
});
