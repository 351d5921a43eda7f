import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { seeded } from '../../detectors/stages/small-network.ts';
import { measureLanguage, sampleOf } from './measure.ts';
import { NOT_YET } from './not-yet.ts';
import { parsePages, sourceTexts } from './pages.ts';
import { isClause, proseOf, textsOf } from './prose.ts';
import { UNUSED_WORDS, unusedWordsIn } from './unused-words.ts';

/** Files in which a word of the list means another thing: the floors of the architecture, names of functions. */
const OTHER_MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^(?:CONTRIBUTING\.md|docs\/architecture\.md|docs\/decisions\/.*)$/, 'floor'],
  [/\/allowed-functions\.ts$/, 'floor'],
];

/** Words of the list in a text of a file, as a person is told of them. */
function wrongWords(name: string, text: string): string[] {
  return unusedWordsIn(text)
    .filter(({ word }) => !OTHER_MEANINGS.some(([file, other]) => file.test(name) && word === other))
    .map(({ word, instead, around }) => `${name}: '${word}' in '${around}', should be: ${instead}`);
}

/** As NOT_YET has a file. */
const listed = (name: string) => (name.endsWith('.ts') ? basename(name) : name);

describe('the language', () => {
  const wrong = new Map<string, string[]>();
  before(() => {
    for (const { name, prose } of parsePages()) {
      const clauses = prose.headings
        .filter(isClause)
        .map((heading) => `${name}: '${heading}' should be a noun or a task`);
      wrong.set(name, [...wrongWords(name, prose.text), ...clauses]);
    }
    for (const { name, texts } of sourceTexts()) wrong.set(name, wrongWords(name, texts.join('\n')));
  });

  it('has no word of the list and no clause as a heading, in the files that are done', () => {
    const done = [...wrong].filter(([name]) => !NOT_YET.includes(listed(name)));
    assert.ok(done.length > 300, `${done.length} files are read`);
    assert.deepEqual(
      done.flatMap(([, found]) => found),
      [],
    );
  });

  it('lists as not done only files that are not', () => {
    const open = new Set([...wrong].filter(([, found]) => found.length > 0).map(([name]) => listed(name)));
    const over = NOT_YET.filter((name) => !open.has(name));
    assert.deepEqual(over, [], 'take these out of NOT_YET');
  });

  it('is read as a person reads it', () => {
    const { headings, sentences } = proseOf(
      '---\ntitle: whence\n---\n# Guarantees\n\nOne `code of some words` **here**. A_NAME is _kept_. See [No. 8](a.md), annex 1.A. Third\nline.\n\n' +
        '```sh\necho whence\n```\n\n- An item\n- Another one\n\n| a | cell of a table with some words |\n| --- | --- |\n| 1 | 2 |\n',
    );
    assert.deepEqual(headings, ['Guarantees']);
    assert.deepEqual(sentences, [
      'One CODE here.',
      'A_NAME is kept.',
      'See No. 8, annex 1.A.',
      'Third line.',
      'An item',
      'Another one',
      'cell of a table with some words',
    ]);
    const inserted = `\`of ${'$'}{b} here\``;
    const source = `// it's a comment: 'no text'\nconst a = 'a text', b = 'key', c = ${inserted}; // \`none here\`\n`;
    assert.deepEqual(textsOf(source), ['a text', 'of CODE here']);
  });

  it('tells a clause from a noun and a task', () => {
    for (const heading of ['What holds', 'How long what is kept', 'Who may call', 'It cannot tell']) {
      assert.ok(isClause(heading), heading);
    }
    for (const heading of ['Guarantees', 'How-to', 'Data retention', 'Back up a running system', 'store_locked']) {
      assert.ok(!isClause(heading), heading);
    }
  });

  it('finds each word of the list, and leaves good English alone', () => {
    const text =
      'It stirs; they moved with it; its usual steps; the floor; in hindsight; the lateness; a bar; it vouches; it taught; ' +
      'an echo; its companions; a hindrance; the nursery; what people know; dearer; whence; to be had; it is none; ' +
      'in every form; it goes by that; it stands there; it holds for all; it comes of that.';
    const found = new Set(unusedWordsIn(text).map(({ word }) => word));
    assert.deepEqual(
      [...found],
      UNUSED_WORDS.map(({ word }) => word),
    );
    const fine =
      'There is none. It stands for a host. It stands out. floor(x). The allowed lateness. The store holds rows. ' +
      'HALCYON_HINDSIGHT is a setting. Pressure in a barometer. An HTML form.';
    assert.deepEqual(unusedWordsIn(fine), []);
  });

  it('is measured by sentences', () => {
    const long = Array.from({ length: 26 }, () => 'word').join(' ');
    const figures = measureLanguage([
      proseOf(`# What holds\n\nFour words are here. ${long[0].toUpperCase()}${long.slice(1)}.\n`),
    ]);
    assert.equal(figures.sentences, 2);
    assert.equal(figures.average, 15);
    assert.equal(figures.long, 0.5);
    assert.deepEqual(figures.clauses, ['What holds']);
  });

  it('is sampled by a seed', () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const drawn = sampleOf(items, 50, seeded(7));
    assert.deepEqual(drawn, sampleOf(items, 50, seeded(7)));
    assert.notDeepEqual(drawn, sampleOf(items, 50, seeded(8)));
    assert.equal(new Set(drawn).size, 50);
    assert.deepEqual(sampleOf([1, 2], 50, seeded(7)), [1, 2]);
  });
});
