import assert from 'node:assert/strict';
import { LogIntake } from '../../../ingest/intake/log-intake.ts';
import { StationDirectory } from '../../../ingest/intake/station-directory.ts';
import { revisionOf } from '../../../ingest/log/station-record.ts';
import { HalcyonError } from '../../../schemas/errors.ts';
import { MemoryLog } from '../memory-log.ts';
import { brokenItem, jsonItem } from '../raw-items.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const TIME = '2026-03-01T11:50:00Z';
const PLACE = { latitude: 51, longitude: 4 };

function setup(now: () => number = () => NOW) {
  const log = new MemoryLog();
  const stations = new StationDirectory();
  const intake = new LogIntake({ log, stations, now, hindsightMs: 3_600_000 });
  return { log, stations, intake };
}

describe('LogIntake', () => {
  it('answers every item in order and publishes each once', async () => {
    const { log, intake } = setup();
    const results = await intake.submit('net', 'push', [
      jsonItem({ station_id: 'A', time: TIME, temp_out: 1, ...PLACE, elevation: 12, station_name: 'Alpha' }),
      brokenItem('{"station_id":', 'no JSON: unexpected end'),
      jsonItem({ station_id: 'A', time: '2026-03-01T11:40:00Z', temp_out: 2 }),
      jsonItem({ station_id: 'B', time: TIME }),
      jsonItem({ station_id: 'A', time: '2026-03-01T13:00:01Z' }),
      jsonItem({ station_id: 'C', time: TIME, latitude: 91, longitude: 4 }),
      jsonItem({ station_id: 'D', time: TIME, latitude: 51 }),
    ]);
    assert.deepEqual(
      results.map((result) => (result.status === 'accepted' ? result.station : result.reason)),
      ['A', 'unreadable', 'A', 'unknown_station', 'time_ahead', 'invalid_position', 'invalid_position'],
    );
    assert.equal(log.of('observations').length, 2);
    assert.equal(log.of('dead-letters').length, 5);
    assert.deepEqual(log.values('stations'), [
      {
        network: 'net',
        id: 'A',
        name: 'Alpha',
        latitude: 51,
        longitude: 4,
        elevation: 12,
        pressureLevel: 'unknown',
        rainInterval: null,
        manufacturer: null,
        model: null,
        retired: false,
        updated: NOW,
      },
    ]);
    assert.deepEqual(
      log.of('observations').map((record) => record.key),
      ['net/A', 'net/A'],
    );
    const letters = log.values('dead-letters');
    const refused = results.flatMap((result) => (result.status === 'dead_letter' ? [result.id] : []));
    assert.deepEqual(
      letters.map((letter) => letter.id),
      refused,
    );
    assert.equal(Buffer.from(letters[0]?.body ?? '', 'base64').toString(), '{"station_id":');
  });

  it('waits until stations are safe before it publishes what rests on them, and until all is safe before it answers', async () => {
    const { log, intake } = setup();
    await intake.submit('net', 'push', [jsonItem({ station_id: 'A', time: TIME, ...PLACE }), jsonItem({})]);
    assert.deepEqual(
      log.calls.map((call) => `${call.kind} ${call.topic}`),
      [
        'publish stations',
        'flushed stations',
        'publish observations',
        'publish dead-letters',
        'flushed observations',
        'flushed dead-letters',
      ],
    );
  });

  it('knows a station only once its registration is safe', async () => {
    const { log, stations, intake } = setup();
    const item = jsonItem({ station_id: 'A', time: TIME, ...PLACE });
    log.failure = { topic: 'stations', error: new HalcyonError('store_unavailable', 'the store is away') };
    await assert.rejects(intake.submit('net', 'push', [item]), { code: 'store_unavailable' });
    assert.equal(stations.size, 0);
    assert.equal(log.of('observations').length, 0);
    log.failure = null;
    await intake.submit('net', 'push', [item]);
    assert.equal(stations.get('net', 'A')?.latitude, 51);
  });

  it('leaves a known station where it is', async () => {
    const { log, stations, intake } = setup();
    await intake.registerStations('net', [{ id: 'A', ...PLACE, name: 'first' }]);
    const results = await intake.submit('net', 'push', [
      jsonItem({ station_id: 'A', time: TIME, latitude: 10, longitude: 10 }),
    ]);
    assert.equal(results[0]?.status, 'accepted');
    assert.equal(stations.get('net', 'A')?.latitude, 51);
    assert.equal(log.of('stations').length, 1);
  });

  it('stamps corrections later than what they correct, in one delivery and over several, whatever the clock does', async () => {
    let now = NOW;
    const { log, intake } = setup(() => now);
    const item = (value: number) => jsonItem({ station_id: 'A', time: TIME, temp_out: value, ...PLACE });
    await intake.submit('net', 'push', [item(1), item(2), item(3)]);
    now -= 60_000;
    await Promise.all([intake.submit('net', 'push', [item(4)]), intake.submit('net', 'push', [item(5)])]);
    const stamps = log.values('observations').map((observation) => observation.received);
    assert.equal(stamps.length, 5);
    for (let index = 1; index < stamps.length; index += 1) {
      assert.ok(Number(stamps[index]) > Number(stamps[index - 1]), stamps.join(' '));
    }
    // A log that gives stamps of its own is told which of one delivery is the later.
    const revisions = log.of('observations').map(({ headers }) => revisionOf(headers));
    assert.deepEqual(revisions, [0, 1, 2, 0, 0]);
  });

  it('does not run ahead of the clock with large deliveries', async () => {
    const { log, intake } = setup();
    await intake.registerStations('net', [{ id: 'A', ...PLACE }]);
    const items = Array.from({ length: 2500 }, (_, index) =>
      jsonItem({ station_id: 'A', time: NOW / 1000 - index * 600, temp_out: 1 }),
    );
    await intake.submit('net', 'push', items);
    assert.ok(log.values('observations').every((observation) => observation.received <= NOW + 2));
    assert.deepEqual(
      log.calls
        .filter((call) => call.kind === 'publish' && call.topic === 'observations')
        .map((call) => 'count' in call && call.count),
      [1000, 1000, 500],
    );
  });

  it('gives the same letter for the same bytes from the same place, another for another', async () => {
    const { intake } = setup();
    const idOf = async (source: string, fields: Record<string, unknown>, place = '') => {
      const [result] = await intake.submit('net', source, [jsonItem(fields, place)]);
      return result?.status === 'dead_letter' ? result.id : 'accepted';
    };
    const first = await idOf('push', { a: 1 });
    assert.equal(await idOf('push', { a: 1 }), first);
    const others = [await idOf('push', { a: 2 }), await idOf('import', { a: 1 }), await idOf('push', { a: 1 }, 'x:2')];
    assert.equal(new Set([first, ...others]).size, 4);
  });

  it('takes the interval of rain from the observation, else from its station, and answers which', async () => {
    const { log, stations, intake } = setup();
    await intake.registerStations('net', [{ id: 'A', ...PLACE, rain_interval: '5' }]);
    const results = await intake.submit('net', 'push', [
      jsonItem({ station_id: 'A', time: NOW / 1000, rain: 0.3 }),
      jsonItem({ station_id: 'A', time: NOW / 1000 - 600, rain: 0.3, intervals: { rain: 60 } }),
      jsonItem({ station_id: 'A', time: NOW / 1000 - 1200, rain: 7, kinds: { rain: 'since_midnight' } }),
      jsonItem({ station_id: 'B', time: NOW / 1000, rain: 0.3, rain_interval: 1, ...PLACE }),
      jsonItem({ station_id: 'B', time: NOW / 1000 - 600, rain: 0.2 }),
      jsonItem({ station_id: 'C', time: NOW / 1000, rain: 0.3, intervals: { rain: 15 }, ...PLACE }),
      jsonItem({ station_id: 'C', time: NOW / 1000 - 600, rain: 0.3 }),
    ]);
    const intervals = [5, 60, undefined, 1, 1, 15, undefined];
    assert.deepEqual(
      results.map((result) => result.status === 'accepted' && result.rainInterval),
      intervals,
    );
    assert.equal('rainInterval' in results[2], false);
    const observations = log.values('observations');
    assert.deepEqual(
      observations.map(({ original }) => original['rain']?.interval),
      intervals,
    );
    assert.deepEqual(
      observations.map(({ values }) => values.rain),
      [0.6, 0.05, null, 3, 2, 0.2, 0.3],
    );
    const registered = ['A', 'B', 'C'].map((id) => stations.get('net', id)?.rainInterval);
    assert.deepEqual(registered, [5, 1, null]);
  });

  it('refuses an interval that is none as a value, also of a station that is not known', async () => {
    const { log, intake } = setup();
    const results = await intake.submit('net', 'push', [
      jsonItem({ station_id: 'A', time: TIME, rain: 0.3, rain_interval: 7, ...PLACE }),
    ]);
    assert.deepEqual(
      results.map((result) => result.status === 'dead_letter' && result.detail),
      ['rain_interval is 7, should be one of 1, 5, 10, 15, 30, 60 (minutes)'],
    );
    assert.deepEqual(log.values('stations'), []);
  });

  it('publishes nothing for nothing', async () => {
    const { log, intake } = setup();
    assert.deepEqual(await intake.submit('net', 'push', []), []);
    assert.deepEqual(log.calls, []);
  });
});

