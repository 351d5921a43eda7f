import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { thresholdsAnswerShape } from '../../../schemas/http/answers/thresholds-answer.ts';
import { thresholdLines } from '../../../services/cli/commands/threshold-lines.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { writeSpikedFolder } from '../detection/spiked-folder.ts';
import { recordedIo } from './recorded-io.ts';

const END = '2022-09-15T23:50:00Z';

describe('halcyon station thresholds', () => {
  let folder: string;
  // An engine takes a moment to start: that of the store which is open here answers the commands too.
  let store: OpenedTimeSeries;
  const run = async (argv: readonly string[], environment: Record<string, string> = {}) => {
    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data'), ...environment } });
    const code = await runInFrame(halcyonCommand, argv, io);
    return { code, out: io.out(), err: io.err() };
  };
  const thresholds = (...argv: string[]) => run(['station', 'thresholds', ...argv]);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-thresholds-'));
    writeSpikedFolder(join(folder, 'weather'));
    store = await openTimeSeries({ dataFolder: join(folder, 'data') });
    for (const network of ['alps', 'north']) {
      const { code, err } = await run(['import', join(folder, 'weather'), '--network', network]);
      assert.equal(code, 0, err);
    }
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows people what a value has to do to be flagged, and who is asked', async () => {
    const { code, out, err } = await thresholds('s1', '--network', 'alps', '--time', END);
    assert.deepEqual([code, err], [0, '']);
    // It said "one every 10 min" of stations that report every 15.
    assert.match(
      out,
      /^s1 Station 1, network alps\nfor a report at 2022-09-15T23:50:00Z; its window has slots of 10 min\n/,
    );
    assert.match(out, /^arima over 6 h, flags beyond 5 \(standard deviations of the one-step forecast\)$/m);
    assert.match(out, /^bar +hPa +1 +documented +0\.505 +0\.126 +1013 +1012\.495 +1013\.505 +- +1\.6 +-$/m);
    assert.match(out, /^bar +500 to 1100 +568 to 1100 +- +-$/m);
    assert.match(out, /^temp_out +60 min +4 +1\.5 +3 +0\.25 +0\.2$/m);
    assert.match(out, /^Asks by pearson the nearest 12 that reported, within 100 km: s2 1\.1 km, s3 2\.2 km$/m);
    for (const line of out.split('\n')) assert.ok(line.length <= 120, line);
  });

  it('prints what the service answers with --json, by the settings of the live judgement', async () => {
    const argv = ['station', 'thresholds', 's1', '--network', 'alps', '--time', END, '--json'];
    const settings = { HALCYON_TEMPORAL_METHOD: 'iqr', HALCYON_WINDOW_HOURS: '2', HALCYON_CHECKS: 'step' };
    const { code, out, err } = await run(argv, settings);
    assert.deepEqual([code, err], [0, '']);
    const answer = thresholdsAnswerShape.parse(JSON.parse(out));
    assert.deepEqual([answer.temporal_method, answer.window_hours, answer.checks], ['iqr', 2, ['step']]);
    const [{ step, gross_range, flat_line }] = answer.variables;
    assert.deepEqual([step, gross_range, flat_line], [2, null, null]);
    assert.doesNotMatch(thresholdLines(answer, 120).join('\n'), /Usually stands/);
    const hourly = answer.variables.map((one) => (one.variable === 'bar' ? { ...one, usual_level: 1012.34 } : one));
    const lines = thresholdLines({ ...answer, variables: hourly }, 120);
    assert.ok(lines.includes('Usual level in these three hours of the day: bar 1012.34 hPa'));
  });

  it('ends with the code of what is wrong, and says what would be right', async () => {
    for (const [argv, says] of [
      [['s9', '--network', 'alps'], "network alps has no station 's9'; it has s1, s2, s3"],
      [['s1'], 'several networks have a station of this id, name one of them by --network: alps, north'],
      [['s1', '--network', 'a/b'], '--network is '],
      [['s1', '--network', 'nowhere'], "there is no network 'nowhere'; there is alps, north"],
      [['s1', '--time', 'yesterday'], "--time is 'yesterday', should be NOW, YYYY-MM-DD HH:MM:SS"],
      [[], 'missing required argument'],
    ] as const) {
      const { code, out, err } = await thresholds(...argv);
      assert.deepEqual([code, out], [3, ''], err);
      assert.ok(err.startsWith(`error: ${says}`), err);
    }
    const none = await run(['station', 'thresholds', 's1'], { HALCYON_DATA: join(folder, 'none') });
    assert.equal(none.code, 2, none.err);
  });
});
