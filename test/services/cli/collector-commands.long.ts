import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectCommand } from '../../../services/cli/detector/detect-command.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { onSqlite, sqliteMissing } from '../../servers/sqlite.ts';
import { calmWeather, row, TWO_STATIONS, tablesOf } from '../stores/collector/collector-schema.ts';
import { recordedIo } from './recorded-io.ts';

/** The clock of Athens is two hours ahead in winter. */
const AHEAD_MS = 2 * 3_600_000;
const START = Date.UTC(2025, 10, 18);
const END = '2025-11-18T15:50:00Z';

describe("the commands on a collector's database", () => {
  let folder: string;
  let path: string;
  before(function () {
    if (sqliteMissing() !== null) this.skip();
    folder = mkdtempSync(join(tmpdir(), 'halcyon-commands-'));
    path = join(folder, 'greece.db');
    const bad = row('2025-11-18 17:05:00', 'a', "'abc'");
    const tables = tablesOf('TEXT', 'INTEGER PRIMARY KEY');
    onSqlite(path, `BEGIN;${tables}${TWO_STATIONS}${calmWeather(START, 96, AHEAD_MS)}${bad}COMMIT;`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const reportOf = async (argv: readonly string[], environment: Record<string, string>) => {
    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data'), ...environment } });
    const code = await runInFrame(detectCommand, ['--end', END, '--spatial-verify', ...argv], io);
    return { code, out: io.out(), err: io.err() };
  };

  it('judge it where it lies as they judge its import', async () => {
    const direct = await reportOf(['--database', path, '--source-timezone', 'Europe/Athens'], {});
    assert.equal(direct.code, 0, direct.err);
    assert.match(direct.out, /^Anomaly report, network greece$/m);
    assert.match(direct.out, /2025-11-18T15:00Z {2}temp_out .* device_failure/);
    assert.match(
      direct.err,
      /warning: 1 row of .*greece\.db could not be read and was left out: observations:193: temp_out is 'abc'/,
    );

    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data') } });
    const code = await runInFrame(halcyonCommand, ['import', path, '--source-timezone', 'Europe/Athens'], io);
    assert.equal(code, 0, io.err());
    assert.match(io.out(), /^192 observations of network greece imported into .*; 1 could not be read/);
    const stored = await reportOf(['--network', 'greece'], {});
    assert.deepEqual([stored.code, stored.out], [0, direct.out]);
  });

  it('judge and import it in the units and kinds that --source-form names', async () => {
    const form = ['--source-timezone', 'Europe/Athens', '--source-form', 'units.temp_out=K&kinds.rain=since_midnight'];
    const direct = await reportOf(['--database', path, ...form], {});
    assert.equal(direct.code, 0, direct.err);
    assert.match(direct.out, /temp_out .*impossible|gross_range/, 'some 15 K are impossible');

    const data = join(folder, 'kelvin');
    const io = recordedIo({ environment: { HALCYON_DATA: data } });
    assert.equal(await runInFrame(halcyonCommand, ['import', path, ...form, '--network', 'greece'], io), 0, io.err());
    const stored = await reportOf(['--network', 'greece'], { HALCYON_DATA: data });
    assert.deepEqual([stored.code, stored.out], [0, direct.out]);
  });

  it('end with the code of what is wrong', async () => {
    const foreign = join(folder, 'books.db');
    onSqlite(foreign, 'CREATE TABLE books (title TEXT);');
    const empty = join(folder, 'empty.db');
    onSqlite(empty, tablesOf('TEXT', 'INTEGER PRIMARY KEY'));
    const cases: readonly (readonly [string[], number, RegExp])[] = [
      [['--database', foreign], 2, /error: .*books\.db has no table stations: expected .* found 'books'/],
      [['--database', empty], 4, /error: /],
      [['--database', 'postgres://127.0.0.1:1/weather'], 2, /error: PostgreSQL at 127\.0\.0\.1:1.* does not answer/],
      [['--database', path, '--source-timezone', 'Atlantis'], 3, /error: --source-timezone is 'Atlantis', should be/],
      [
        ['--database', path, '--source-form', 'units.bar=psi'],
        3,
        /error: --source-form: units\.bar is 'psi', should be one of hPa/,
      ],
      [
        ['--database', path, '--source-form', 'rain=daily'],
        3,
        /error: --source-form: 'rain=daily' is not one of units\.<variable>/,
      ],
    ];
    for (const [argv, code, message] of cases) {
      const run = await reportOf(argv, {});
      assert.equal(run.code, code, run.err);
      assert.match(run.err, message);
    }
    const imports: readonly (readonly [string[], number, RegExp])[] = [
      [[foreign], 2, /has no table stations/],
      [[path, '--mapping', 'x.json'], 3, /--mapping is for CSV and NetCDF files/],
      [[path, '--network', 'a/b'], 3, /network is 'a\/b'/],
      [[folder, '--source-timezone', 'UTC'], 3, /is for a collector's SQLite file/],
      [
        [folder, '--source-form', 'kinds.rain=amount'],
        3,
        /mapping has units, kinds, intervals and pressure_level instead/,
      ],
      [
        [path, '--source-form', 'kinds.rain=l'],
        3,
        /--source-form: kinds\.rain is 'l', should be one of amount, since_midnight/,
      ],
    ];
    for (const [argv, code, message] of imports) {
      const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'other') } });
      assert.equal(await runInFrame(halcyonCommand, ['import', ...argv], io), code, io.err());
      assert.match(io.err(), message);
    }
  });
});
