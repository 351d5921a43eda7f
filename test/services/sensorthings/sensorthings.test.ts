import assert from 'node:assert/strict';
import { z } from 'zod';
import { isoOf } from '../../../schemas/time.ts';
import { shownEntity } from '../../../services/sensorthings/endpoints/shown-entities.ts';
import { ENTITY_SETS } from '../../../services/sensorthings/model/entity-sets.ts';
import { NOON } from '../api/some-records.ts';
import { MINUTE } from '../stores/records.ts';
import { COLLECTION, NEWEST, REPORTS, ServedStations } from './served-stations.ts';

const ROOT = z.object({
  value: z.array(z.object({ name: z.string(), url: z.string() })),
  serverSettings: z.object({ conformance: z.array(z.string()) }),
});
const THING = z.object({
  name: z.string(),
  properties: z.object({ elevation: z.number().nullable() }),
  Locations: z.array(z.object({ location: z.unknown() })),
  Datastreams: z.array(z.object({ unitOfMeasurement: z.object({ symbol: z.string() }) })),
});
const OBSERVATION = z.object({
  '@iot.id': z.string(),
  phenomenonTime: z.string(),
  resultTime: z.string(),
  result: z.number(),
  resultQuality: z.array(z.object({ result: z.number() })),
  parameters: z.object({
    madis: z.object({ descriptor: z.string() }).optional(),
    fault_id: z.string().optional(),
    best_estimate: z.number().nullable().optional(),
    estimate_uncertainty: z.number().nullable().optional(),
  }),
});
const OBSERVATIONS = COLLECTION.extend({ value: z.array(OBSERVATION) });
const STREAM = z.looseObject({
  Observations: z.array(z.unknown()),
  'Observations@iot.count': z.int().optional(),
  'Observations@iot.nextLink': z.string().optional(),
});
/** Stations with their series, and those with some of their values. */
const EXPANDED = z.object({ value: z.array(z.object({ Datastreams: z.array(STREAM) })) });

