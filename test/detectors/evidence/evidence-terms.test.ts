import assert from 'node:assert/strict';
import { SPATIAL_METHODS } from '../../../detectors/spatial/registry.ts';
import type { WindowView } from '../../../detectors/windows/window-view.ts';
import { calm, question, ring, S } from '../spatial/calm-air.ts';
import { WrittenWindows } from '../spatial/written-windows.ts';

const METHODS = new Map(SPATIAL_METHODS);

/** Neighbours and a station with a temperature that leaps, and nothing else. */
function temperatureAlone(): WrittenWindows {
  const windows = new WrittenWindows();
  for (let station = 0; station <= 3; station++) {
    windows.fill(station, 'temp_out', S - 48, S + 12, (slot) => (station === 0 && slot >= S ? 30 : 15));
  }
  return windows;
}

function termsOf(windows: WrittenWindows & WindowView, name: 'pearson' | 'distance'): Record<string, number | null> {
  const { evidence } = METHODS.get(name)?.verify(question(windows, ring(3), { known: S + 6 })) ?? { evidence: {} };
  return (evidence as { terms: Record<string, number | null> }).terms;
}

const OF_OTHERS = ['companions', 'alike', 'stray', 'together', 'unsettled_others', 'wet'];
const LAST_STEPS = ['others_step', 'others_alone', 'others_alone_second', 'others_stir', 'rain', 'rain_around'];

describe('the terms of evidence', () => {
  for (const name of ['pearson', 'distance'] as const) {
    it(`by ${name} say what other variables would tell to be unknown where nobody reports them`, () => {
      const terms = termsOf(temperatureAlone(), name);
      for (const term of [...OF_OTHERS, ...LAST_STEPS]) assert.equal(terms[term], null, term);
      assert.ok(Object.values(terms).filter((value) => value !== null).length > 20);
    });

    it(`by ${name} say that other variables are calm where they are`, () => {
      const windows = calm(3);
      for (const [variable, value] of [
        ['temp_out', 30],
        ['out_hum', 70],
        ['bar', 1013],
        ['rain', 0],
      ] as const) {
        windows.fill(0, variable, S, S + 12, () => value);
      }
      const terms = termsOf(windows, name);
      for (const term of [...OF_OTHERS, ...LAST_STEPS]) assert.equal(terms[term], 0, term);
    });
  }

  it('are shares of those neighbours that report a variable at all', () => {
    const windows = temperatureAlone();
    windows.fill(1, 'rain', S - 48, S + 12, (slot) => (slot === S ? 1 : 0));
    assert.equal(termsOf(windows, 'pearson')['wet'], 1);
    assert.equal(termsOf(windows, 'pearson')['companions'], null);
  });
});
