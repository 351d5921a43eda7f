import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { writeSpikedFolder } from '../detection/spiked-folder.ts';
import { recordedIo } from './recorded-io.ts';

/** The spike of the folder, in another form of a time. */
const SPIKE = '2022-09-15 22:50:00';

interface Document {
  readonly value: number;
  readonly steps: readonly { readonly step: string }[];
  readonly anomaly: { readonly anomaly_id: string; readonly classification: string };
  readonly flags: { readonly qartod: number };
}

describe('halcyon explain', () => {
  let folder: string;
  // An engine takes a moment to start: that of the store which is open here answers the commands too.
  let store: OpenedTimeSeries;
  const run = async (...argv: string[]) => {
    const io = recordedIo({ environment: { HALCYON_DATA: join(folder, 'data') } });
    const code = await runInFrame(halcyonCommand, argv, io);
    return { code, out: io.out(), err: io.err() };
  };
  const weather = () => join(folder, 'weather');

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-explain-'));
    writeSpikedFolder(weather());
    store = await openTimeSeries({ dataFolder: join(folder, 'data') });
    const { code, err } = await run('import', weather(), '--network', 'alps');
    assert.equal(code, 0, err);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says of a value of the store, step by step, why it was judged so', async () => {
    const { code, out, err } = await run('explain', 's2', 'temp_out', SPIKE);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^s2 \(Station 2\), network alps: temp_out at 2022-09-15T22:50:00Z\nOn arrival: 45 degC; /);
    assert.match(out, /^ {2}arima: expects .* flags beyond 5: candidate\.$/m);
    assert.match(out, /\nVerdict: [^\n]* QARTOD [34] [^\n]*\n$/);
  });

  it('has the numbers of the same in JSON, and the verdict of anomaly-detector', async () => {
    const { code, out, err } = await run(
      'explain',
      's2',
      'temp_out',
      SPIKE,
      '--database',
      weather(),
      '--format',
      'json',
    );
    assert.deepEqual([code, err], [0, '']);
    const explained = JSON.parse(out) as Document;
    assert.equal(explained.value, 45);
    assert.deepEqual(
      explained.steps.map(({ step }) => step).filter((step) => step !== 'rule'),
      ['limits', 'consistency', 'window', 'expectation', 'not_asked', 'not_asked', 'judged', 'look', 'verification'],
    );
    const saved = join(folder, 'report.json');
    const argv = ['--database', weather(), '--end', '2022-09-15 23:50:00', '--spatial-verify', '--save', saved];
    assert.equal((await run('detect', ...argv)).code, 0);
    const report = JSON.parse(readFileSync(saved, 'utf8')) as { anomalies: Document['anomaly'][] };
    const same = report.anomalies.find(({ anomaly_id }) => anomaly_id === explained.anomaly.anomaly_id);
    assert.deepEqual(same?.classification, explained.anomaly.classification);
  });

  it('has the formats of the other commands: a table by default, and CSV with a row for each line', async () => {
    const asked = ['explain', 's2', 'temp_out', SPIKE, '--database', weather()];
    const table = await run(...asked, '--format', 'table');
    assert.deepEqual(await run(...asked), table);
    const { code, out, err } = await run(...asked, '--format', 'csv');
    assert.deepEqual([code, err], [0, '']);
    const lines = out.trimEnd().split(/\r?\n/);
    assert.equal(lines[0], 'part,text');
    const parts = [...new Set(lines.slice(1).map((line) => line.split(',')[0]))];
    assert.deepEqual(parts, ['Value', 'Its own past', '"The candidate', 'Verdict']);
    const told = table.out.split('\n').filter((line) => line !== '' && !/^\S.*:$/.test(line));
    assert.equal(lines.length - 1, told.length);
    assert.deepEqual(await run(...asked, '--json'), await run(...asked, '--format', 'json'));
  });

  for (const [what, argv, says] of [
    ['station', ['s22', 'bar', SPIKE], "network alps has no station 's22'; nearest names: s2, s1, s3"],
    [
      'variable',
      ['s2', 'temp', SPIKE],
      "the variable is 'temp', should be one of temp_out, out_hum, wind_speed, bar, rain",
    ],
    [
      'time',
      ['s2', 'bar', 'noon'],
      "the time is 'noon', should be NOW, YYYY-MM-DD HH:MM:SS, the same with a T or a zone, or a Unix timestamp in seconds",
    ],
    [
      'time without a report',
      ['s2', 'bar', '2022-09-15T22:55Z'],
      'station s2 has no report at 2022-09-15T22:55:00Z; the nearest are of 2022-09-15T22:50:00Z and 2022-09-15T23:00:00Z',
    ],
    ['format', ['s2', 'bar', SPIKE, '--format', 'text'], "--format is 'text', should be one of table, json, csv"],
  ] as const) {
    it(`says what would be right instead of a wrong ${what}`, async () => {
      assert.deepEqual(await run('explain', ...argv), { code: 3, out: '', err: `error: ${says}\n` });
    });
  }
});
