import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CsvColumns } from '../../../ingest/feeds/csv/csv-columns.ts';
import { csvItem, csvMediaType } from '../../../ingest/feeds/csv/csv-items.ts';
import type { CsvMapping } from '../../../ingest/feeds/csv/csv-mapping.ts';
import { CsvRowScanner } from '../../../ingest/feeds/csv/csv-rows.ts';
import { parsePush } from '../../../ingest/feeds/push/parse-push.ts';
import type { RawItem } from '../../../ingest/raw-item.ts';
import { createApplication } from '../../../services/api/application.ts';
import { listenLocally } from '../../../services/local/services-socket.ts';
import { HttpIntake } from '../../../services/system/http-intake.ts';
import { FakeParts } from '../api/fake-parts.ts';

const GREEK: CsvMapping = { decimal: ',', time: { format: 'iso', zone: 'Europe/Athens' } };
const HEADER = 'station_id;time;temp_out;note';

describe('what a command submits to a running system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-intake-'));
  const socket = join(folder, 's');
  const arrived: RawItem[] = [];
  let close: () => Promise<void>;

  before(async () => {
    const parts = new FakeParts().parts();
    const submit: typeof parts.intake.submit = async (network, _source, items) => {
      arrived.push(...items);
      return items.map(({ fields, unreadable }) =>
        fields === null
          ? { status: 'dead_letter', id: 'd', reason: 'unreadable', detail: unreadable ?? '' }
          : { status: 'accepted', network, station: String(fields['station_id']), time: 0 },
      );
    };
    close = await listenLocally(createApplication({ ...parts, parsePush, intake: { submit } }, 'local'), socket);
  });
  after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The items of a file with a header line. */
  function itemsOf(text: string | Buffer, mapping: CsvMapping): RawItem[] {
    const columns = CsvColumns.of(HEADER, 'observations', mapping);
    assert.ok(typeof columns !== 'string');
    const scanner = new CsvRowScanner(() => columns.delimiter);
    const rows = [...scanner.push(Buffer.from(text)), ...scanner.end()];
    return rows.map((row) => csvItem(row, columns, csvMediaType(mapping), `observations.csv:${row.line}`));
  }

  // They were dead letters of which it said "it is no JSON", and which no replay could read.
  it('are rows that cannot be read, which it refuses for the same reason and keeps with their mapping', async () => {
    const rows = [
      'a;2026-03-01 12:00;1,5;',
      'a;2026-03-01 12:10;1.013;',
      'a;2026-03-29 03:30;1,5;',
      'a;2026-03-01 12:20;1,5;"a;b" c',
      'a;2026-03-01 12:30',
      'b;2026-03-01 12:40;2,5;"two\nlines"',
      'b;2026-03-01 12:50;2.5;"two\nlines"',
      'b;2026-03-01 13:00;2,5;"not closed',
    ];
    const bytes = Buffer.concat([
      Buffer.from(`${rows.slice(0, 2).join('\n')}\n`),
      Buffer.from('m\xfc;2026-03-01 12:15;1,5;\n', 'latin1'),
      Buffer.from(`${rows.slice(2).join('\n')}\n`),
    ]);
    const items = itemsOf(bytes, GREEK);
    assert.equal(items.filter(({ fields }) => fields === null).length, 7);
    const results = await new HttpIntake(socket).submit('north', 'import', items);
    const told = results.map((result) => (result.status === 'accepted' ? result.station : result.detail));
    assert.deepEqual(
      told,
      items.map(({ fields, unreadable }) => (fields === null ? unreadable : fields['station_id'])),
    );
    const kept = (item: RawItem) => [item.mediaType, item.context, Buffer.from(item.body).toString('latin1')];
    const unread = (of: readonly RawItem[]) => of.filter(({ fields }) => fields === null).map(kept);
    assert.deepEqual(unread(arrived).sort(), unread(items).sort());
  });

  it('is many rows, read or not, and each has its own result', async () => {
    const text = Array.from({ length: 4_500 }, (_, at) => `s${at};2026-03-01 12:00;${at % 3 === 0 ? '1.5' : '1,5'};`);
    const results = await new HttpIntake(socket).submit('north', 'import', itemsOf(text.join('\n'), GREEK));
    assert.equal(results.length, text.length);
    for (const [at, result] of results.entries()) {
      assert.equal(result.status, at % 3 === 0 ? 'dead_letter' : 'accepted');
      if (result.status === 'accepted') assert.equal(result.station, `s${at}`);
    }
  });
});
