import assert from 'node:assert/strict';
import { SeenElements } from '../../../../ingest/feeds/import/seen-elements.ts';
import { byVariable } from '../../../../schemas/variables.ts';

const values = byVariable(() => null);

describe('the elements that observations have', () => {
  it('are packaged ones by whichever of their names, each once, where they have a number', () => {
    const seen = new SeenElements();
    assert.deepEqual(seen.names(), []);
    seen.note({ values, extras: { wind_gust: 'strong', wind_dir_str: 'N', leaf_wetness: 3 } });
    assert.deepEqual(seen.names(), []);
    seen.note({ values, extras: { wind_gust: 12, solar_radiation: 300 } });
    seen.note({ values, extras: { hi_speed: 12, dew_point_temperature: 4 } });
    assert.deepEqual(seen.names(), ['dew_point', 'solar_radiation', 'wind_gust']);
  });
});
