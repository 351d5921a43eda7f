import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { splitRecord } from '../../../../ingest/feeds/csv/csv-record.ts';
import { type CsvRow, CsvRowScanner } from '../../../../ingest/feeds/csv/csv-rows.ts';

function scan(bytes: Buffer, chunk: number, delimiter = ','): CsvRow[] {
  const scanner = new CsvRowScanner(() => delimiter);
  const rows: CsvRow[] = [];
  for (let start = 0; start < bytes.length; start += chunk)
    rows.push(...scanner.push(bytes.subarray(start, start + chunk)));
  return [...rows, ...scanner.end()];
}

describe('records of CSV', () => {
  it('are split as csv-parse splits them, in pieces of any size', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', ',', '""', 'a\nb', 'é', '🌧', ' 1.5 '));
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 40 }), (cells, chunk) => {
        const quoted = cells.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','));
        const bytes = Buffer.from(quoted.join('\n'));
        const expected: string[][] = parse(bytes);
        const found = scan(bytes, chunk).map((row) => splitRecord(row.text, ','));
        // A lone CR ends a line here as a LF does, and inside quotes both become LF.
        const alike = (rows: (string[] | undefined)[]) =>
          rows.map((row) => row?.map((each) => each.replace(/\r\n?/g, '\n')));
        assert.deepEqual(alike(found), alike(expected));
      }),
    );
  });

  it('without quotation marks are split at each delimiter', () => {
    const cell = fc.string().map((text) => text.replace(/[",\r\n]/g, ''));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        assert.deepEqual(splitRecord(cells.join(','), ','), cells);
      }),
    );
  });

  it('with quotation marks that do not fit are none', () => {
    assert.equal(splitRecord('a,"b', ','), undefined);
    assert.equal(splitRecord('a,"b"c,d', ','), undefined);
    assert.deepEqual(splitRecord('a,5" pipe,c', ','), ['a', '5" pipe', 'c']);
    assert.deepEqual(splitRecord('"a;b";;""', ';'), ['a;b', '', '']);
  });

  it('end in LF, CRLF or CR, mixed, with a byte-order mark and empty lines', () => {
    const bytes = Buffer.from('\ufeffa,b\r\n1,2\n\n3,4\r5,6\r\n   \n7,8');
    for (let chunk = 1; chunk <= bytes.length; chunk += 1) {
      const rows = scan(bytes, chunk);
      assert.deepEqual(
        rows.map((row) => [row.line, row.text]),
        [
          [1, 'a,b'],
          [2, '1,2'],
          [4, '3,4'],
          [5, '5,6'],
          [7, '7,8'],
        ],
        `chunks of ${chunk}`,
      );
    }
  });

  it('that are no UTF-8 spoil their own line only, and their bytes are kept', () => {
    const tail = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
    const rows = scan(Buffer.concat([Buffer.from('a\n1\n'), tail, Buffer.from('\n2\n')]), 1000);
    assert.deepEqual(
      rows.map((row) => row.text),
      ['a', '1', '', '2'],
    );
    assert.deepEqual(rows[2]?.bytes, tail);
    assert.match(rows[2]?.unreadable ?? '', /UTF-16|no UTF-8/);
    assert.equal(rows[3]?.line, 4);
  });

  it('with a quotation mark that is never closed do not swallow the others', () => {
    const lines = ['a,b', '1,"open', ...Array.from({ length: 200 }, (_, index) => `${index},x`)];
    const rows = scan(Buffer.from(lines.join('\n')), 64);
    assert.equal(rows.length, lines.length);
    assert.deepEqual(
      rows.filter((row) => row.unreadable !== '').map((row) => row.line),
      [2],
    );
    assert.equal(rows[150]?.line, 151);
  });

  it('longer than any row can be are cut, and the next line is good', () => {
    const rows = scan(Buffer.concat([Buffer.from('a\n'), Buffer.alloc(3 << 20, 'x'), Buffer.from('\nb\n')]), 1 << 16);
    assert.deepEqual(
      rows.map((row) => [row.line, row.text, row.unreadable !== '']),
      [
        [1, 'a', false],
        [2, '', true],
        [3, 'b', false],
      ],
    );
    assert.ok((rows[1]?.bytes?.length ?? 0) < 10_000);
  });
});