describe('the SensorThings API', () => {
  const served = new ServedStations();
  before(() => served.start());
  after(() => served.stop());

  const get = (path: string, options: Record<string, string> = {}) => served.get(path, options);
  const ids = (entities: readonly Record<string, unknown>[]) => entities.map((entity) => entity['@iot.id']);

  it('names its entity sets, each of which answers', async () => {
    const { value, serverSettings } = (await get('')).as(ROOT);
    assert.deepEqual(
      value.map(({ name }) => name),
      Object.keys(ENTITY_SETS),
    );
    assert.ok(serverSettings.conformance.length > 0);
    for (const { url } of value) {
      const answer = await served.follow(url);
      assert.equal(answer.status, 200, answer.text);
      assert.ok(answer.as(COLLECTION).value.length > 0, url);
    }
  });

  it('has what every set promises, and links that lead somewhere', async () => {
    for (const set of Object.values(ENTITY_SETS)) {
      const [entity] = (await get(`/${set.name}`, { $top: '1' })).as(COLLECTION).value;
      const links = Object.keys(set.navigations).map((name) => `${name}@iot.navigationLink`);
      assert.deepEqual(Object.keys(entity), ['@iot.id', '@iot.selfLink', ...set.properties, ...links], set.name);
      assert.deepEqual(Object.keys(shownEntity(set)), Object.keys(entity), 'as the OpenAPI document shows it');
      for (const link of ['@iot.selfLink', ...links]) {
        const answer = await served.follow(String(entity[link]));
        assert.equal(answer.status, 200, `${entity[link]}: ${answer.text}`);
        if (link === '@iot.selfLink') assert.deepEqual(answer.body, entity);
      }
    }
  });

  it('shows a station, its place and what it measures', async () => {
    const answer = await get("/Things('north.b~201')", { $expand: 'Locations,Datastreams' });
    const thing = answer.as(THING);
    assert.equal(thing.name, "O'Brien");
    assert.equal(thing.properties.elevation, null);
    assert.deepEqual(thing.Locations[0].location, { type: 'Point', coordinates: [5, 51] });
    assert.deepEqual(
      thing.Datastreams.map(({ unitOfMeasurement }) => unitOfMeasurement.symbol),
      ['°C', '%', 'km/h', 'hPa', 'mm'],
    );
  });

  it('shows a best estimate beside a value under a fault', async () => {
    const answer = await get("/Datastreams('north.a.temp_out')/Observations", { $top: '2' });
    const [newest, before] = answer.as(OBSERVATIONS).value;
    assert.equal(before.result, 24.8);
    assert.equal(before.resultQuality[0].result, 4);
    const { fault_id, best_estimate, estimate_uncertainty } = before.parameters;
    assert.deepEqual([fault_id, best_estimate, estimate_uncertainty], ['f1', 15.5, 0.35]);
    assert.equal('fault_id' in newest.parameters, false);
  });

  it('shows a value with its flag, by the words of QARTOD', async () => {
    const answer = await get("/Datastreams('north.a.temp_out')/Observations", { $top: '1', $count: 'true' });
    const { '@iot.count': count, value } = answer.as(OBSERVATIONS);
    assert.equal(count, REPORTS);
    const [newest] = value;
    assert.equal(newest['@iot.id'], `north.a.temp_out.${NEWEST}`);
    assert.deepEqual([newest.phenomenonTime, newest.resultTime], [isoOf(NEWEST), isoOf(NEWEST)]);
    assert.equal(newest.result, 24.9);
    assert.deepEqual(newest.resultQuality, [{ nameOfMeasure: 'QARTOD primary flag', result: 1, meaning: 'pass' }]);
    assert.equal(newest.parameters.madis?.descriptor, 'S');
    const unjudged = await get("/Datastreams('south.c.bar')/Observations", { $top: '1' });
    assert.equal(unjudged.as(OBSERVATIONS).value[0].resultQuality[0].result, 2);
    const none = await get("/Datastreams('south.c.rain')/Observations", { $count: 'true' });
    assert.deepEqual(none.body, { '@iot.count': 0, value: [] });
  });

  it('gives every value once over pages, in either order and by skipping', async () => {
    const path = "/Datastreams('north.a.temp_out')/Observations";
    const expected = Array.from({ length: REPORTS }, (_, index) => `north.a.temp_out.${NOON + index * 10 * MINUTE}`);
    const select = { $select: 'id', $top: '40' };
    assert.deepEqual(ids(await served.every(path, select)), expected.toReversed());
    for (const $orderby of ['phenomenonTime asc', 'phenomenonTime,id', 'result', 'id asc']) {
      assert.deepEqual(ids(await served.every(path, { ...select, $orderby })), expected, $orderby);
    }
    const { value } = (await get(path, { $skip: String(REPORTS - 1) })).as(COLLECTION);
    assert.deepEqual(ids(value), expected.slice(0, 1));
  });

  it('filters by time, value, station and what belongs to them', async () => {
    const count = async (path: string, $filter: string) => {
      const answer = await get(path, { $filter, $count: 'true', $top: '0' });
      const { '@iot.count': counted, value } = answer.as(COLLECTION);
      assert.deepEqual(value, [], answer.text);
      return counted;
    };
    const hour = isoOf(NOON + 60 * MINUTE);
    assert.equal(await count("/Datastreams('north.a.temp_out')/Observations", `phenomenonTime lt ${hour}`), 6);
    assert.equal(await count("/Datastreams('north.a.temp_out')/Observations", 'result ge 24.5 and result lt 24.8'), 3);
    assert.equal(await count('/Observations', "Datastream/id eq 'north.a.bar'"), REPORTS);
    assert.equal(await count('/Observations', "Datastream/ObservedProperty/id eq 'rain'"), 2 * REPORTS);
    assert.equal(await count("/FeaturesOfInterest('south.c')/Observations", 'true'), 4 * REPORTS);
    assert.equal(await count('/Datastreams', "startswith(name,'Rainfall') and Thing/properties/network eq 'north'"), 2);
    assert.equal(await count("/ObservedProperties('bar')/Datastreams", "Thing/name ne 'Alpha'"), 2);
    assert.equal(await count('/Things', "name eq 'O''Brien' or properties/retired"), 2);
    assert.equal(await count('/Things', 'properties/elevation eq null'), 1);
    assert.equal(await count('/Things', 'properties/rain_interval eq 5'), 2);
    const south = "geography'POLYGON((3 -40, 5 -40, 5 -30, 3 -30, 3 -40))'";
    assert.equal(await count('/Things', `st_within(Locations/location, ${south})`), 1);
  });

  it('expands as deep as asked, each list with its own options', async () => {
    const answer = await get('/Things', {
      $select: 'name',
      $expand:
        "Datastreams($select=name;$filter=ObservedProperty/id eq 'temp_out';$expand=Observations($top=2;$select=result;$count=true),Sensor($select=name))",
    });
    const [first, , third] = answer.as(EXPANDED).value;
    assert.deepEqual(Object.keys(first), ['name', 'Datastreams']);
    const [stream] = third.Datastreams;
    assert.equal(stream['name'], 'Air temperature at Gamma');
    assert.deepEqual(stream.Observations, [{ result: 24.9 }, { result: 24.8 }]);
    assert.equal(stream['Observations@iot.count'], REPORTS);
    assert.deepEqual(stream['Sensor'], { name: 'Thermometer' });
    const next = stream['Observations@iot.nextLink'];
    const more = await served.follow(next ?? '');
    assert.deepEqual(more.as(COLLECTION).value, [{ result: 24.7 }, { result: 24.6 }]);
  });

  it('asks the store for the values of a whole page at once, as they are one by one', async () => {
    const before = served.questions;
    const answer = await get('/Things', {
      $expand: 'Datastreams($expand=Observations($top=3;$orderby=phenomenonTime asc;$filter=result gt 0))',
    });
    assert.deepEqual(served.questions - before, 2, 'the stations, their values');
    let lists = 0;
    for (const { Datastreams } of answer.as(EXPANDED).value) {
      for (const stream of Datastreams) {
        const options = { $top: '3', $orderby: 'phenomenonTime asc', $filter: 'result gt 0' };
        const alone = (await get(`/Datastreams('${stream['@iot.id']}')/Observations`, options)).as(COLLECTION);
        assert.deepEqual(stream.Observations, alone.value);
        const links = [stream['Observations@iot.nextLink'], alone['@iot.nextLink']].filter(
          (link) => link !== undefined,
        );
        assert.ok(links.length !== 1, 'both have a next page, or none');
        if (links.length === 0) continue;
        const [more, expected] = await Promise.all(links.map((link) => served.follow(link)));
        assert.deepEqual(more.as(COLLECTION).value, expected.as(COLLECTION).value);
        lists++;
      }
    }
    assert.equal(lists, 12, 'temperature, humidity, wind and pressure of three stations');
  });

  it('leads from a value to its station, to single properties, bare values and links', async () => {
    const value = `/Observations('south.c.bar.${NOON}')`;
    assert.equal((await get(`${value}/Datastream/Thing`)).as(z.object({ name: z.string() })).name, 'Gamma');
    assert.deepEqual((await get(`${value}/result`)).body, { result: 1013.2 });
    const bare = await get(`${value}/result/$value`);
    assert.deepEqual([bare.text, bare.headers.get('content-type')], ['1013.2', 'text/plain; charset=utf-8']);
    const links = await get("/Things('south.c')/Datastreams/$ref", { $top: '1' });
    assert.deepEqual(links.as(COLLECTION).value, [
      { '@iot.selfLink': `${served.running.listening.url}/sensorthings/v1.1/Datastreams('south.c.temp_out')` },
    ]);
    const own = await get("/Things('south.c')/Datastreams('south.c.bar')");
    assert.equal(own.as(z.object({ '@iot.id': z.string() }))['@iot.id'], 'south.c.bar');
  });

  it('follows a path of a thousand characters and refuses a longer one, with its place', async () => {
    const path = (length: number) => `/Things('${'x'.repeat(length - "Things('')".length)}')`;
    assert.equal((await get(path(1_000))).status, 404);
    const longer = await get(path(1_001));
    assert.equal(longer.status, 422);
    const [problem] = longer.problems;
    assert.deepEqual([problem.loc, problem.type], [['path', 'path'], 'string_too_long']);
  });

  for (const [path, options, status, reason] of [
    ['/Nothings', {}, 404, /'Nothings' leads nowhere; these do: Things, /],
    ['/Things(1)', {}, 404, /ids are in quotes/],
    ["/Things('north.x')", {}, 404, /nothing of this id in Things/],
    ["/Things('north.x')/Datastreams", {}, 404, /nothing of this id in Things/],
    [`/Observations('south.c.rain.${NOON}')`, {}, 404, /nothing of this id in Observations/],
    ["/Things('south.c')/Datastreams('north.a.bar')", {}, 404, /nothing of this id in Datastreams/],
    ["/Things('south.c')/colour", {}, 404, /these do: Locations, HistoricalLocations, Datastreams, name/],
    ['/Things/name', {}, 404, /these do: \$ref/],
    ['/Things', { $select: 'colour' }, 400, /Things have no 'colour'; they have id/],
    ['/Things', { $expand: 'Datastreams/Things' }, 400, /Datastreams have no 'Things'; they have Thing/],
    // It was 501, as if there were such a property.
    ['/Things', { $filter: 'nme eq 1' }, 400, /Things have no 'nme'; they can be for id, name, /],
    ['/Things', { $orderby: 'nme' }, 400, /Things have no 'nme'; they can be for id, name, /],
    ['/Datastreams', { $filter: 'Thing/nme eq 1' }, 400, /cannot be asked for Thing\/nme: Things have no 'nme'; /],
    ['/Things', { $filter: 'name' }, 400, /name is a text, should be true or false/],
    ['/Things', { $filter: 'name eq 1' }, 400, /name is a text and '1' a number/],
    ['/Things', { $filter: 'length(name,name) eq 1' }, 400, /length takes 1 arguments; 2 are given/],
    ['/Things', { $filter: 'name gt null' }, 400, /null can only be compared/],
    ['/Locations', { $filter: "st_within(location,geography'POINT(1 2)')" }, 400, /should be POLYGON/],
    [
      '/Observations',
      { $filter: 'resultQuality eq 4' },
      501,
      /cannot be asked for resultQuality; they can be for id, /,
    ],
    ['/Things', { $filter: 'geo.distance(name,name) gt 1' }, 501, /geo\.distance is no operator or function/],
    ['/Things', { $orderby: 'Datastreams/name' }, 501, /cannot be asked for Datastreams\/name/],
    ['/Observations', { $skiptoken: 'abc' }, 400, /^\$skiptoken: 'abc' should be that of the link to a next page/],
    ['/Observations', { $skip: '100001' }, 400, /at most 100000 values can be skipped/],
  ] as const) {
    it(`answers ${status} for ${path} ${JSON.stringify(options)}`, async () => {
      const answer = await get(path, options);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.error.detail, reason);
    });
  }
});
