import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableCopy } from '../../../services/stores/clickhouse/table-copies.ts';
import { TABLES } from '../../../services/stores/clickhouse/tables.ts';
import { migrationsOf } from '../../../services/stores/numbered-migrations.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { baseline, gathered, observation, START, station } from './records.ts';

async function* given(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe('a time series that is restored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-restoring-'));
  const options = { dataFolder: folder, role: 'system' } as const;
  const copies = new Map<string, { copy: TableCopy; text: string }>();
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has every table of the migrations in its copy', async () => {
    const statements = (await migrationsOf('clickhouse')).flatMap((migration) => migration.statements);
    const made = statements.flatMap((statement) => /^CREATE TABLE IF NOT EXISTS (\w+) *\n/.exec(statement)?.[1] ?? []);
    assert.deepEqual(made.sort(), [...TABLES].sort());
  });

  it('is what its copy says, of two versions of a record the one that counts', async () => {
    const source = mkdtempSync(join(tmpdir(), 'halcyon-restoring-'));
    const store = await openTimeSeries({ dataFolder: source, role: 'system' });
    await store.insertStations([
      station('n', 's1'),
      station('n', 's1', {
        name: 'tab\t "é"\n',
        updated: START + 1,
        rainInterval: 5,
        manufacturer: 'A "b"',
        model: 'm\t1',
      }),
    ]);
    await store.insertObservations([observation('n', 's1', START), observation('m', 's1', START + 86_400_000 * 40)]);
    await store.insertBaselines([baseline('n', 's1', 20_000, 'old')]);
    await store.insertBaselines([baseline('n', 's1', 20_000, 'new')]);
    for await (const copy of store.copies.read()) {
      let text = '';
      for await (const piece of copy.lines) text += piece;
      copies.set(copy.table, { copy, text });
    }
    await store.close();
    rmSync(source, { recursive: true, force: true });
    assert.equal(copies.get('stations')?.text.trimEnd().split('\n').length, 1);
    assert.match(copies.get('baselines')?.text ?? '', /new/);
    assert.doesNotMatch(copies.get('baselines')?.text ?? '', /old/);
  });

  it('is opened by nobody until all is there, and begun again', async () => {
    const half = await openTimeSeries({ ...options, restoredStep: 3 });
    await half.insertObservations([observation('n', 'of the first attempt', START)]);
    await half.close();
    await assert.rejects(openTimeSeries(options), /not whole: a restore into it was not finished; run halcyon restore/);
    const again = await openTimeSeries({ ...options, restoredStep: 3 });
    assert.ok(again.restoredAgain);
    assert.deepEqual(
      (await again.copies.steps()).map(({ number }) => number),
      [1, 2, 3],
      'the tables are those that the back-up was made with',
    );
    // What that version had: no rules, and less of a baseline and of a station.
    const had = new Map([
      ['baselines', 15],
      ['stations', 9],
    ]);
    for (const { copy, text } of [...copies.values()].filter(({ copy }) => copy.table !== 'rules')) {
      const early = had.get(copy.table) ?? copy.columns.length;
      const cut = text.replace(/^.*$/gm, (line) => line.split('\t').slice(0, early).join('\t'));
      await again.copies.write(copy.table, copy.columns.slice(0, early), given(cut));
    }
    await again.copies.finish();
    await again.close();
  });

  it('gets the steps since then when it is opened, and is not restored into any more', async () => {
    const store = await openTimeSeries(options);
    assert.deepEqual(await store.networks(), ['m', 'n']);
    const kept = await store.station('n', 's1');
    assert.deepEqual([kept?.name, kept?.rainInterval], ['tab\t "é"\n', null]);
    const reports = await gathered(store.readObservations('n', START, START));
    assert.deepEqual(
      reports.map(({ station: id }) => id),
      ['s1'],
      'nothing of the first attempt',
    );
    const [learnt] = await store.baselines('n', 20_000, 20_000);
    assert.deepEqual([learnt?.version, learnt?.stepSpread.temp_out, learnt?.cadence], ['new', 0.1 + 0.2, null]);
    await store.close();
    await assert.rejects(openTimeSeries({ ...options, restoredStep: 5 }), /is not empty: its table \w+ has \d+ rows/);
  });
});
