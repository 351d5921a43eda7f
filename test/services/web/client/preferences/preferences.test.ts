import assert from 'node:assert/strict';
import { spokenLanguage } from '../../../../../services/web/client/preferences/languages.ts';
import { readChoices } from '../../../../../services/web/client/preferences/preferences.ts';

describe('how the pages show things', () => {
  it('is in the first language of the browser that the pages have, with the region of the browser', () => {
    assert.deepEqual(spokenLanguage(null, ['nl-BE', 'fr-BE', 'en-GB']), { language: 'fr', locale: 'fr-BE' });
    assert.deepEqual(spokenLanguage(null, ['el']), { language: 'el', locale: 'el-GR' });
    assert.deepEqual(spokenLanguage(null, ['nl', 'zh']), { language: 'en', locale: 'en-GB' });
    assert.deepEqual(spokenLanguage(null, []), { language: 'en', locale: 'en-GB' });
  });

  it('is in the language that was chosen, before that of the browser', () => {
    assert.deepEqual(spokenLanguage('de', ['en-US', 'de-AT']), { language: 'de', locale: 'de-AT' });
    assert.deepEqual(spokenLanguage('de', ['en-US']), { language: 'de', locale: 'de-DE' });
  });

  it('leaves to the browser what cannot be read of the kept choices', () => {
    const unchosen = { language: null, units: 'metric', zone: 'UTC' };
    for (const text of [null, '', '{', '[]', '7', 'null', '{"language":"xx","units":"cubits","zone":"Mars/Olympus"}']) {
      assert.deepEqual(readChoices(text), unchosen, String(text));
    }
    const chosen = { language: 'el', units: 'knots', zone: 'Europe/Athens' };
    assert.deepEqual(readChoices(JSON.stringify(chosen)), chosen);
  });
});
