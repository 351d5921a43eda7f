import assert from 'node:assert/strict';
import { weatherAnswerShape } from '../../../../schemas/http/answers/weather-answer.ts';
import type { ReportedWeatherEvent } from '../../../../schemas/reports/reported-weather-event.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON } from '../../api/some-records.ts';

const PATH = '/api/v1/weather-events';

function event(changes: Partial<ReportedWeatherEvent> = {}): ReportedWeatherEvent {
  const station = (name: string, time: string) => ({
    ...{ station_id: name, station_name: name.toUpperCase(), time },
    changes: { temp_out: -6 },
  });
  return {
    weather_event_id: '0123456789abcdef0123456789abcdef',
    network: 'north',
    kind: 'front',
    start: '2026-03-01T10:00:00Z',
    end: '2026-03-01T11:00:00Z',
    stations: [station('a', '2026-03-01T10:00:00Z'), station('b', '2026-03-01T11:00:00Z')],
    changes: { temp_out: -6 },
    direction: 250,
    speed: 45,
    state: 'settled',
    reason: '2 of 3 stations show the same change from 10:00 to 11:00: temperature -6.0 degC',
    anomaly_ids: [],
    version: '0123456789abcdef',
    ...changes,
  };
}

describe('GET /api/v1/weather-events', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.report = { ...running.parts.report, weather: [event()] };
  });

  it('shows the events of a detection with verification, and its stretch', async () => {
    const { body } = await running.request(`${PATH}?network=north`);
    const { metadata } = running.parts.report;
    assert.deepEqual(weatherAnswerShape.parse(body), {
      ...{ network: 'north', from: metadata.start, to: metadata.timestamp },
      weather_events: [event()],
      next_cursor: null,
    });
    assert.deepEqual(running.parts.detections.at(-1)?.body, {
      network: 'north',
      start_time: '2026-02-28T12:00:00Z',
      end_time: '2026-03-01T12:00:00Z',
      spatial_verify: true,
    });
  });

  it('gives pages, newest first, each event once', async () => {
    const second = event({ weather_event_id: 'f'.repeat(32), start: '2026-03-01T09:00:00Z' });
    running.parts.report = { ...running.parts.report, weather: [second, event()] };
    const first = await running.request(`${PATH}?limit=1`);
    const { weather_events: newest, next_cursor: next } = weatherAnswerShape.parse(first.body);
    assert.deepEqual(newest, [event()]);
    const { body } = await running.request(`${PATH}?limit=1&cursor=${next}`);
    const { weather_events: older, next_cursor: last } = weatherAnswerShape.parse(body);
    assert.deepEqual([older, last], [[second], null]);
  });

  it('refuses a stretch that is too long, and one that lies ahead, before anything is judged', async () => {
    const asked = running.parts.detections.length;
    const long = await running.request(`${PATH}?from=2026-02-01T00:00:00Z&to=2026-02-10T00:00:00Z`);
    assert.equal(long.status, 422);
    assert.match(JSON.stringify(long.body), /should be at most 7 days/);
    const ahead = await running.request(`${PATH}?from=${(NOON + 86_400_000) / 1000}`);
    assert.equal(ahead.status, 422);
    assert.equal(running.parts.detections.length, asked);
  });
});
