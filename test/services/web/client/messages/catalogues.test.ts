import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { packageFile } from '../../../../../schemas/package-root.ts';
import { message } from '../../../../../services/web/client/messages/message.ts';
import { LANGUAGES } from '../../../../../services/web/client/preferences/languages.ts';
import { readBy } from './reader.ts';

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;

function catalogueOf(language: string): Catalogue {
  const file = packageFile('services', 'web', 'client', 'messages', `${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
}

/** The messages of a catalogue by `group.name`. */
function messagesOf(language: string): Map<string, string> {
  return new Map(
    Object.entries(catalogueOf(language)).flatMap(([group, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
    ),
  );
}

/** The names of a message's arguments, each with its kind; an error where it cannot be read. */
function argumentsOf(text: string, language: string): string[] {
  const found = new Set<string>();
  const look = (nodes: readonly unknown[]): void => {
    for (const node of nodes as { type: number; value?: string; options?: Record<string, { value: unknown[] }> }[]) {
      // The types of intl-messageformat's syntax tree: 0 is text, 7 the # of a plural.
      if (node.type !== 0 && node.type !== 7) found.add(`${node.value} ${node.type}`);
      for (const { value } of Object.values(node.options ?? {})) look(value);
    }
  };
  look(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst());
  return [...found].sort();
}

describe('the catalogues of messages', () => {
  const english = messagesOf('en');

  for (const language of Object.keys(LANGUAGES)) {
    it(`in ${language} has every message, in the order of the English one, each with its arguments`, () => {
      const own = messagesOf(language);
      assert.deepEqual([...own.keys()], [...english.keys()]);
      for (const [key, text] of own) {
        assert.notEqual(text.trim(), '', key);
        assert.equal(text, text.trim(), key);
        // In ICU MessageFormat a straight apostrophe quotes what follows.
        assert.doesNotMatch(text, /'/, key);
        const names = (all: readonly string[]) => [...new Set(all.map((one) => one.split(' ')[0]))];
        const expected = argumentsOf(english.get(key) ?? '', 'en');
        assert.deepEqual(names(argumentsOf(text, language)), names(expected), key);
      }
    });
  }

  it('are translated: no other catalogue has a sentence of the English one', () => {
    for (const language of ['de', 'fr', 'el']) {
      const same = [...messagesOf(language)].filter(([key, text]) => /\.$/.test(text) && english.get(key) === text);
      assert.deepEqual(same, [], language);
    }
  });

  it('speak the language of the reader, with one locale for its numbers', async () => {
    await readBy();
    assert.equal(message('list.more', { n: 1234 }), '1,234 more');
    await readBy({ language: 'de' });
    assert.equal(message('list.more', { n: 1234 }), '1.234 weitere');
    await readBy({}, ['el-GR', 'en']);
    assert.equal(message('shell.map'), 'Χάρτης');
    await readBy({}, ['fr-CA']);
    assert.deepEqual([message('list.more', { n: 1 }), message('list.more', { n: 2 })], ['1 autre', '2 autres']);
  });

  it('have the words of index.html, which stands before they are loaded', () => {
    const page = readFileSync(packageFile('services', 'web', 'client', 'index.html'), 'utf8');
    for (const key of ['shell.skip', 'shell.brand', 'shell.pages', 'shell.loading']) {
      assert.ok(page.includes(english.get(key) ?? key), key);
    }
  });
});
