import assert from 'node:assert/strict';
import { readPage, sectionOf } from './markdown-page.ts';

/** A figure: `0.984`, `68,521`, `92 %`. Names such as 3sigma have none. */
const FIGURE = /(?<![\w.,])\d[\d.,]*\d(?: %)?|(?<![\w.,])\d %/g;

describe('The figures of README.md', () => {
  // The first page went on to tell the F1 of weights that trees had replaced.
  it('are those of the sections that it names for them', () => {
    const strengths = sectionOf(readPage('README.md'), 'strengths');
    const lines = strengths.split('\n').filter((line) => line.startsWith('- '));
    assert.ok(lines.length >= 5, strengths);
    let compared = 0;
    let before = '';
    for (const line of lines) {
      const linked = Array.from(line.matchAll(/\]\((docs\/[\w-]+\.md)(?:#([\w-]+))?\)/g), ([, name, anchor]) =>
        sectionOf(readPage(name), anchor),
      );
      // A line without a page of its own goes on with "the same table" of the one before.
      const told = linked.length > 0 ? linked : [before];
      before = told.join('\n');
      for (const [figure] of line.replace(/\]\([^)]*\)/g, ']').matchAll(FIGURE)) {
        compared++;
        assert.ok(
          told.some((text) => figuresOf(text).has(figure)),
          `${figure}, of which README.md says: ${line}`,
        );
      }
    }
    assert.ok(compared >= 12, `only ${compared} figures`);
  });
});

/** The figures of a text; a share in a table of shares stands without its sign. */
function figuresOf(text: string): ReadonlySet<string> {
  const figures = new Set<string>();
  for (const [figure] of text.matchAll(FIGURE)) {
    figures.add(figure);
    figures.add(`${figure} %`);
  }
  return figures;
}