describe('registration of stations', () => {
  it('keeps manufacturer and model, also of one that comes with its position in an observation', async () => {
    const { stations, intake } = setup();
    await intake.registerStations('net', [{ id: 'A', ...PLACE, manufacturer: ' Boreal ', model: 200 }]);
    await intake.submit('net', 'push', [
      jsonItem({ station_id: 'B', time: TIME, temp_out: 1, ...PLACE, manufacturer: 'Cirrus', model: '' }),
    ]);
    const makes = ['A', 'B'].map((id) => [stations.get('net', id)?.manufacturer, stations.get('net', id)?.model]);
    assert.deepEqual(makes, [
      ['Boreal', '200'],
      ['Cirrus', null],
    ]);
    const [refused] = await intake.registerStations('net', [{ id: 'C', ...PLACE, model: ['x'] }]);
    assert.match(refused?.status === 'refused' ? refused.problems[0].msg : '', /^model is .*, should be a name/);
  });

  it('answers item by item and registers the good ones', async () => {
    const { log, stations, intake } = setup();
    const results = await intake.registerStations('net', [
      { id: 'A', name: 'Alpha', ...PLACE, elevation: '12.5', pressure_level: 'sea_level', retired: true },
      { id: '', latitude: 'north', longitude: 181, elevation: 1e5, pressure_level: 'x', rain_interval: 7, retired: 1 },
      'B',
      { station_id: 'C', station_name: 'Gamma', network: 'other', ...PLACE },
    ]);
    assert.deepEqual(
      results.map((result) => result.status),
      ['registered', 'refused', 'refused', 'registered'],
    );
    const [, wrong] = results;
    assert.deepEqual(
      wrong?.status === 'refused' ? wrong.problems.map((problem) => problem.loc.join('.')) : [],
      ['id', 'latitude', 'longitude', 'elevation', 'pressure_level', 'rain_interval', 'retired'].map(
        (field) => `body.1.${field}`,
      ),
    );
    assert.equal(stations.get('net', 'A')?.elevation, 12.5);
    assert.equal(stations.get('net', 'A')?.pressureLevel, 'sea_level');
    assert.equal(stations.get('net', 'A')?.retired, true);
    assert.equal(stations.get('other', 'C')?.name, 'Gamma');
    assert.equal(log.of('stations').length, 2);
  });

  it('replaces a registration wholly, the later one of a list too', async () => {
    const { log, stations, intake } = setup();
    await intake.registerStations('net', [{ id: 'A', name: 'Alpha', ...PLACE, elevation: 5 }]);
    await intake.registerStations('net', [
      { id: 'A', name: 'Beta', ...PLACE },
      { id: 'A', latitude: 52, longitude: 4 },
    ]);
    const known = stations.get('net', 'A');
    assert.deepEqual([known?.name, known?.latitude, known?.elevation], ['A', 52, null]);
    const stamps = log.values('stations').map((station) => station.updated);
    assert.equal(new Set(stamps).size, 3);
    assert.equal(known?.updated, Math.max(...stamps));
  });
});
