import assert from 'node:assert/strict';
import { countTitle } from '../../../../../services/web/client/now/count-title.ts';
import { readBy } from '../messages/reader.ts';

describe('what stands beside a count', () => {
  // It was "1 Outages of the feed" and "1 Silent stations".
  it('is in the singular for one, in every language', async () => {
    const said: Readonly<Record<string, readonly string[]>> = {
      en: ['Silent station', 'Silent stations', 'Outage of the feed', 'Outages of the feed'],
      de: ['Stumme Station', 'Stumme Stationen', 'Ausfall der Übertragung', 'Ausfälle der Übertragung'],
      fr: ['Station muette', 'Stations muettes', 'Interruption de la transmission', 'Interruptions de la transmission'],
      el: ['Σιωπηλός σταθμός', 'Σιωπηλοί σταθμοί', 'Διακοπή της μετάδοσης', 'Διακοπές της μετάδοσης'],
    };
    for (const [language, titles] of Object.entries(said)) {
      await readBy({}, [language]);
      const found = (['silent', 'outages'] as const).flatMap((group) => [countTitle(group, 1), countTitle(group, 2)]);
      assert.deepEqual(found, titles);
    }
  });

  it('is that of weather whatever the number', async () => {
    await readBy();
    assert.deepEqual(
      [countTitle('weather', 1), countTitle('recovered', 1)],
      ['Weather now', 'Recovered in the last 24 hours'],
    );
  });
});
