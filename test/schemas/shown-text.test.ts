import assert from 'node:assert/strict';
import { readIdentifier, readNetwork } from '../../ingest/validation/identifier.ts';
import { readStation } from '../../ingest/validation/station-fields.ts';
import { apRequest } from '../../schemas/http/datasets/property-graph.ts';
import { uploadForm } from '../../schemas/http/datasets/upload-form.ts';
import { nameText } from '../../schemas/http/name-text.ts';
import { stationBody } from '../../schemas/http/station-body.ts';
import { isShownName, isShownText } from '../../schemas/shown-text.ts';
import { unusableFileName } from '../../services/datasets/uploads/file-name.ts';

const SEEN = [
  'alpha 7',
  'Σταθμός Πεντέλη',
  'Saint-Étienne',
  'Sainte-E\u0301tienne',
  'Кёнигсберг',
  'दिल्ली केंद्र',
  'क्\u200dष',
  'क्\u200cष',
  'ශ්\u200dරී',
  'می\u200cشود',
  'القاهرة',
  'ירושלים',
  '東京 気象台',
  'สถานี',
  '🌧 ⛰\ufe0f 🌧\ufe0f',
];

const UNSEEN = [
  'a\u0000b',
  'a\u0007b',
  'a\u001b[31mb',
  'a\u007fb',
  'a\u0085b',
  'a\u009bb',
  'a\u00adb',
  'a\u034fb',
  'a\u061cb',
  'a\u115fb',
  'a\u180eb',
  'a\u200bb',
  'a\u200cb',
  'a\u200db',
  'д\u200dд',
  'م\u200dم',
  'a\u200eb',
  'a\u200fb',
  'a\u2028b',
  'a\u2029b',
  'a\u202ab',
  'a\u202eb',
  'a\u2060b',
  'a\u2066b',
  'a\u2069b',
  'a\u3164b',
  'a\ufe0fb',
  'a\ufeffb',
  'a\ufff9b',
  'a\ufffdb',
  'a\ud800b',
  'a\u{e0041}b',
  'a\u{1d173}b',
];

const code = (text: string) => JSON.stringify(text).replace(/[^ -~]/gu, (c) => `U+${c.codePointAt(0)?.toString(16)}`);
const place = { latitude: 38, longitude: 23.7 };

describe('names that are shown', () => {
  for (const name of SEEN) {
    it(`may be in any script: ${code(name)}`, () => {
      assert.ok(isShownName(name) && isShownText(name));
      assert.equal(readIdentifier(name), name);
      assert.equal(readNetwork(name), name);
      assert.ok(nameText.safeParse(name).success);
      assert.equal(stationBody.parse({ ...place, station_name: name }).station_name, name);
      const station = readStation({ ...place, id: 's', name }, 'north', 0, []);
      assert.equal('name' in station && station.name, name);
    });
  }

  for (const name of UNSEEN) {
    it(`hide nothing: ${code(name)}`, () => {
      assert.ok(!isShownName(name) && !isShownText(name));
      assert.equal(readIdentifier(name), undefined);
      assert.equal(readNetwork(name), undefined);
      assert.ok(!nameText.safeParse(name).success);
      const node = { '@id': 1, labels: [], properties: { name } };
      assert.ok(!apRequest.safeParse({ nodes: [node], edges: [] }).success);
      assert.notEqual(unusableFileName(name), null);
      assert.ok(!uploadForm.safeParse({ dataset_id: 'd', file: '', file_name: name }).success);
      assert.ok(!stationBody.safeParse({ ...place, station_name: name }).success);
      const [problem] = readStation({ ...place, id: 's', name }, 'north', 0, ['body']) as { msg: string }[];
      assert.match(problem?.msg ?? '', /^name is .*invisible/);
    });
  }

  it('are of one line, where a text may have several', () => {
    assert.ok(!isShownName('a\nb') && isShownText('a\r\n\tb'));
  });
});
