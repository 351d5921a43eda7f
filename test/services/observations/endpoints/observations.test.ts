import assert from 'node:assert/strict';
import { z } from 'zod';
import type { Classification } from '../../../../schemas/anomaly.ts';
import type { Assessment, ValueVerdict } from '../../../../schemas/assessment.ts';
import { observationAnswerShape } from '../../../../schemas/http/answers/observation-answer.ts';
import { pageShape } from '../../../../schemas/http/answers/page-answer.ts';
import type { Judgement } from '../../../../schemas/judgement.ts';
import type { Observation } from '../../../../schemas/observation.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON } from '../../api/some-records.ts';

const PATH = '/api/v1/observations';
const PAGE = pageShape('observations', observationAnswerShape).extend({ units: z.record(z.string(), z.string()) });

const observation: Observation = {
  network: 'north',
  station: 'a',
  time: NOON + 500,
  values: { temp_out: 12.5, out_hum: null, wind_speed: 18, bar: 1013.2, rain: 0 },
  extras: { wind_dir: 270 },
  original: { wind_speed: { value: 5, unit: 'm/s' }, rain: { value: 0, unit: 'mm', interval: 60 } },
  source: 'push',
  received: NOON + 2000,
};
const passed = { flag: 1, reason: '', score: 0.5 } as const;
const judgement: Judgement = {
  network: 'north',
  station: 'a',
  slot: NOON / 600_000,
  time: NOON + 500,
  configuration: 'c0',
  variables: {
    temp_out: passed,
    out_hum: { flag: 9, reason: 'missing', score: null },
    wind_speed: { flag: 3, reason: '', score: Number.POSITIVE_INFINITY },
    bar: { flag: 3, reason: '', score: 6 },
    rain: passed,
  },
  judged: NOON,
  received: null,
};

const verdict = (classification: Classification, neighborsChecked: number): ValueVerdict => ({
  check: 'step',
  temporalMethod: 'mad',
  classification,
  state: 'provisional',
  spatial: { neighborsChecked },
});
const assessment: Assessment = {
  judgement,
  verdicts: { wind_speed: verdict('device_failure', 0), bar: verdict('weather_event', 4) },
  faults: {},
  settled: false,
};

const FAULT = { faultId: 'f1', flag: 4, estimate: 12.3456789, uncertainty: 1.8 } as const;
const UNTOLD = { flag: 3, estimate: null, uncertainty: null } as const;

