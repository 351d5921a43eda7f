import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isoOf } from '../../schemas/time.ts';
import { type Mosquitto, mosquittoMissing, startMosquitto } from '../servers/mosquitto.ts';
import { until } from '../until.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

const NOW = Date.UTC(2026, 2, 1, 12);
const SLOT = 600_000;
const STATIONS = 3;
const SLOTS = 12;

/** A FeatureCollection of an hour at three stations that ends at `end`. */
function collection(end: number, wind: number, rain: (slot: number) => number): string {
  const features = Array.from({ length: STATIONS * SLOTS }, (_, k) => {
    const [station, slot] = [k % STATIONS, Math.floor(k / STATIONS)];
    const ts = (end - (SLOTS - 1 - slot) * SLOT) / 1000;
    const properties = { station_file: `s${station}`, ts, temp_out: 12, wind_speed: wind, rain: rain(slot) };
    const coordinates = [23.7 + station / 10, 38.1];
    return { type: 'Feature', geometry: { type: 'Point', coordinates }, properties };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

describe('feeds of several kinds at once', () => {
  let server: Server;
  let broker: Mosquitto | null = null;
  let system: RunningSystem;
  let file = '';
  const until12 = (network: string, count: number) =>
    until(
      `${count} observations of ${network}`,
      async () => (await system.observations(network)).length >= count,
      60_000,
    );

  before(async () => {
    file = join(temporaryFolder(), 'coast.geojson');
    writeFileSync(
      file,
      collection(NOW, 20, () => 0),
    );
    server = createServer((_, response) => response.end(collection(NOW, 5, (slot) => 3 + slot * 0.2)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest`;
    if (mosquittoMissing() === null) broker = await startMosquitto();
    const byMqtt = broker === null ? '' : `,mqtt:${broker.url()}#units.temp_out=K`;
    system = await new RunningSystem(await freshDataFolder(), NOW, {
      HALCYON_FEED: `geojson:${url}#network=alps&units.wind_speed=m/s&kinds.rain=since_midnight,demo,geojson:${file}${byMqtt}`,
      HALCYON_FEED_INTERVAL: '5s',
      HALCYON_DEMO_STATIONS: '3',
    }).start();
  });
  after(async () => {
    await system.stop();
    await broker?.remove();
    server.closeAllConnections();
    server.close();
    assert.deepEqual(system.failures, []);
  });

  it('fill three networks, each in its own units', async () => {
    await until12('alps', STATIONS * SLOTS);
    await until12('coast', STATIONS * SLOTS);
    await until12('demo', 500);
    const alps = await system.observations('alps');
    assert.equal(alps.length, STATIONS * SLOTS);
    assert.equal(alps[0].wind_speed, 18);
    assert.deepEqual(alps[0].original['wind_speed'], { value: 5, unit: 'm/s' });
    assert.equal(alps[0].rain, null);
    assert.deepEqual(alps[0].original['rain'], { value: 5.2, unit: 'mm', kind: 'since_midnight' });
    const coast = await system.observations('coast');
    assert.equal(coast.length, STATIONS * SLOTS);
    assert.deepEqual([coast[0].wind_speed, coast[0].rain, coast[0].source], [20, 0, 'geojson']);
  });

  it('judge rain of a count by what fell', async () => {
    await until('everything is judged', async () =>
      (await system.observations('alps')).every(({ flags }) => flags !== null),
    );
    const alps = await system.observations('alps', '&station=s0');
    assert.equal(alps[0].flags?.['rain'].flag, 1, 'the last has a history of what fell');
    assert.deepEqual(
      (await system.anomalies('alps')).filter(({ variable }) => variable === 'rain'),
      [],
    );
  });

  it('are a broker too, with stations that it tells of itself', async function () {
    if (broker === null) return this.skip();
    const report = { time: isoOf(NOW), temp_out: 285.15, latitude: 46.2, longitude: 6.1 };
    await broker.publish('stations/valley/v1/observations', JSON.stringify(report), 'no report');
    await until12('valley', 1);
    const [{ station_id, temp_out, source }] = await system.observations('valley');
    assert.deepEqual([station_id, temp_out, source], ['v1', 12, 'mqtt']);
    const letters = await system.halcyon('dead-letters', 'list', '--format', 'json');
    assert.match(letters.out, /mqtt:stations\/valley\/v1\/observations/);
  });

  it('go on when a file changes', async () => {
    system.clock = NOW + SLOT;
    writeFileSync(
      file,
      collection(NOW + SLOT, 20, () => 0),
    );
    await until12('coast', STATIONS * (SLOTS + 1));
    assert.equal((await system.observations('coast')).length, STATIONS * (SLOTS + 1), 'and nothing comes twice');
  });
});
