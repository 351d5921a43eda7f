import assert from 'node:assert/strict';
import type { Fault } from '../../../schemas/fault.ts';
import type { WeatherEvent } from '../../../schemas/weather-event.ts';
import { reportedAnomaly } from '../../../services/answers/reported-anomaly.ts';
import type { RawDetection } from '../../../services/detection/detection-request.ts';
import { shortTermReport } from '../../../services/detection/short-term-report.ts';
import { newFaultWord, newOverride, newWindow } from '../../../services/experts/new-rule.ts';
import { Overlay } from '../../../services/experts/overlay.ts';
import { someFault } from '../answers/some-fault.ts';
import { anomaly, request, result } from './made-up-result.ts';
import { reportShape } from './report-shape.ts';

describe('the short-term report', () => {
  const report = shortTermReport(request(), 'alps', result(), { arima: 5 });

  it('has the shape of section 2.4, also after a trip through JSON', () => {
    reportShape.parse(JSON.parse(JSON.stringify(report)));
  });

  it('counts cases by class and stations once', () => {
    assert.deepEqual(report.summary, {
      total_stations: 4,
      anomalous_stations: 2,
      normal_stations: 1,
      device_failures: 2,
      weather_events: 2,
      suspected: 1,
      in_maintenance: 0,
      episodes: 4,
    });
    assert.deepEqual(report.normal_stations, ['s03']);
  });

  it('tells faults of the stations and variables that were asked for alone, those that people entered too', () => {
    const bias = someFault({ network: 'alps', station: 's03', variable: 'bar', kind: 'bias', offset: 2 });
    const elsewhere = [{ ...bias, id: 'other', station: 's99' }, bias];
    const word = { classification: 'device_failure', start: request().start, end: null } as const;
    const entered = new Overlay([newFaultWord({ ...bias, id: 'entered' }, word, { by: 'ann', reason: 'seen', at: 0 })]);
    const told = (raw: RawDetection, faults: readonly Fault[], overlay?: Overlay) =>
      shortTermReport(request(raw), 'alps', result({ faults }), {}, overlay).faults.map(({ fault_id }) => fault_id);
    assert.deepEqual(told({}, elsewhere), [bias.id]);
    assert.deepEqual(told({ variables: ['temp_out'] }, elsewhere), []);
    assert.deepEqual(told({}, [], entered), ['entered']);
    assert.deepEqual(told({ variables: ['temp_out'] }, [], entered), []);
  });

  it('calls no station normal that has a fault, and says since when faults are known', () => {
    const bias = someFault({ network: 'alps', station: 's03', variable: 'bar', kind: 'bias', offset: 2 });
    const { normal_stations, summary, metadata } = shortTermReport(
      request(),
      'alps',
      result({ faults: [bias], faultsSince: Date.UTC(2022, 8, 8) }),
      {},
    );
    assert.deepEqual(normal_stations, []);
    assert.deepEqual([summary.normal_stations, summary.anomalous_stations], [0, 2]);
    assert.equal(metadata.faults_since, '2022-09-08T00:00:00Z');
  });

  it('shows what people say of anomalies: called otherwise, called none, in maintenance', () => {
    const plain = { by: 'ann', reason: 'seen', at: 0 };
    const [first, second, third] = report.anomalies.filter(({ classification }) => classification !== 'suspected');
    const found = (id: string) => result().anomalies.find((one) => one.id === id) ?? anomaly(1, 'bar', 'suspected', 1);
    const { time, variable } = found(third.anomaly_id);
    const window = { variables: [variable], from: time, to: time + 1 };
    const maintenance = newWindow('maintenance', { network: 'alps', id: third.station_id }, window, plain);
    const overlay = new Overlay([
      newOverride(found(first.anomaly_id), 'suspected', plain),
      newOverride(found(second.anomaly_id), 'normal', plain),
      maintenance,
    ]);
    const shown = shortTermReport(request(), 'alps', result(), { arima: 5 }, overlay);
    reportShape.parse(JSON.parse(JSON.stringify(shown)));
    const { device_failures, weather_events, suspected, in_maintenance } = shown.summary;
    assert.equal(shown.anomalies.length, report.anomalies.length - 1);
    assert.deepEqual([suspected, in_maintenance], [2, 1]);
    assert.equal(device_failures + weather_events + suspected + in_maintenance, shown.anomalies.length);
    const called = shown.anomalies.find(({ anomaly_id }) => anomaly_id === first.anomaly_id);
    assert.deepEqual([called?.classification, called?.machine_classification], ['suspected', first.classification]);
    assert.deepEqual(called?.override, {
      classification: 'suspected',
      by: 'ann',
      reason: 'seen',
      at: '1970-01-01T00:00:00Z',
    });
    const kept = shown.anomalies.find(({ anomaly_id }) => anomaly_id === third.anomaly_id);
    assert.deepEqual([kept?.maintenance, kept?.classification], [maintenance.id, third.classification]);
    assert.ok(shown.episodes.every(({ anomaly_ids }) => !anomaly_ids.includes(second.anomaly_id)));
  });

  it('names what was asked, the units and the end of the analysis', () => {
    const { metadata } = shortTermReport(request({ variables: 'rain,bar', window_hours: 2 }), 'alps', result(), {});
    assert.equal(metadata.timestamp, '2022-09-15T23:50:00Z');
    assert.equal(metadata.start, '2022-09-15T21:50:00Z');
    assert.equal(metadata.window_hours, 2);
    assert.deepEqual(metadata.units, { bar: 'hPa', rain: 'mm' });
    assert.deepEqual(metadata.variables, ['bar', 'rain']);
  });

  it('joins anomalies into episodes, and names the one of each', () => {
    assert.deepEqual(
      report.episodes.map(({ episode_id, classification, kind, variables, start, end, anomalies }) => {
        return [episode_id, classification, kind, variables.join(), start.slice(11, 16), end, anomalies];
      }),
      [
        ['s01-temp_out-9', 'device_failure', 'stuck', 'temp_out', '21:26', null, 2],
        ['s02-rain-5', 'weather_event', 'weather', 'rain', '23:00', null, 1],
        ['s01-wind_speed-4', 'weather_event', 'weather', 'wind_speed', '23:10', null, 1],
        ['s01-bar-1', 'device_failure', 'range', 'bar', '23:40', null, 1],
      ],
    );
    const [first] = report.episodes;
    assert.deepEqual(first.anomaly_ids, ['s01-temp_out-9', 's01-temp_out-2']);
    assert.deepEqual(first.classes, { device_failure: 1, weather_event: 0, suspected: 1 });
    const named = report.anomalies.find(({ anomaly_id }) => anomaly_id === first.largest.anomaly_id);
    assert.equal(first.largest.deviation, named?.deviation);
    assert.equal(first.reason, named?.reason);
    for (const { anomaly_id, episode_id } of report.anomalies) {
      const of = report.episodes.filter(({ anomaly_ids }) => anomaly_ids.includes(anomaly_id));
      assert.deepEqual(
        of.map((episode) => episode.episode_id),
        [episode_id],
      );
    }
  });

  it('names the first hundred anomalies of a long episode', () => {
    const many = Array.from({ length: 150 }, (_, at) => anomaly(1, 'temp_out', 'device_failure', 150 - at));
    const { episodes, anomalies } = shortTermReport(request(), 'alps', result({ anomalies: many }), {});
    assert.equal(episodes.length, 1);
    assert.equal(episodes[0].anomalies, 150);
    assert.deepEqual(
      episodes[0].anomaly_ids,
      anomalies.slice(0, 100).map(({ anomaly_id }) => anomaly_id),
    );
  });

  it('names the weather event of the anomalies that belong to one', () => {
    const found = result();
    const [, rain] = found.anomalies;
    const event: WeatherEvent = {
      ...{ id: 'e', network: 'n', kind: 'storm', start: rain.time, end: rain.time, changes: {}, motion: null },
      stations: [{ station: rain.station, stationName: 'S', time: rain.time, changes: { rain: 3 } }],
      ...{ anomalyIds: [rain.id], state: 'settled', reason: 'r', configuration: 'c', version: 'v' },
    };
    const report = shortTermReport(request(), 'n', result({ weather: [event] }), {});
    assert.deepEqual(
      report.anomalies.map(({ weather_event_id }) => weather_event_id),
      [undefined, 'e', undefined, undefined, undefined],
    );
    assert.deepEqual(report.weather[0].anomaly_ids, [rain.id]);
  });

  it('says of every value that was not judged why', () => {
    assert.deepEqual(
      report.outages.map(({ scope, start, end, share }) => [scope, start, end, share]),
      [
        ['network', '2022-09-15T18:50:00Z', '2022-09-15T21:50:00Z', 0.6667],
        ['station', '2022-09-15T22:30:00Z', null, 0.25],
      ],
    );
    assert.deepEqual(report.not_judged[0], { station_id: 's03', variable: 'rain', reason: 'missing', count: 7 });
  });
});

