import assert from 'node:assert/strict';
import { markdownTable } from './markdown-table.ts';

describe('a table in Markdown', () => {
  it('has its columns in line', () => {
    const table = markdownTable(
      ['what', 'F1'],
      [
        ['mixed', '0.97'],
        ['a longer name', '1'],
      ],
    );
    assert.equal(
      table,
      [
        '| what          |   F1 |',
        '| ------------- | ---: |',
        '| mixed         | 0.97 |',
        '| a longer name |    1 |',
      ].join('\n'),
    );
  });
});
