import assert from 'node:assert/strict';
import { z } from 'zod';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { stationAnswerShape } from '../../../../schemas/http/answers/station-answer.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { someStation } from '../../api/some-records.ts';

const PATH = '/api/v1/stations';
const SHOWN = {
  network: 'north',
  station_id: 'a',
  station_name: 'Alpha',
  latitude: 51,
  longitude: 4,
  elevation: 12,
  pressure_level: 'station',
  rain_interval: 5,
  manufacturer: 'Boreal',
  model: 'BX2',
  retired: false,
  updated: '2026-03-01T12:00:00Z',
};

describe('stations over HTTP', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());
  beforeEach(() => {
    running.parts.stations = [someStation()];
    running.parts.registered.length = 0;
    running.parts.trouble = null;
  });

  it('lists them with their filters', async () => {
    const { body } = await running.request(`${PATH}?network=north&box=3,50,5,52`);
    assert.deepEqual(body, { stations: [SHOWN], next_cursor: null });
    const box = { west: 3, south: 50, east: 5, north: 52 };
    assert.deepEqual(running.parts.asked.at(-1), { network: 'north', box, limit: 100 });
  });

  it('shows one, also of an id with a slash, a space and letters of any script', async () => {
    assert.deepEqual((await running.request(`${PATH}/a`)).body, SHOWN);
    for (const id of ['a/b', 'a b', 'Όλυμπος', '..', '__proto__', '%']) {
      running.parts.stations = [someStation({ id })];
      const answer = await running.request(`${PATH}/${encodeURIComponent(id).replaceAll('.', '%2e')}`);
      // `fetch` takes `%2e%2e` for `..` as the URL standard says; the path is then the list's.
      if (id === '..') continue;
      assert.equal(answer.status, 200, id);
      assert.equal(answer.as(stationAnswerShape).station_id, id);
    }
  });

  it('answers 404 for one that is not there', async () => {
    for (const [address, code] of [
      [`${PATH}/b`, 'unknown_station'],
      [`${PATH}/a?network=south`, 'unknown_network'],
    ]) {
      const { status, error } = await running.request(address);
      assert.equal(status, 404);
      assert.equal(error.code, code);
    }
  });

  it('asks for the network where several have the id', async () => {
    running.parts.stations.push(someStation({ network: 'south', name: 'Other' }));
    const { status, problems } = await running.request(`${PATH}/a`);
    assert.equal(status, 422);
    assert.deepEqual(problems[0].loc, ['query', 'network']);
    assert.match(problems[0].msg, /north, south/);
    assert.equal((await running.request(`${PATH}/a?network=south`)).as(stationAnswerShape).station_name, 'Other');
  });

  it('registers one under the id of its address', async () => {
    const answer = await running.json('PUT', `${PATH}/new?network=south`, {
      latitude: '50.5',
      longitude: -3,
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.as(stationAnswerShape).station_id, 'new');
    const [registered] = running.parts.registered;
    assert.deepEqual(JSON.parse(JSON.stringify(registered)), {
      station_id: 'new',
      network: 'south',
      latitude: 50.5,
      longitude: -3,
    });
  });

  const POSITION = { latitude: 1, longitude: 2 };
  const registered = () => running.parts.registered.map(({ network, station_id }) => `${network}/${station_id}`);

  // It made a network `default` beside, which nothing removes, and the station was found in neither from then on.
  it('registers one without a network in the only network that has it', async () => {
    running.parts.stations.push(someStation({ network: 'south', id: 'b' }));
    assert.equal((await running.json('PUT', `${PATH}/b`, POSITION)).status, 200);
    const list = [
      { id: 'a', ...POSITION },
      { id: 'b', network: 'west', ...POSITION },
      { id: 'b', ...POSITION },
    ];
    assert.equal((await running.json('POST', PATH, list)).status, 200);
    assert.deepEqual(registered(), ['south/b', 'north/a', 'west/b', 'south/b']);
  });

  it('asks for the network of one where that is not clear, and registers none', async () => {
    running.parts.stations.push(someStation({ network: 'south' }));
    const list = [
      { id: 'a', ...POSITION },
      { id: 'c', network: 'south', ...POSITION },
      { id: 'c', ...POSITION },
    ];
    const several = "several networks have a station of the id 'a', name one of them by 'network': north, south";
    const none = "no network has a station 'c' yet, name its network by 'network': north, south, or a new one";
    for (const [method, path, body, expected] of [
      ['PUT', `${PATH}/a`, POSITION, [['query.network', several]]],
      ['PUT', `${PATH}/c`, POSITION, [['query.network', none]]],
      [
        'POST',
        PATH,
        list,
        [
          ['body.0.network', several],
          ['body.2.network', none],
        ],
      ],
    ] as const) {
      const { status, problems } = await running.json(method, path, body);
      assert.equal(status, 422);
      assert.deepEqual(
        problems.map(({ loc, msg }) => [loc.join('.'), msg]),
        expected,
      );
    }
    assert.deepEqual(registered(), []);
  });

  it('registers a new one without a network in the network default, unless several others exist and it does not', async () => {
    for (const networks of [[], ['north'], ['north', 'default', 'south']]) {
      running.parts.stations = networks.map((network) => someStation({ network }));
      assert.equal((await running.json('PUT', `${PATH}/new`, POSITION)).status, 200);
    }
    assert.deepEqual(registered(), ['default/new', 'default/new', 'default/new']);
  });

  // It had no network there, so that nobody who may read the audit log of its network saw it.
  it('records a list in the audit log with the network that its first station went to', async () => {
    running.parts.recorded.length = 0;
    await running.json('POST', PATH, [{ id: 'a', ...POSITION }]);
    await running.json('POST', PATH, [{ id: 'new', ...POSITION }]);
    assert.deepEqual(
      running.parts.recorded.map(({ action, network }) => [action, network]),
      [
        ['stations.register', 'north'],
        ['stations.register', 'default'],
      ],
    );
  });

  it('takes an answer back as it was given', async () => {
    const { status, body } = await running.json('PUT', `${PATH}/a`, SHOWN);
    assert.equal(status, 200);
    assert.deepEqual(body, SHOWN);
  });

  it('refuses a body that contradicts its address', async () => {
    const { status, problems } = await running.json('PUT', `${PATH}/a?network=south`, { ...SHOWN, station_id: 'b' });
    assert.equal(status, 422);
    assert.deepEqual(
      problems.map((problem) => problem.loc.join('.')),
      ['body.station_id', 'body.network'],
    );
    assert.equal(running.parts.registered.length, 0);
  });

  it('names everything that is wrong with a station at once', async () => {
    const { status, problems } = await running.json('PUT', `${PATH}/a`, {
      longitude: '4,5',
      elevation: 1e308,
      pressure_level: 'moon',
      rain_interval: 7,
      retired: 'perhaps',
      station_name: 7,
    });
    assert.equal(status, 422);
    const named = problems.map(({ loc, type }) => [loc.join('.'), type]);
    assert.deepEqual(named.sort(), [
      ['body.elevation', 'less_than_equal'],
      ['body.latitude', 'missing'],
      ['body.longitude', 'float_parsing'],
      ['body.pressure_level', 'union_type'],
      ['body.rain_interval', 'enum'],
      ['body.retired', 'bool_parsing'],
      ['body.station_name', 'string_type'],
    ]);
  });

  it('takes its manufacturer and model, and leaves them undeclared where they are not given', async () => {
    const sent = async (make: object) => {
      const { manufacturer, model } = (await running.json('PUT', `${PATH}/a`, { ...SHOWN, ...make })).as(
        stationAnswerShape,
      );
      return [manufacturer, model];
    };
    assert.deepEqual(await sent({}), ['Boreal', 'BX2']);
    assert.deepEqual(await sent({ manufacturer: null, model: '' }), [null, null]);
    const { problems } = await running.json('PUT', `${PATH}/a`, { ...SHOWN, model: 'x'.repeat(129) });
    assert.deepEqual(
      problems.map(({ loc }) => loc.join('.')),
      ['body.model'],
    );
  });

  it('takes the minutes of its rain as a number or a text, and names those that it takes', async () => {
    const sent = (rain_interval: unknown) => running.json('PUT', `${PATH}/a`, { ...SHOWN, rain_interval });
    for (const [given, shown] of [
      [60, 60],
      ['10', 10],
      ['', null],
      [null, null],
      [undefined, null],
    ]) {
      assert.equal((await sent(given)).as(stationAnswerShape).rain_interval, shown);
    }
    for (const given of [0, 7, -5, 1440, '5 min', true, [5]]) {
      const { status, problems } = await sent(given);
      assert.equal(status, 422, String(given));
      assert.deepEqual(
        problems.map(({ loc, msg }) => [loc.join('.'), msg]),
        [['body.rain_interval', 'Input should be one of 1, 5, 10, 15, 30, 60 (minutes)']],
      );
    }
  });

  it('passes on what registration refuses, without the index of a list that was not sent', async () => {
    running.parts.trouble = async () => {
      const problems = [{ loc: ['body', 0, 'network'], msg: 'no slash', type: 'invalid_id' }];
      throw new HalcyonError('invalid_parameter', 'no slash', { problems });
    };
    const { status, problems } = await running.json('PUT', `${PATH}/a`, { latitude: 1, longitude: 1 });
    assert.equal(status, 422);
    assert.deepEqual(problems, [{ loc: ['body', 'network'], msg: 'no slash', type: 'invalid_id' }]);
  });

  it('registers many, each in its network', async () => {
    const answer = await running.json('POST', `${PATH}?network=south`, [
      { id: 'x', name: 'Xi', latitude: 1, longitude: 2 },
      { station_id: 7, network: 'east', latitude: 3, longitude: 4, elevation: '' },
    ]);
    assert.equal(answer.status, 200);
    assert.equal(answer.as(z.object({ registered: z.number() })).registered, 2);
    assert.deepEqual(
      running.parts.registered.map((station) => [station.network, station.station_id, station.station_name]),
      [
        ['south', 'x', 'Xi'],
        ['east', '7', undefined],
      ],
    );
  });

  it('registers none where one is wrong, and names its place', async () => {
    const { status, problems } = await running.json('POST', PATH, [
      { station_id: 'x', latitude: 1, longitude: 2 },
      { latitude: 91, longitude: 2 },
      { latitude: 1, longitude: 2 },
      5,
    ]);
    assert.equal(status, 422);
    const named = problems.map(({ loc, type }) => [loc.join('.'), type]);
    assert.deepEqual(named, [
      ['body.1.latitude', 'less_than_equal'],
      ['body.2.station_id', 'missing'],
      ['body.3', 'model_attributes_type'],
    ]);
    assert.equal(running.parts.registered.length, 0);
    assert.equal((await running.json('POST', PATH, [])).problems[0].type, 'too_short');
  });
});