describe('GET /api/v1/observations', () => {
  const running = new RunningApplication();
  before(async () => {
    running.parts.observations = [
      { observation, assessment },
      { observation, assessment: null },
      { observation, assessment: { ...assessment, faults: { wind_speed: FAULT, bar: { ...FAULT, ...UNTOLD } } } },
    ];
    await running.start();
  });
  after(() => running.stop());

  it('shows values by name, flags, and the units of the answer', async () => {
    const { observations, units } = (await running.request(PATH)).as(PAGE);
    assert.deepEqual(units, { temp_out: 'degC', out_hum: '%', wind_speed: 'km/h', bar: 'hPa', rain: 'mm' });
    const [first, second] = observations;
    assert.deepEqual(
      { ...first, flags: undefined },
      {
        network: 'north',
        station_id: 'a',
        timestamp: '2026-03-01T12:00:00.500Z',
        temp_out: 12.5,
        out_hum: null,
        wind_speed: 18,
        bar: 1013.2,
        rain: 0,
        extras: { wind_dir: 270 },
        original: { wind_speed: { value: 5, unit: 'm/s' }, rain: { value: 0, unit: 'mm', interval: 60 } },
        source: 'push',
        received: '2026-03-01T12:00:02Z',
        flags: undefined,
      },
    );
    assert.deepEqual(first.flags?.temp_out, {
      flag: 1,
      reason: '',
      score: 0.5,
      qartod_tests: { gross_range: 1, temporal_method: 1 },
      madis: { descriptor: 'S', qca: 19, qcr: 0 },
      bufr_033020: 0,
      bufr_033050: 1,
    });
    assert.deepEqual(first.flags?.out_hum, {
      flag: 9,
      reason: 'missing',
      score: null,
      qartod_tests: {},
      madis: { descriptor: 'Z', qca: 0, qcr: 0 },
      bufr_033020: 7,
      bufr_033050: 15,
    });
    assert.equal(second.flags, null);
  });

  it('is BUFR in pages, by its name and by its media type', async () => {
    const address = `${running.listening.url}${PATH}`;
    running.parts.next = 'more';
    const named = await fetch(`${address}?format=bufr&limit=2`);
    const typed = await fetch(`${address}?limit=2`, { headers: { accept: 'application/bufr' } });
    running.parts.next = null;
    for (const answer of [named, typed]) {
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/bufr']);
      assert.match(answer.headers.get('content-disposition') ?? '', /filename="observations\.bufr"/);
      assert.match(answer.headers.get('link') ?? '', /cursor=.*rel="next"/);
    }
    const [message, same] = [Buffer.from(await named.arrayBuffer()), Buffer.from(await typed.arrayBuffer())];
    assert.deepEqual(message, same);
    assert.equal(message.toString('latin1', 0, 4), 'BUFR');
    assert.equal(message.readUIntBE(4, 3), message.length);
    assert.equal(message.readUInt16BE(34), 2);
  });

  it('is BUFR as a whole', async () => {
    const answer = await fetch(`${running.listening.url}${PATH}?format=bufr&limit=all`);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/bufr']);
    assert.equal(answer.headers.get('link'), null);
    const paged = await fetch(`${running.listening.url}${PATH}?format=bufr`);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.from(await paged.arrayBuffer()));
  });

  it('has the flags of a value by the last verdict on it', async () => {
    const { observations } = (await running.request(PATH)).as(PAGE);
    assert.ok(observations[0].flags);
    const { wind_speed, bar } = observations[0].flags;
    assert.deepEqual([wind_speed.flag, wind_speed.score, bar.flag, bar.score], [4, null, 1, 6]);
    assert.deepEqual(wind_speed.madis, { descriptor: 'Q', qca: 19, qcr: 17 });
    assert.deepEqual(bar.madis, { descriptor: 'V', qca: 83, qcr: 0 });
    assert.deepEqual(bar.qartod_tests, { gross_range: 1, temporal_method: 1, step: 3, neighbors: 1 });
    assert.deepEqual([bar.bufr_033020, bar.bufr_033050], [0, 2]);
  });

  it('has a best estimate beside a value under a fault, in the unit of the answer', async () => {
    const [first, , third] = (await running.request(PATH)).as(PAGE).observations;
    assert.equal('fault_id' in (first.flags?.wind_speed ?? {}), false);
    const { wind_speed, bar, rain } = third.flags ?? {};
    assert.equal(third.wind_speed, 18);
    const { flag, fault_id, best_estimate, estimate_uncertainty } = wind_speed ?? {};
    assert.deepEqual([flag, fault_id, best_estimate, estimate_uncertainty], [4, 'f1', 12.345679, 1.8]);
    assert.deepEqual([bar?.flag, bar?.fault_id, bar?.best_estimate, bar?.estimate_uncertainty], [3, 'f1', null, null]);
    assert.equal('fault_id' in (rain ?? {}), false);
    const [, , inSi] = (await running.request(`${PATH}?units=si`)).as(PAGE).observations;
    assert.equal(inSi.flags?.wind_speed?.estimate_uncertainty, 0.5);
  });

  it('leaves flags out and converts units where asked', async () => {
    const { observations, units } = (await running.request(`${PATH}?flags=false&units=si`)).as(PAGE);
    assert.deepEqual(units, { temp_out: 'degC', out_hum: '%', wind_speed: 'm/s', bar: 'Pa', rain: 'mm' });
    const [first] = observations;
    assert.equal('flags' in first, false);
    assert.deepEqual([first.wind_speed, first.bar, first.temp_out, first.out_hum], [5, 101320, 12.5, null]);
  });

  it('hands its filters to the store', async () => {
    await running.request(`${PATH}?station=a&network=north&from=2026-03-01&limit=10000`).then(({ status }) => {
      assert.equal(status, 422, 'a date alone is no time');
    });
    await running.request(`${PATH}?station=a&network=north&from=2026-03-01T00:00:00&limit=10000`);
    assert.deepEqual(running.parts.asked.at(-1), {
      station: 'a',
      network: 'north',
      from: NOON - 12 * 3_600_000,
      limit: 10_000,
    });
  });
});

