import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { planJudgement, settledBy } from '../../../detectors/network/judgement-plan.ts';
import { bufrMessages } from '../../../ingest/feeds/bufr/bufr-messages.ts';
import { liveJudgement, readConfiguration } from '../../../schemas/configuration.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import type { ShortTermReport } from '../../../schemas/reports/report.ts';
import { isoOf, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { runInFrame } from '../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../services/cli/halcyon-command.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { freshDataFolder, temporaryFolder } from '../../integration/data-folders.ts';
import { recordedIo } from './recorded-io.ts';

/** The newest observation of the folder of the README, and a day on which nothing moves its clock. */
const NEWEST = Date.parse('2026-03-12T23:50:00Z');
const NOW = Date.parse('2026-03-20T12:00:00Z');

type Listed = readonly { readonly anomaly_id: string; readonly state: string; readonly classification: string }[];

describe('halcyon import where nothing runs', () => {
  const example = packageFile('examples', 'weather');
  let data = '';
  let unreadable = '';
  let imported = { code: -1, out: '', err: '' };
  let refused = imported;
  const run = async (...argv: string[]) => {
    const io = recordedIo({ environment: { HALCYON_DATA: data }, now: () => NOW });
    const code = await runInFrame(halcyonCommand, argv, io);
    return { code, out: io.out(), err: io.err() };
  };
  const settled = settledBy(planJudgement(liveJudgement(readConfiguration({}))), slotOf(NEWEST));

  before(async () => {
    data = await freshDataFolder();
    imported = await run('import', example);
    unreadable = temporaryFolder();
    writeFileSync(join(unreadable, 'stations.csv'), 'station_id,latitude,longitude\na,51,4\n');
    const rows = ['a,2026-03-01 00:00:00,x', 'a,2026-03-01 00:10:00,y'];
    writeFileSync(join(unreadable, 'observations.csv'), ['station_id,time,temp_out', ...rows, ''].join('\n'));
    refused = await run('import', unreadable, '--network', 'unread');
  });

  it('judges all of it, and says up to which time', async () => {
    assert.equal(imported.code, 0, imported.err);
    assert.match(imported.out, /^1722 observations of network weather imported into the store in the data folder\n/);
    assert.ok(
      imported.out.endsWith(`\njudged up to ${isoOf(NEWEST)}; verdicts: settled up to ${isoOf(timeOfSlot(settled))}\n`),
      imported.out,
    );
  });

  // It left none, though the same import into a running system does.
  it('leaves a record in the audit log', async () => {
    const { code, out } = await run('audit', 'list', '--json');
    assert.equal(code, 0);
    const { records } = JSON.parse(out) as { records: readonly Readonly<Record<string, unknown>>[] };
    const pushed = records.filter(({ action }) => action === 'observations.push');
    const told = new Set(pushed.map(({ network, from, result }) => [network, from, result].join(' ')));
    assert.deepEqual([...told].sort(), ['unread local done', 'weather local done'], out);
  });

  // Of an import there were its batches alone: nobody could see of what it was, and how many observations it brought.
  it('leaves one record of the whole, with its source and how much it brought', async () => {
    const { out } = await run('audit', 'list', '--json');
    const { records } = JSON.parse(out) as { records: readonly Readonly<Record<string, unknown>>[] };
    const whole = records.filter(({ action }) => action === 'observations.import');
    const told = whole.map(({ about, network, from, result, reason, detail }) => {
      return [(about as { id: string }).id, network, from, result, reason, detail];
    });
    const [wrong, right] = [unreadable, example].map((folder) => resolve(folder));
    assert.deepEqual(
      told.toSorted(([a], [b]) => Number(b === wrong) - Number(a === wrong)),
      [
        [wrong, 'unread', 'local', 'failed', 'store_unreadable', '0 observations, 2 dead letters'],
        [right, 'weather', 'local', 'done', null, '1722 observations, 0 dead letters'],
      ],
    );
  });

  it('repeated, doubles nothing and says the same', async () => {
    assert.deepEqual(await run('import', example), imported);
  });

  // It said that 0 observations were imported, and ended with 0.
  it('ends with 2 where no observation can be read, and says where they are', async () => {
    assert.deepEqual([refused.code, refused.out], [2, ''], refused.err);
    assert.match(
      refused.err,
      /^error: no observation of network unread could be read; 2 were refused: halcyon dead-letters list$/m,
    );
    const letters = await run('dead-letters', 'list', '--format', 'csv');
    assert.equal(letters.out.match(/,unread,.*invalid_value/g)?.length, 2, letters.out);
  });

  // An engine takes a second to start: that of the store which is open here answers the commands too.
  describe('leaves a store that', () => {
    let store: OpenedTimeSeries;
    before(async () => {
      store = await openTimeSeries({ dataFolder: data, role: 'command' });
    });
    after(() => store.close());

    it('has each observation judged, and the front', async () => {
      assert.deepEqual(await store.judgedUntil(), [{ network: 'weather', slot: settled }]);
      const query = { network: 'weather', from: NEWEST - 86_400_000, to: NEWEST, limit: 10_000 };
      const { items } = await store.observations(query);
      assert.equal(items.length, 1722);
      assert.deepEqual(
        items.filter(({ assessment }) => assessment === null).map(({ observation }) => isoOf(observation.time)),
        [],
      );
      const passed = await store.weatherEvents('weather', NEWEST - 86_400_000, NEWEST);
      assert.equal(passed.length, 1, 'the front is told, as a running system tells it');
    });

    it('can be exported to a file, in a format that other programs read', async () => {
      const csv = join(data, 'all.csv');
      const written = await run('export', csv, '--network', 'weather');
      assert.deepEqual([written.code, written.err], [0, '']);
      const text = readFileSync(csv, 'utf8');
      assert.equal(written.out, `${Buffer.byteLength(text)} bytes of csv written to ${csv}\n`);
      assert.equal(text.trimEnd().split('\n').length, 1 + 1722);
      const bufr = join(data, 'hour.bufr');
      const span = ['--start', '2026-03-12 22:00:00', '--end', '2026-03-12 22:50:00'];
      const messages = await run('export', bufr, '--network', 'weather', ...span, '--format', 'bufr');
      assert.deepEqual([messages.code, messages.err], [0, '']);
      const found = bufrMessages(readFileSync(bufr));
      const reports = found.reduce((sum, { bytes }) => sum + bytes.readUInt16BE(34), 0);
      assert.equal(reports, text.match(/,2026-03-12T22:[0-5]0/g)?.length);
      const unknown = await run('export', csv, '--network', 'none');
      assert.equal(unknown.code, 3, unknown.err);
      assert.equal(readFileSync(csv, 'utf8'), text, 'the file stays as it was');
    });

    it('finds what anomaly-detector finds in the folder, and leaves no remark', async () => {
      const listed = await run('anomaly', 'list', '--network', 'weather', '--limit', '1000', '--json');
      assert.deepEqual([listed.code, listed.err], [0, '']);
      const { anomalies } = JSON.parse(listed.out) as { anomalies: Listed };
      const span = ['--start', '2026-03-12 00:00:00', '--end', '2026-03-12 23:50:00'];
      const analysed = await run('detect', '--database', example, ...span, '--spatial-verify', '--format', 'json');
      assert.equal(analysed.code, 0, analysed.err);
      const report = JSON.parse(analysed.out) as ShortTermReport;
      // A class that is not settled may still change: live it is looked at by what each batch brings.
      const told = (found: Listed) =>
        found
          .map(({ anomaly_id, state, classification }) => {
            return `${anomaly_id} ${state}${state === 'settled' ? ` ${classification}` : ''}`;
          })
          .sort();
      assert.ok(anomalies.length > 10);
      assert.deepEqual(told(anomalies), told(report.anomalies));
      const faults = await run('fault', 'list', '--network', 'weather');
      assert.deepEqual([faults.code, faults.err], [0, '']);
      assert.match(faults.out, /demo-0001/);
    });
  });
});
