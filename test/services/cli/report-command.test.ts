import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { networkReportShape } from '../../../schemas/http/answers/network-report-answer.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import type { TimeSeriesStore } from '../../../services/stores/time-series-store.ts';
import { folderWithTimeSeries } from '../stores/made-folders.ts';
import { fault, HOUR, MINUTE, observation, START, station } from '../stores/records.ts';
import { recordedIo } from './recorded-io.ts';

const iso = (time: number) => new Date(time).toISOString();
const DAY = 24 * HOUR;

describe('halcyon report', () => {
  let folder: string;
  let store: TimeSeriesStore;
  const run = async (argv: readonly string[], columns = 100) => {
    const written: string[] = [];
    const stdout = { write: (text: string) => written.push(text), isTTY: true, columns };
    const io = recordedIo({ environment: { HALCYON_DATA: folder }, stdout, now: () => START + 9 * DAY });
    const code = await runInFrame(halcyonCommand, ['report', ...argv], io);
    return { code, out: written.join(''), err: io.err() };
  };

  before(async () => {
    folder = await folderWithTimeSeries();
    store = await openTimeSeries({ dataFolder: folder });
    await store.insertStations([station('north', 's1'), station('north', 's2'), station('south', 's1')]);
    const times = Array.from({ length: 144 }, (_, k) => START + k * 10 * MINUTE);
    await store.insertObservations([
      ...times.map((time) => observation('north', 's1', time)),
      observation('south', 's1', START),
    ]);
    const one = fault('north', 'd'.repeat(32));
    await store.insertFaults([{ kind: 'fault', network: 'north', station: one.station, fault: one, values: [] }]);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const PERIOD = ['--network', 'north', '--start', iso(START), '--end', iso(START + DAY - MINUTE)];

  it('says what came, what became of it, faults, and who lost most', async () => {
    const { code, out, err } = await run(PERIOD);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^Report on network north, 20\S+ to 20\S+$/m);
    assert.match(out, /^Complete +50\.\d % \(144 reports of 2 stations\)$/m);
    assert.match(out, /^Silent +1 station: s2$/m);
    assert.match(out, /^Faults +1 began, 0 ended, 1 open at the end$/m);
    assert.match(out, /^Until it was known +\d+ min$/m);
    assert.match(out, /^Called no fault by people +0 \(0\.0 % of those that began\)$/m);
    assert.match(out, /^temp_out +2[34](\.\d)? +0\.0 % +0\.0 % +0\.0 % +100\.\d %/m);
    assert.match(out, /^Stations that lost most$/m);
    assert.match(out, /^- \S.* lost 100\.0 % of its values/m);
  });

  it('fits the terminal', async () => {
    for (const columns of [80, 120, 200]) {
      for (const line of (await run(PERIOD, columns)).out.split('\n')) assert.ok(line.length <= columns, line);
    }
  });

  it('is the answer of HTTP in JSON, and a row for each sensor in CSV', async () => {
    const json = await run([...PERIOD, '--json']);
    const report = networkReportShape.parse(JSON.parse(json.out));
    assert.deepEqual([report.network, report.reports, report.silent], ['north', 144, ['s2']]);
    const csv = (await run([...PERIOD, '--format', 'csv'])).out.trimEnd().split('\n');
    assert.match(csv[0], /^station_id,station_name,manufacturer,model,variable,/);
    assert.equal(csv.length, 1 + report.sensors.length);
  });

  it('is on the thirty days before the newest report where no period is given', async () => {
    const report = networkReportShape.parse(JSON.parse((await run(['--network', 'south', '--json'])).out));
    assert.deepEqual([Date.parse(report.to), report.days.length >= 29], [START, true]);
  });

  for (const [argv, says] of [
    [[], /^error: .* holds several networks, name one of them by --network: north, south$/],
    [['--network', 'west'], /^error: there is no network 'west'; there is north, south$/],
    [['--network', 'a/b'], /^error: --network is 'a\/b', should be /],
    [['--start', 'soon'], /^error: --start is 'soon', should be a valid datetime: NOW, /],
    [
      ['--network', 'north', '--start', '2026-03-02T00:00:00Z', '--end', '2026-03-01T00:00:00Z'],
      /^error: --start is '2026-03-02T00:00:00Z': --start should not be later than --end$/,
    ],
    [
      ['--network', 'north', '--start', '2000-01-01T00:00:00Z', '--end', '2026-03-01T00:00:00Z'],
      /^error: --start 2000-01-01T00:00:00Z should be at most 366 days before --end$/,
    ],
    [['--format', 'xml'], /^error: --format is 'xml', should be one of table, json, csv$/],
    [['weather'], /^error: too many arguments/],
  ] as const) {
    it(`refuses report ${argv.join(' ')}`, async () => {
      const done = await run(argv);
      assert.deepEqual([done.code, done.out], [3, '']);
      assert.match(done.err.trimEnd(), says);
    });
  }
});