describe('POST /api/v1/observations', () => {
  const running = new RunningApplication();
  before(() => running.start());
  after(() => running.stop());

  it('hands the body to the intake and answers item by item', async () => {
    running.parts.results = [
      { status: 'accepted', network: 'north', station: 'a', time: NOON },
      { status: 'dead_letter', id: 'd1', reason: 'unknown_station', detail: 'no such station' },
    ];
    const answer = await running.request(`${PATH}?network=north`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      body: 'station_id,time\na,1',
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      accepted: 1,
      dead_letters: 1,
      items: [
        { status: 'accepted', network: 'north', station_id: 'a', timestamp: '2026-03-01T12:00:00Z' },
        { status: 'dead_letter', id: 'd1', reason: 'unknown_station', detail: 'no such station' },
      ],
    });
    const submitted = running.parts.submitted.at(-1);
    assert.equal(submitted?.network, 'north');
    assert.equal(submitted?.source, 'push');
    assert.equal(submitted?.items[0].mediaType, 'text/csv');
    assert.equal(submitted?.items[0].fields?.['body'], 'station_id,time\na,1');
  });

  it('takes each media type, and the default network where none is named', async () => {
    for (const type of ['application/json', 'application/x-ndjson', 'application/ndjson', 'Text/CSV']) {
      const answer = await running.request(PATH, { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
      assert.equal(answer.status, 200, type);
      assert.equal(running.parts.submitted.at(-1)?.network, 'default');
    }
  });

  it('says which interval the rain of an item has, and where amounts of the body overlap', async () => {
    const accepted = (minutes: number, rainInterval: number) =>
      ({ status: 'accepted', network: 'n', station: 'a', time: NOON + minutes * 60_000, rainInterval }) as const;
    running.parts.results = [accepted(10, 10), accepted(0, 10), accepted(5, 10)];
    const push = () => running.request(PATH, { method: 'POST', headers: { 'Content-Type': 'text/csv' }, body: 'x' });
    const { body } = await push();
    assert.deepEqual(body, {
      accepted: 3,
      dead_letters: 0,
      items: ['12:10', '12:00', '12:05'].map((time) => ({
        status: 'accepted',
        network: 'n',
        station_id: 'a',
        timestamp: `2026-03-01T${time}:00Z`,
        rain_interval: 10,
      })),
      warnings: [
        '2 amounts of rain overlap the report before: a at 2026-03-01T12:05:00Z covers 10 minutes and comes 5 minutes after it; intervals.rain should be no longer than the time between reports',
      ],
    });
    running.parts.results = [accepted(0, 5), accepted(5, 5)];
    assert.equal('warnings' in ((await push()).body as object), false);
  });

  it('passes on what the reading of the body refuses as a whole', async () => {
    const answer = await running.request(PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: 'no rows',
    });
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.problems, [{ loc: ['body'], msg: 'the CSV is empty', type: 'value_error' }]);
  });

  it('says what media types it takes', async () => {
    const answer = await running.request(PATH, { method: 'POST', body: new Uint8Array(3) });
    assert.equal(answer.status, 415);
    assert.equal(answer.error.code, 'unsupported_media_type');
    assert.match(answer.error.detail, /application\/json or application\/x-ndjson.*text\/csv; there is none/);
  });
});
