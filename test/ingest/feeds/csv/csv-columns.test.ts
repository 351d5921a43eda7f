import assert from 'node:assert/strict';
import { CsvColumns, type CsvFields, type CsvTable } from '../../../../ingest/feeds/csv/csv-columns.ts';

/** The fields of a row of a file with decimal commas, or why it has none. */
function read(header: string, table: CsvTable, row: string): CsvFields | string {
  const columns = CsvColumns.of(header, table, { decimal: ',' });
  assert.ok(typeof columns !== 'string', String(columns));
  return columns.read(row);
}

describe('a decimal comma of a column', () => {
  const bar = (cell: string) => {
    const fields = read('station_id;time;bar', 'observations', `a;2026-03-01 00:00:00;${cell}`);
    return typeof fields === 'string' ? fields : fields['bar'];
  };

  it('becomes a point', () => {
    assert.deepEqual(['1013,2', ' 1013,2 ', '-0,5', '1013', ''].map(bar), ['1013.2', ' 1013.2 ', '-0.5', '1013', '']);
  });

  // 1.013 counted as 1.013 hPa.
  it('refuses a number with a point beside it, which may be a thousand', () => {
    for (const cell of ['1.013', '1.013,2', '.5']) {
      assert.equal(
        bar(cell),
        `bar is '${cell}', should have no point beside its decimal comma, such as 1013,2 (the mapping says "decimal": ",")`,
      );
    }
  });

  // The message about 1.013,2 showed 1.013.2, which is not in the file.
  it('leaves what is no number as it is in the file', () => {
    assert.deepEqual(['1,013,2', 'x,y', 'n.a.'].map(bar), ['1,013,2', 'x,y', 'n.a.']);
  });

  it('takes a position with a point, which has no thousands', () => {
    const fields = read('station_id;latitude;longitude', 'stations', 'a;51.5;4,25');
    assert.deepEqual(fields, { station_id: 'a', latitude: '51.5', longitude: '4.25' });
  });
});
