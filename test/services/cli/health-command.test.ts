import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Observation } from '../../../schemas/observation.ts';
import { slotOf } from '../../../schemas/time.ts';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { someFault } from '../answers/some-fault.ts';
import { END, station } from '../detection/made-up-result.ts';
import { calmDay, MemorySource } from '../detection/memory-source.ts';
import { healthShape } from '../health/health-shape.ts';
import { recordedIo } from './recorded-io.ts';

const CHECK = ['--health-check', '--end', '2022-09-15 23:50:00', '--days', '1'];

function stuck(): MemorySource {
  return calmDay((values, number, back) => {
    values.wind_speed = number === 2 ? 6 : 8 + 4 * Math.sin(back);
    if (number === 3 && back < 50) values.wind_speed = null;
  });
}

async function run(argv: readonly string[], io = recordedIo(), source = stuck()) {
  const code = await runInFrame((args, given) => detectCommand(args, given, async () => source), argv, io);
  return { code, out: io.out(), err: io.err(), source };
}

describe('anomaly-detector --health-check', () => {
  let folder: string;
  let before: string;
  beforeEach(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'halcyon-health-'));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  it('prints one row a station with one line an issue, as the golden file has it', async () => {
    const { code, out, err, source } = await run(CHECK);
    assert.equal(code, 0);
    assert.equal(err, '');
    assert.equal(out, readFileSync(new URL('golden/health-report.txt', import.meta.url), 'utf8'));
    assert.equal(source.closed, 1);
  });

  it('adds the metrics of every variable when verbose, and explains itself on standard error', async () => {
    const { out, err } = await run([...CHECK, '--verbose', '--variables', 'wind_speed,rain']);
    assert.equal(out.match(/^ {4}wind_speed: zero ratio 0\.0 %, null ratio .*, variance /gm)?.length, 4);
    assert.equal(out.match(/^ {4}rain: zero ratio 100\.0 %/gm)?.length, 4);
    assert.match(err, /^debug: .* checking 1 days up to 2022-09-15T23:50:00Z: wind_speed, rain/m);
    assert.match(err, /^debug: .* checked 4 stations; the network has 576 observations in the period/m);
  });

  it('warns where the running system is behind with faults of days', async () => {
    const known = { slot: slotOf(END) - 1_000, content: '[]' };
    const source = Object.assign(stuck(), { lastingCondition: async () => known });
    const { code, err } = await run(CHECK, recordedIo(), source);
    assert.equal(code, 0);
    assert.match(err, /^warning: network alps is examined for faults of days up to 2022-09-09T01:10:00Z only; /);
  });

  // A fault was told twice, as a fault and as an issue of its sensor.
  it('tells of faults below the row of their station, each once', async () => {
    const source = stuck();
    const reason = 'reads 49.0 km/h above its neighbours';
    const start = END - 3_600_000;
    const fault = someFault({ network: 'alps', station: 's01', start, known: END, reason });
    const certainty = 'suspected';
    source.found = [fault, { ...fault, certainty, end: END - 600_000 }, { ...fault, certainty, end: start }];
    const { out } = await run(CHECK, recordedIo(), source);
    const lines = out.slice(out.indexOf('\ns01 '), out.indexOf('\ns02 ')).split('\n');
    assert.match(lines[1], /CRITICAL/);
    assert.deepEqual(lines.slice(2), [
      `    wind_speed: failure since 2022-09-15T22:50:00Z, ${reason}`,
      `    wind_speed: suspected from 2022-09-15T22:50:00Z to 2022-09-15T23:40:00Z, ${reason}`,
      `    wind_speed: suspected at 2022-09-15T22:50:00Z, ${reason}`,
    ]);
  });

  // Four readings of a new station were called healthy.
  it('calls no station healthy that has too few readings to be judged', async () => {
    const all: Observation[] = [];
    for await (const batch of stuck().read('alps', END - 1_800_000, END)) all.push(...batch);
    const isNew = { reportedBefore: async () => new Set<string>() };
    const { out } = await run(CHECK, recordedIo(), Object.assign(new MemorySource(all, [station(1)]), isNew));
    assert.match(out, /^Healthy: +0$/m);
    assert.match(out, /^Not Judged: +1$/m);
    assert.match(out, /^s01 .* NOT JUDGED .* 0 +4 of 4 /m);
  });

  it('ends with 10 where it finds what it is to fail on: a state, or an open fault', async () => {
    const { code, err } = await run([...CHECK, '--fail-on', 'critical']);
    assert.deepEqual([code, err], [10, '--fail-on critical: critical stations: 1\n']);
    const both = await run([...CHECK, '--fail-on', 'warning']);
    assert.deepEqual(
      [both.code, both.err],
      [10, '--fail-on warning: critical stations: 1, stations with warnings: 1\n'],
    );
    const well = () =>
      calmDay((values, _number, back) => {
        values.wind_speed = 8 + 4 * Math.sin(back);
      });
    const quiet = await run([...CHECK, '--fail-on', 'warning'], recordedIo(), well());
    assert.deepEqual([quiet.code, quiet.err], [0, '']);
    const source = well();
    source.found = [someFault({ network: 'alps', station: 's01', start: END - 3_600_000, known: END })];
    const open = await run([...CHECK, '--fail-on', 'critical'], recordedIo(), source);
    assert.deepEqual([open.code, open.err], [10, '--fail-on critical: critical stations: 1, open faults: 1\n']);
  });

  it('writes JSON or CSV to standard output, and nothing else', async () => {
    const { out } = await run([...CHECK, '--save', '-']);
    assert.equal(healthShape.parse(JSON.parse(out)).length, 4);
    assert.equal((await run([...CHECK, '--format', 'json'])).out, out);
    const csv = await run([...CHECK, '--format', 'csv', '--variables', 'wind_speed,rain']);
    const [names, ...rows] = csv.out.trimEnd().split('\n');
    assert.match(names, /^station_id,.*,station_issues,variable,zero_ratio,/);
    assert.equal(rows.length, 8);
    assert.equal(csv.err, '');
    assert.deepEqual(readdirSync('.'), []);
  });

  it('offers the newest time to be pasted where there is nothing up to now', async () => {
    const { code, err } = await run(['--health-check', '--days', '1']);
    assert.equal(code, 4);
    assert.match(err, /; for the newest: --end 2022-09-15T23:50:00Z\n$/);
  });

  it('saves the report at the path it is given', async () => {
    const { code, out } = await run([...CHECK, '--save', 'h.json']);
    assert.equal(code, 0);
    assert.match(out, /\nReport saved to h\.json\n$/);
    const report = healthShape.parse(JSON.parse(readFileSync('h.json', 'utf8')));
    assert.deepEqual(
      report.map((one) => one.overall_status),
      ['healthy', 'critical', 'warning', 'healthy'],
    );
    assert.deepEqual(readdirSync(folder), ['h.json']);
  });

  it('makes a name that tells the time where --save is given none', async () => {
    const now = () => Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    const { code, out } = await run([...CHECK, '--save', '--verbose'], recordedIo({ now }));
    assert.equal(code, 0);
    assert.match(out, /Report saved to health_check_20260102_030405\.json/);
    assert.deepEqual(readdirSync(folder), ['health_check_20260102_030405.json']);
  });

  it('checks one station', async () => {
    const { code, out } = await run([...CHECK, '--station', 's02']);
    assert.equal(code, 0);
    assert.match(out, /^Total Stations: +1$/m);
    assert.match(out, /^Critical: +1$/m);
    assert.ok(!out.includes('s01'));
  });

  describe('of one station that is silent', () => {
    async function without(kept: (number: number) => boolean) {
      const observations: Observation[] = [];
      for await (const batch of stuck().read('alps', 0, END)) observations.push(...batch);
      const source = new MemorySource(
        observations.filter(({ station: id }) => kept(Number(id.slice(1)))),
        [1, 2, 3, 4].map(station),
      );
      return run([...CHECK, '--station', 's03', '--save', 'h.json'], recordedIo(), source);
    }

    it('says so where the others of its network reported: that is what was asked', async () => {
      const { code, out, err } = await without((number) => number !== 3);
      assert.equal(code, 0);
      assert.equal(err, '');
      assert.match(out, /^Critical: +1$/m);
      assert.match(out, /^s03 .* CRITICAL +0\.0 % +2 +0 of 144 +10 min$/m);
      assert.match(out, /^ {4}no observation in the period$/m);
      const [report] = healthShape.parse(JSON.parse(readFileSync('h.json', 'utf8')));
      assert.deepEqual([report.overall_status, report.total_data_points], ['critical', 0]);
    });

    it('ends with code 4 where nobody reported', async () => {
      const { code, out, err } = await without(() => false);
      assert.equal(code, 4);
      assert.equal(out, '');
      assert.match(err, /network alps holds no observations yet/);
      assert.deepEqual(readdirSync(folder), []);
    });
  });

  it('ends a week up to now where nothing else is said', async () => {
    const { code, err } = await run(['--health-check']);
    assert.equal(code, 4);
    assert.match(err, /no observations from 2025-12-25T00:00:00Z to 2026-01-01T00:00:00Z; they run from 2022-09-14T/);
  });

  it('leaves no file where nothing could be judged or it was interrupted', async () => {
    assert.equal((await run(['--health-check', '--save', 'h.json'])).code, 4);
    const controller = new AbortController();
    controller.abort();
    const { code, out } = await run([...CHECK, '--save', 'h.json'], recordedIo({ signal: controller.signal }));
    assert.equal(code, 130);
    assert.equal(out, '');
    assert.deepEqual(readdirSync(folder), []);
  });

  it('keeps the rows to the width of the terminal', async () => {
    const terminal = { write: (text: string) => written.push(text), isTTY: true, columns: 60 };
    const written: string[] = [];
    await run(CHECK, recordedIo({ stdout: terminal, environment: { NO_COLOR: '1' } }));
    const rows = written
      .join('')
      .split('\n')
      .filter((line) => /^s0\d /.test(line));
    assert.equal(rows.length, 4);
    for (const row of rows) assert.ok(row.length <= 60 && /HEALTHY|WARNING|CRITICAL/.test(row), row);
  });
});
