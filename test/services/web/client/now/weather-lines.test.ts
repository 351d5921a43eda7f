import assert from 'node:assert/strict';
import type { StateAnswer } from '../../../../../services/web/client/api/answers.ts';
import { weatherLines } from '../../../../../services/web/client/now/weather-lines.ts';
import { readBy } from '../messages/reader.ts';

function station(id: string, state: StateAnswer['state'], variables: StateAnswer['variables']): StateAnswer {
  return {
    ...{ id, name: `Station ${id}`, latitude: 50, longitude: 4, elevation: null, state, variables },
    ...{ provisional: false, silent_sensors: [], last_seen: '2026-03-01T12:00:00Z' },
  };
}

/** The newest number of a variable. */
function newest(value: number, state: 'good' | 'weather_event') {
  return { value, time: '2026-03-01T12:00:00Z', state, fault: null };
}

describe('the stations with weather', () => {
  const states = [
    station('a', 'weather_event', { temp_out: newest(-12.4, 'weather_event'), out_hum: newest(80, 'good') }),
    station('b', 'good', { temp_out: newest(-3, 'good') }),
    station('c', 'device_failure', { temp_out: newest(-3, 'weather_event') }),
  ];
  after(() => readBy());

  // It was "Weather now: at 1 station", of which nobody could tell what it was, or where.
  it('are named with what changes there, in every language', async () => {
    const said: Readonly<Record<string, string>> = {
      en: 'rapid change: Temperature (−12.4 °C)',
      de: 'rasche Änderung: Temperatur (−12,4 °C)',
      fr: 'variation rapide : Température (−12,4 °C)',
      el: 'γρήγορη μεταβολή: Θερμοκρασία (−12,4 °C)',
    };
    for (const [language, text] of Object.entries(said)) {
      await readBy({}, [language]);
      assert.deepEqual(
        weatherLines(states).map((line) => ({ ...line, said: line.said.replaceAll('\u00a0', ' ') })),
        [{ id: 'a', name: 'Station a', said: text }],
      );
    }
  });
});