describe('a reported anomaly', () => {
  it('has a deviation that equals actual minus expected', () => {
    for (let number = 0; number < 50; number++) {
      const shown = reportedAnomaly(anomaly(number, 'temp_out', 'suspected', 1));
      assert.ok(Math.abs(shown.deviation - (shown.actual_value - shown.expected_value)) < 1e-9);
    }
  });

  it('holds finite numbers whatever the verdict held', () => {
    const odd = { expected: Number.NaN, score: Number.POSITIVE_INFINITY, scale: Number.NaN, actual: -1e308 };
    const spatial = { enabled: true, method: 'pearson', correlation: Number.NaN, neighborsChecked: 0, neighbors: [] };
    const shown = JSON.parse(
      JSON.stringify(reportedAnomaly(anomaly(1, 'bar', 'device_failure', 1, { ...odd, spatial }))),
    );
    assert.equal(shown.actual_value, -1e308);
    assert.equal(shown.spatial_verification.correlation, 0);
    for (const [name, value] of Object.entries(shown)) if (name !== 'baseline') assert.notEqual(value, null, name);
  });

  it('has the flags of other vocabularies by its verdict', () => {
    const shown = reportedAnomaly(anomaly(1, 'bar', 'weather_event', 1)).flags;
    assert.deepEqual(shown.madis, { descriptor: 'V', qca: 83, qcr: 0 });
    assert.deepEqual([shown.qartod, shown.bufr_033020, shown.bufr_033050], [1, 0, 2]);
  });

  it('keeps the value as the record had it', () => {
    assert.equal(
      reportedAnomaly(anomaly(1, 'bar', 'suspected', 1, { actual: 1013.123456789 })).actual_value,
      1013.123456789,
    );
  });
});
