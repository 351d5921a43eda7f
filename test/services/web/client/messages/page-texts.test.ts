import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../../../../schemas/package-root.ts';
import { pageTexts } from './page-texts.ts';

const CLIENT = packageFile('services', 'web', 'client');

/** What looks like a text of the pages, and is the same in every language or never shown. */
const SAME = new Set([
  // Units, and the name of a key.
  ...['hPa', 'mm', 'km/h', 'kn', 'mph', 'inHg', 'in', 'Esc'],
  // Fonts and selectors.
  ...['500 11px system-ui, sans-serif', '600 12px system-ui, sans-serif', '12px system-ui, sans-serif', '#pages a'],
  // What goes over the wire: a header, a state of a dataset, and how an issuer begins to answer.
  ...['Authorization', 'Deleted', 'Bearer ', 'Account is not fully set up'],
]);

describe('the texts of the pages', () => {
  const textsIn = (source: string) => pageTexts('page.ts', source).map(({ text }) => text);

  it('are found where elements and attributes get them, and where a sentence stands', () => {
    assert.deepEqual(textsIn(`element('p', { class: 'row soft' }, 'Nothing')`), ['Nothing']);
    assert.deepEqual(textsIn('element("p", {}, isIt && `older`)'), ['older']);
    assert.deepEqual(textsIn(`element('button', { title: isIt ? 'close' : '×', type: 'button' })`), ['close']);
    assert.deepEqual(textsIn(`openForm({ title: message('x.y'), does: 'Save', name: 'Save it' })`), ['Save']);
    assert.deepEqual(textsIn(`box.textContent = 'sent';`), ['sent']);
    assert.deepEqual(textsIn(`const WORDS = { spike: 'one spike', stuck: 'Stuck' };`), ['one spike', 'Stuck']);
  });

  it('are none of what only the machine reads', () => {
    assert.deepEqual(textsIn(`import { a } from './some text.ts';`), []);
    assert.deepEqual(textsIn(`element('p', { class: 'row soft' }, message('list.none'), ' ', '–', '12 °C')`), []);
    assert.deepEqual(textsIn(`throw new Error('there is no such thing')`), []);
    assert.deepEqual(textsIn(`if (key === 'Escape') close('station')`), []);
  });

  it('stand in the catalogues alone', () => {
    const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const outside = files
      // Programs of curl and Python, and statements of SQL, are the same in every language.
      .filter(
        (name) =>
          !['vite.config.ts', 'leaflet-parts.ts', 'data/data-request.ts', 'datasets/statements.ts'].includes(name),
      )
      .flatMap((name) =>
        pageTexts(name, readFileSync(join(CLIENT, name), 'utf8'))
          .filter(({ text }) => !SAME.has(text))
          .map(({ line, text }) => `${name}:${line} ${text}`),
      );
    assert.deepEqual(outside, []);
  });
});
