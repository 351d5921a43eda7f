// npm run language -- [--verbose] [--sample N --seed N] [FILE...]
//
// Prints how the pages of the root, of docs/, deploy/ and detectors/ are written: sentences, words a sentence, the share of
// sentences with more than 25 words, headings that are clauses, and words of the list that is not used. It judges nothing: the test
// language.test.ts does. --verbose names the headings, the words and the long sentences; --sample prints sentences instead,
// drawn by a seed from all files together, with the page of each.

import { seeded } from '../../detectors/stages/small-network.ts';
import { countOf, runOptions } from '../../run-options.ts';
import { type LanguageFigures, LONGEST, measureLanguage, sampleOf } from './measure.ts';
import { parsePages } from './pages.ts';
import { wordsOf } from './prose.ts';

const { values, positionals } = runOptions({
  options: {
    verbose: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '7' },
  },
  allowPositionals: true,
});

const pages = parsePages(positionals);

if (values.sample !== undefined) {
  const sentences = pages.flatMap(({ name, prose }) => prose.sentences.map((sentence) => `${name}: ${sentence}`));
  for (const line of sampleOf(sentences, countOf(values, 'sample'), seeded(countOf(values, 'seed')))) console.log(line);
} else {
  console.log(lineOf('file', ['sentences', 'words', 'long', 'headings', 'clauses', 'unused']));
  for (const { name, prose } of pages) {
    const figures = measureLanguage([prose]);
    console.log(lineOf(name, cellsOf(figures)));
    if (!values.verbose) continue;
    for (const heading of figures.clauses) console.log(`  heading: ${heading}`);
    for (const { word, instead, around } of figures.unused) console.log(`  ${word} (${instead}): ${around}`);
    for (const sentence of prose.sentences) {
      const words = wordsOf(sentence).length;
      if (words > LONGEST) console.log(`  ${words} words: ${sentence}`);
    }
  }
  console.log(lineOf('all', cellsOf(measureLanguage(pages.map(({ prose }) => prose)))));
}

function cellsOf({ sentences, average, long, headings, clauses, unused }: LanguageFigures): string[] {
  const share = `${(100 * long).toFixed(1)} %`;
  return [`${sentences}`, average.toFixed(1), share, `${headings}`, `${clauses.length}`, `${unused.length}`];
}

function lineOf(name: string, cells: readonly string[]): string {
  return name.padEnd(32) + cells.map((cell) => cell.padStart(10)).join('');
}
