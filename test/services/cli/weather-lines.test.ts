import assert from 'node:assert/strict';
import type { WeatherEvent } from '../../../schemas/weather-event.ts';
import { reportedWeatherEvent } from '../../../services/answers/reported-weather-event.ts';
import { weatherLines } from '../../../services/cli/detector/weather-lines.ts';

const START = Date.UTC(2026, 2, 1, 10);

function event(stations: number, changes: Partial<WeatherEvent> = {}): WeatherEvent {
  return {
    ...{ id: `e${stations}`, network: 'north', kind: 'front', start: START, end: START + 3_600_000 },
    stations: Array.from({ length: stations }, (_, k) => ({
      ...{ station: `s${k}`, stationName: `Station ${k}`, time: START },
      changes: { temp_out: -6.123_456_789 },
    })),
    ...{ changes: { temp_out: -6 }, motion: { direction: 359.7, speed: 44.6 }, anomalyIds: [], state: 'settled' },
    ...{ reason: `${stations} of 30 stations show the same change`, configuration: 'c', version: 'v', ...changes },
  };
}

const look = { paint: (_style: unknown, text: string) => text, width: 100, verbose: false };

describe('weather events on the console', () => {
  it('are a row each with where they came from, and the reason below', () => {
    const lines = weatherLines([event(12), event(2, { kind: 'storm', motion: null })].map(reportedWeatherEvent), look);
    assert.deepEqual(lines.slice(0, 2), ['', 'Weather over several stations']);
    assert.match(lines[3], /^2026-03-01T10:00:00Z +2026-03-01T11:00:00Z +front +12 +0 deg +45 km\/h$/);
    assert.equal(lines[4], '    12 of 30 stations show the same change');
    assert.match(lines[5], /storm +2 +- +-$/);
  });

  it('are those of most stations where there are many, in the order of time', () => {
    const events = Array.from({ length: 20 }, (_, k) => reportedWeatherEvent(event(k + 2)));
    const lines = weatherLines(events, look);
    assert.match(lines[3], / 10 /);
    assert.match(lines[lines.length - 1], /8 weather events/);
    assert.equal(weatherLines([], look).length, 0);
  });
});

describe('a reported weather event', () => {
  it('has whole degrees below 360, and changes without noise', () => {
    const { direction, speed, stations } = reportedWeatherEvent(event(2));
    assert.deepEqual([direction, speed, stations[0].changes], [0, 45, { temp_out: -6.123 }]);
  });
});
