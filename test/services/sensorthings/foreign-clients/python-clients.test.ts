import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonWith } from '../../../servers/python-packages.ts';
import { FROST_CLIENT } from '../../../servers/sensorthings-clients.ts';
import { NOON } from '../../api/some-records.ts';
import { CALM, MINUTE } from '../../stores/records.ts';
import { REPORTS, ServedStations } from '../served-stations.ts';

describe('a client of the SensorThings API from PyPI', function () {
  this.timeout(180_000);
  const served = new ServedStations();
  before(() => served.start());
  after(() => served.stop());

  it('frost_sta_client reads stations, values, flags, pages and counts unchanged', async function () {
    const found = await pythonWith(FROST_CLIENT);
    if ('missing' in found) {
      console.log(`      ${found.missing}`);
      return this.skip();
    }
    const script = fileURLToPath(new URL('frost_client.py', import.meta.url));
    const { stdout } = await promisify(execFile)(found.python, [script, served.running.listening.url]);
    const pressures = [CALM.bar, CALM.bar];
    assert.deepEqual(JSON.parse(stdout), {
      things: ['Alpha', 'Gamma', "O'Brien"],
      count: 3,
      properties: 'a',
      place: [4, 51, 12],
      since: '2026-03-01T12:00:00Z',
      streams: [
        ['Air temperature', 'Thermometer', '°C', 'Alpha'],
        ['Relative humidity', 'Hygrometer', '%', 'Alpha'],
        ['Wind speed', 'Anemometer', 'km/h', 'Alpha'],
        ['Air pressure', 'Barometer', 'hPa', 'Alpha'],
        ['Rainfall', 'Rain gauge', 'mm', 'Alpha'],
      ],
      values: [12, 19.9, 80, 80],
      flag: 1,
      time: new Date(NOON + 20 * 10 * MINUTE).toISOString().replace('.000', ''),
      found: true,
      expanded: [
        ['north.a.bar', pressures],
        ['north.b~201.bar', pressures],
        ['south.c.bar', pressures],
      ],
      feature: [4, -33, 12],
      ofFeature: 4 * REPORTS,
      properties_observed: [
        'air_temperature',
        'relative_humidity',
        'wind_speed',
        'air_pressure',
        'thickness_of_rainfall_amount',
      ],
      selected: [50],
      missing: 404,
    });
  });
});
