import assert from 'node:assert/strict';
import { readConfiguredElements } from '../../../schemas/elements/configured-elements.ts';
import { DOCUMENTED_ELEMENTS } from '../../../schemas/elements/documented-elements.ts';
import { DOCUMENTED_VARIABLES } from '../../../schemas/elements/element.ts';
import { readElementFile } from '../../../schemas/elements/element-file.ts';
import { PACKAGED_ELEMENTS } from '../../../schemas/elements/packaged-elements.ts';

const noFile = (): string => {
  throw new Error('there is none');
};

const namesOf = (setting: string, read: (path: string) => string = noFile) =>
  readConfiguredElements(setting, read).elements.map(({ name }) => name);

describe('HALCYON_ELEMENTS', () => {
  it('names packaged elements, also by their CF standard name or the name a logger has for them', () => {
    assert.deepEqual(namesOf('wind_gust, dew_point_temperature,wind_dir'), [
      'wind_gust',
      'dew_point',
      'wind_direction',
    ]);
    assert.deepEqual(namesOf(''), []);
  });

  it('names files', () => {
    const file = JSON.stringify({
      elements: [
        {
          ...{ name: 'leaf_wet', standard_name: 'leaf_wetness', title: 'leaf wetness', unit: '%' },
          ...{ kind: 'bounded', relation: 'difference', low: 0, high: 100, resolution: 1, floor: 10 },
        },
      ],
    });
    assert.deepEqual(
      namesOf('wind_gust,./own.json', () => file),
      ['wind_gust', 'leaf_wet'],
    );
  });

  it('keeps nothing where a part of it is wrong, and says what would be right', () => {
    const { elements, problems } = readConfiguredElements('wind_gust,wind_gusts,./own.json', noFile);
    assert.deepEqual(elements, []);
    assert.match(
      problems[0],
      /^HALCYON_ELEMENTS names 'wind_gusts', should be one of wind_gust, .*, or the path of a file/,
    );
    assert.equal(problems[1], "HALCYON_ELEMENTS names './own.json', should be a file that can be read");
    assert.deepEqual(readConfiguredElements('wind_gust,hi_speed', noFile).problems, [
      'HALCYON_ELEMENTS names wind_gust twice',
    ]);
  });

  it('keeps nothing where two files call different things by one name', () => {
    const fileOf = (name: string) =>
      JSON.stringify({
        elements: [
          {
            ...{ name, standard_name: 'leaf_wetness', title: 'leaf wetness', unit: '%', aliases: ['lw'] },
            ...{ kind: 'bounded', relation: 'difference', low: 0, high: 100, resolution: 1, floor: 10 },
          },
        ],
      });
    const { elements, problems } = readConfiguredElements('./one.json,./other.json', (path) =>
      fileOf(path === './one.json' ? 'leaf_wet' : 'leaf_dry'),
    );
    assert.deepEqual([elements, problems], [[], ['HALCYON_ELEMENTS names lw twice']]);
  });
});

describe('the elements that come with Halcyon', () => {
  it('have the five of the document first, in its order', () => {
    assert.deepEqual(
      DOCUMENTED_ELEMENTS.map(({ name }) => name),
      DOCUMENTED_VARIABLES,
    );
  });

  it('could stand in a file of their own', () => {
    const elements = PACKAGED_ELEMENTS.map(
      ({ standardName, restsAt, isSolar, isLearnt, behavesAs, aliases: _, ...element }) => ({
        ...element,
        ...{ name: `own_${element.name}`, standard_name: standardName, rests_at: restsAt },
        ...{ is_solar: isSolar, is_learnt: isLearnt, behaves_as: behavesAs },
      }),
    );
    assert.deepEqual(readElementFile(JSON.stringify({ elements })).problems, []);
  });
});
