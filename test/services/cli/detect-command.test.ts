import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HalcyonError } from '../../../schemas/errors.ts';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { type CommandIo, runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { calmDay, type MemorySource } from '../detection/memory-source.ts';
import { reportShape } from '../detection/report-shape.ts';
import { recordedIo } from './recorded-io.ts';

const END = ['--end', '2022-09-15 23:50:00'];

function spike(): MemorySource {
  return calmDay((values, number, back) => {
    if (number === 2 && back === 6) values.temp_out = 40;
  });
}

async function run(argv: readonly string[], io = recordedIo(), source = spike()) {
  const code = await runInFrame((args, given) => detectCommand(args, given, async () => source), argv, io);
  return { code, out: io.out(), err: io.err(), source };
}

describe('anomaly-detector', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('prints the report and nothing else, and closes the database', async () => {
    const { code, out, err, source } = await run([...END, '--spatial-verify']);
    assert.equal(code, 0);
    assert.match(out, /^Anomalous Stations: +[1-4]$/m);
    assert.match(out, /2022-09-15T22:50Z +temp_out +40\.0 degC/);
    assert.match(
      out,
      /^ {4}Time +s02 +s0\d +s0\d +s0\d +Median of 3 +Unit\n(?: {4}.*\n)? {4}2022-09-15T22:50Z +40\.0 /m,
    );
    assert.equal(err, '');
    assert.equal(source.closed, 1);
  });

  // Gusts and radiation of a database were never looked at, and nothing said so.
  it('says which elements it did not judge, and the option that does, beside a report for people alone', async () => {
    const others = (argv: readonly string[], names: readonly string[]) => {
      const source = Object.assign(calmDay(), { elements: async () => names });
      return run([...END, ...argv], recordedIo(), source);
    };
    const five = 'temp_out,out_hum,wind_speed,bar,rain';
    const two = await others([], ['solar_radiation', 'wind_gust']);
    assert.equal(
      two.err,
      `not judged: solar_radiation, wind_gust; --variables ${five},solar_radiation,wind_gust judges them too\n`,
    );
    assert.equal(two.code, 0);
    const one = await others([], ['wind_gust']);
    assert.equal(one.err, `not judged: wind_gust; --variables ${five},wind_gust judges it too\n`);
    assert.equal(one.out, two.out);
    assert.equal((await others([], [])).err, '');
    assert.equal((await others(['--variables', 'temp_out'], ['wind_gust'])).err, '');
    for (const format of ['json', 'csv']) assert.equal((await others(['--format', format], ['wind_gust'])).err, '');
  });

  it('saves the report whole, and nothing beside it', async () => {
    const path = join(folder, 'r.json');
    const { code, out } = await run([...END, '--spatial-verify', '--save', path]);
    assert.equal(code, 0);
    assert.match(out, /Report saved to .*r\.json/);
    const report = reportShape.parse(JSON.parse(readFileSync(path, 'utf8')));
    assert.ok(report.anomalies.some((one) => one.actual_value === 40));
    assert.deepEqual(readdirSync(folder), ['r.json']);
  });

  it('writes JSON or CSV to standard output, and nothing else', async () => {
    const asked = [...END, '--spatial-verify', '--fail-on', 'suspected'];
    const saved = await run([...asked, '--save', '-']);
    assert.deepEqual(await run([...asked, '--format', 'json']).then(({ out }) => out), saved.out);
    const report = reportShape.parse(JSON.parse(saved.out));
    const csv = await run([...asked, '--format', 'csv', '--save', join(folder, 'r.json')]);
    const lines = csv.out.trimEnd().split('\n');
    assert.match(lines[0], /^station_id,station_name,variable,timestamp,actual_value,/);
    assert.equal(lines.length, report.anomalies.length + 1);
    assert.deepEqual(readdirSync(folder), ['r.json']);
    for (const { err } of [saved, csv]) assert.match(err, /^--fail-on suspected: [a-z :,0-9]+\n$/);
  });

  it('ends with 10 where it finds what it is to fail on, and with 0 where it does not', async () => {
    const codes = async (source: () => MemorySource, ...argv: string[]) => {
      const { code, err } = await run([...END, ...argv], recordedIo(), source());
      return [code, err];
    };
    const [found, says] = await codes(spike, '--spatial-verify', '--fail-on', 'device_failure');
    assert.deepEqual([found, says], [10, '--fail-on device_failure: device failures: 1, faults of sensors: 1\n']);
    assert.equal((await codes(spike, '--spatial-verify', '--fail-on', 'suspected'))[0], 10);
    assert.deepEqual(await codes(calmDay, '--spatial-verify', '--fail-on', 'suspected'), [0, '']);
    const warning = 'warning: --fail-on device_failure finds impossible values only, as --spatial-verify is off\n';
    assert.deepEqual(await codes(spike, '--fail-on', 'device_failure'), [0, warning]);
    assert.equal((await codes(spike, '--fail-on', 'suspected'))[0], 10);
    assert.equal((await codes(spike, '--spatial-verify'))[0], 0);
  });

  it('offers the newest time to be pasted where there is nothing up to now', async () => {
    const { code, err } = await run([]);
    assert.equal(code, 4);
    assert.match(err, /; for the newest: --end 2022-09-15T23:50:00Z\n$/);
    const [, end] = /(--end \S+)\n$/.exec(err) ?? [];
    assert.equal((await run((end ?? '').split(' '))).code, 0);
    assert.match((await run(['--start', '2025-12-31T00:00:00Z'])).err, /Z\n$/);
    assert.doesNotMatch((await run(['--start', '2025-12-31T00:00:00Z'])).err, /--end/);
  });

  it('draws how the values under a fault ran, on a terminal of UTF-8 only', async () => {
    const drawn = async (environment: Record<string, string>, isTTY: boolean) => {
      const written: string[] = [];
      const stdout = { write: (text: string) => written.push(text), isTTY, columns: 80 };
      await run([...END, '--spatial-verify'], recordedIo({ stdout, environment }));
      return written.join('').match(/[▁▂▃▄▅▆▇█]+/)?.[0] ?? '';
    };
    assert.match(await drawn({ LANG: 'C.UTF-8', NO_COLOR: '1' }, true), /^[▁▂▃▄]+█[▁▂▃▄]$/);
    assert.equal(await drawn({ LANG: 'C.UTF-8' }, false), '');
    assert.equal(await drawn({ LANG: 'C' }, true), '');
    assert.equal(await drawn({ LANG: 'C.UTF-8', TERM: 'dumb' }, true), '');
  });

  it('warns of a window beyond 24 hours and goes on', async () => {
    const { code, err } = await run([...END, '--window', '25']);
    assert.equal(code, 0);
    assert.equal(err, 'warning: --window is 25 hours; at most 24 are recommended\n');
  });

  it('uses colours where they are forced and not in a pipe', async () => {
    const colour = String.fromCharCode(27);
    assert.ok(!(await run(END)).out.includes(colour));
    assert.ok((await run(END, recordedIo({ environment: { FORCE_COLOR: '1' } }))).out.includes(colour));
    const terminal = { write: (text: string) => written.push(text), isTTY: true, columns: 120 };
    const written: string[] = [];
    await run(END, recordedIo({ stdout: terminal }));
    assert.ok(written.join('').includes(colour));
    written.length = 0;
    await run(END, recordedIo({ stdout: terminal, environment: { NO_COLOR: '1' } }));
    assert.ok(written.length > 0 && !written.join('').includes(colour));
  });

  it('explains itself on standard error when verbose', async () => {
    const { err, out } = await run([...END, '--verbose']);
    assert.match(err, /^debug: .* judging 2022-09-15T17:50:00Z to 2022-09-15T23:50:00Z/m);
    assert.match(err, /^debug: .* reading the memory of the test/m);
    assert.match(err, /^debug: .* thresholds: \{"arima":5/m);
    assert.ok(!out.includes('debug'));
  });

  it('prints help and version on standard output', async () => {
    const help = await run(['--help']);
    assert.equal(help.code, 0);
    const options = ['--end', '--window', '--temporal-method', '--spatial-verify', '--spatial-method'];
    const more = ['--neighbor-radius', '--save', '--variables', '--verbose', '--database', '--network', '--start'];
    for (const option of [...options, ...more, '--verdicts', '--checks', '--health-check', '--days', '--station']) {
      assert.ok(help.out.includes(`${option} `), option);
    }
    for (const option of ['--version', '-V']) {
      const version = await run([option]);
      assert.equal(version.code, 0);
      assert.match(version.out, /^\d+\.\d+\.\d+\n$/);
    }
  });

  it('ends with 2 where the database cannot be opened, without a stack trace; the cause only when verbose', async () => {
    const broken: typeof detectCommand = (argv, io) =>
      detectCommand(argv, io, async () => {
        throw new HalcyonError('store_unavailable', 'no answer from the store', { cause: new Error('ECONNREFUSED') });
      });
    const plain = recordedIo();
    assert.equal(await runInFrame(broken, END, plain), 2);
    assert.equal(plain.err(), 'error: no answer from the store\n');
    const verbose = recordedIo();
    assert.equal(await runInFrame(broken, [...END, '--verbose'], verbose), 2);
    assert.match(verbose.err(), /cause: ECONNREFUSED\n$/);
  });

  it('leaves no file and ends with 130 when it is interrupted', async () => {
    const controller = new AbortController();
    const io = recordedIo({ signal: controller.signal });
    const opening: typeof detectCommand = (argv, given: CommandIo) =>
      detectCommand(argv, given, async () => {
        controller.abort();
        return spike();
      });
    assert.equal(await runInFrame(opening, [...END, '--save', join(folder, 'r.json')], io), 130);
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(io.out(), '');
  });

  it('warns of a setting that there is not, with the one that may be meant', async () => {
    const { err } = await run(END, recordedIo({ environment: { HALCYON_LATENES: '3h' } }));
    assert.match(err, /^warning: HALCYON_LATENES is given, .*; HALCYON_LATENESS may be meant$/m);
  });

  it('names every wrong setting of the environment with exit code 3', async () => {
    const { code, err } = await run(END, recordedIo({ environment: { PORT: 'x', HALCYON_LATENESS: 'y' } }));
    assert.equal(code, 3);
    assert.match(err, /PORT is 'x'/);
    assert.match(err, /HALCYON_LATENESS is 'y'/);
  });
});
