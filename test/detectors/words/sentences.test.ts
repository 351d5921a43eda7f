import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { impossibleReason } from '../../../detectors/checks/range-words.ts';
import {
  type SaturatedGrounds,
  type StandingGrounds,
  type StuckGrounds,
  saturatedReason,
  standingReason,
  stuckReason,
} from '../../../detectors/checks/stuck-words.ts';
import { type FaultGrounds, faultReason } from '../../../detectors/faults/fault-words.ts';
import { networkReason, stationReason } from '../../../detectors/outages/outage-words.ts';
import { type ChangeGrounds, changeReason } from '../../../detectors/spatial/change-words.ts';
import { type LevelGrounds, levelReason } from '../../../detectors/spatial/level-words.ts';
import {
  type NeighbourGrounds,
  neighboursRepeat,
  stationRepeated,
} from '../../../detectors/spatial/neighbour-words.ts';

const MINUTE_MS = 60_000;

const sentence = z.object({
  of: z.enum(['change', 'level', 'stuck', 'standing', 'saturated', 'fault', 'outage']),
  given: z.record(z.string(), z.unknown()),
  sentence: z.string(),
});

const AROUND: NeighbourGrounds = {
  ...{ classification: 'device_failure', variable: 'temp_out', within: 12, compared: 12, nearestKm: 12.3 },
  ...{ few: false, localWeather: null, unsettled: 0, wet: 0, usual: null },
};

const CHANGE: ChangeGrounds = { ...AROUND, size: 11, earlier: false, show: 0, weight: 0, largest: 0.41 };

const LEVEL: LevelGrounds = {
  ...AROUND,
  actual: 30,
  indicated: 15,
  votes: { away: 12, returned: 0, along: 0, still: 0 },
};

const STUCK: StuckGrounds = {
  ...{ variable: 'temp_out', value: 17.3, lasted: 120 * MINUTE_MS, atLeast: false },
  ...{ within: 5, compared: 5, nearestKm: 12.3, range: 2.4 },
};

const STANDING: StandingGrounds = {
  variable: 'wind_speed',
  value: 0,
  lasted: 360 * MINUTE_MS,
  compared: 12,
  wind: 18.2,
};

const SATURATED: SaturatedGrounds = {
  ...{ variable: 'out_hum', value: 100, lasted: 60 * MINUTE_MS, atLeast: false },
  ...{ compared: 11, implied: 55.4 },
};

const FAULT: FaultGrounds = {
  ...{
    variable: 'wind_speed',
    kind: 'level',
    offset: 48.4,
    ratio: null,
    minutes: null,
    unit: null,
    swappedWith: null,
    ceiling: null,
    unknownSince: null,
    values: 52,
    wrongs: null,
    stuckAt: null,
    adjusted: false,
  },
  start: Date.parse('2026-09-03T09:40Z'),
  last: Date.parse('2026-09-03T18:20Z'),
  end: null,
  neighbors: ['a', 'b', 'c'],
};

/** Times and lengths of time as the cases write them, in ms. */
function inMs(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (/^\d+ min$/.test(value)) return Number.parseInt(value, 10) * MINUTE_MS;
  return /^\d{4}-/.test(value) ? Date.parse(value) : value;
}

function said({ of, given }: z.infer<typeof sentence>): string {
  const rest = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, inMs(value)]));
  switch (of) {
    case 'change':
      return changeReason({ ...CHANGE, ...rest });
    case 'level':
      return levelReason({ ...LEVEL, ...rest });
    case 'stuck':
      return stuckReason({ ...STUCK, ...rest });
    case 'standing':
      return standingReason({ ...STANDING, ...rest });
    case 'saturated':
      return saturatedReason({ ...SATURATED, ...rest });
    case 'fault':
      return faultReason({ ...FAULT, ...rest });
    case 'outage':
      return networkReason({ kind: 'missing', stations: 5, usual: 8, shift: 0, ...rest });
  }
}

describe('the words of reasons', () => {
  const cases = z.array(sentence).parse(JSON.parse(readFileSync(new URL('sentences.json', import.meta.url), 'utf8')));
  for (const one of cases) {
    it(`${one.of}: ${one.sentence}`, () => {
      assert.equal(said(one), one.sentence);
    });
  }

  it('say what there is nothing to compare with', () => {
    assert.equal(neighboursRepeat(4, 8), '4 of 8 neighbours repeat old values; feed outage, nothing to compare with');
    assert.equal(neighboursRepeat(1, 1), 'its only neighbour repeats old values; feed outage, nothing to compare with');
    assert.equal(stationRepeated(5), 'the station repeated its values for 5 reports before; nothing to compare with');
  });

  it('say of one station that it repeated itself, and of a value that it cannot be', () => {
    assert.equal(
      stationReason(13, false, 0),
      'the station alone repeated all values for 2 h 10 min: its logger or its connection',
    );
    assert.match(stationReason(13, true, 0), / for at least 2 h 10 min: /);
    assert.equal(
      stationReason(13, false, 9),
      'the station alone sent values of 1 h 30 min before again for 2 h 10 min: its logger or its gateway',
    );
    assert.equal(impossibleReason('temp_out', 500), '500 degC is physically impossible');
  });

  it('are at most two statements of at most 20 words, without a term of the code', () => {
    const terms = /stir|forecast|candidate|weight|correlation|imply|implies|vouch|echo|moved with|usual step/;
    for (const one of cases) {
      const statements = one.sentence.split('; ');
      assert.ok(statements.length <= 2, one.sentence);
      for (const words of statements) assert.ok(words.split(' ').length <= 20, words);
      assert.doesNotMatch(one.sentence, terms);
    }
  });
});
