import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnomalyDetector, HalcyonError, SpatialConfig, TemporalConfig } from '../../../services/module/index.ts';
import { reportShape } from '../detection/report-shape.ts';
import { writeSpikedFolder } from '../detection/spiked-folder.ts';
import { healthShape } from '../health/health-shape.ts';

const END = '2022-09-15 23:50:00';

describe('the module', () => {
  let parent: string;
  let folder: string;
  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'halcyon-module-'));
    folder = join(parent, 'alps');
    writeSpikedFolder(folder);
  });
  after(() => rmSync(parent, { recursive: true }));

  it('answers by position as the interface document has it', async () => {
    const detector = new AnomalyDetector(folder);
    const report = await detector.detect(END, new TemporalConfig('arima', 6), new SpatialConfig(true, 'pearson', 100), [
      'temp_out',
    ]);
    reportShape.parse(JSON.parse(JSON.stringify(report)));
    const spike = report.anomalies.find((one) => one.actual_value === 45);
    assert.equal(spike?.station_id, 's2');
    assert.equal(spike?.classification, 'device_failure');
    assert.deepEqual(report.metadata.variables, ['temp_out']);
  });

  it('answers the same by name, in snake_case and in camelCase', async () => {
    const byPosition = await new AnomalyDetector(folder).detect(
      END,
      new TemporalConfig('3sigma', 3),
      new SpatialConfig(true, 'pearson', 50),
      ['temp_out', 'bar'],
    );
    const snake = await new AnomalyDetector({ database_path: folder }).detect({
      end_time: END,
      temporal_config: { method: '3sigma', window_hours: 3, threshold: 3 },
      spatial_config: { enabled: true, method: 'pearson', neighbor_radius_km: 50 },
      variables: ['temp_out', 'bar'],
    });
    const camel = await new AnomalyDetector({ databasePath: folder }).detect({
      endTime: new Date(`${END.replace(' ', 'T')}Z`),
      temporalConfig: new TemporalConfig({ method: '3sigma', windowHours: 3 }),
      spatialConfig: new SpatialConfig({ enabled: true, neighborRadiusKm: 50 }),
      variables: 'temp_out,bar',
    });
    assert.deepEqual(snake, byPosition);
    assert.deepEqual(camel, byPosition);
    assert.ok(byPosition.anomalies.length > 0);
  });

  it('has the defaults of the command line', async () => {
    const { metadata } = await new AnomalyDetector(folder).detect(END);
    assert.equal(metadata.temporal_method, 'arima');
    assert.equal(metadata.window_hours, 6);
    assert.equal(metadata.spatial_verify, false);
    assert.equal(metadata.neighbor_radius_km, 100);
    const temporal = new TemporalConfig();
    assert.deepEqual([temporal.method, temporal.window_hours, temporal.windowHours], ['arima', 6, 6]);
    const spatial = new SpatialConfig();
    assert.deepEqual([spatial.enabled, spatial.method, spatial.neighborRadiusKm], [false, 'pearson', 100]);
  });

  it('carries what the command warns of: rows that were left out, settings that are not advised', async () => {
    const poor = join(parent, 'poor');
    writeSpikedFolder(poor);
    appendFileSync(join(poor, 'observations.csv'), 's1,no time,1,1,1,1,1\n');
    const detector = new AnomalyDetector(poor);
    const left = /^1 row of .*poor could not be read and was left out: observations\.csv:\d+: /;
    const { warnings } = await detector.detect(END, { window_hours: 25 });
    assert.equal(warnings.length, 2);
    assert.match(warnings[0] ?? '', /^window_hours is 25 hours; at most 24 are recommended$/);
    assert.match(warnings[1] ?? '', left);
    const health = await detector.healthCheck({ days: 1, endTime: END });
    assert.match(health.warnings.join('\n'), left);
    assert.deepEqual(Object.keys(health), Object.keys(Array.from(health)));
    assert.deepEqual((await new AnomalyDetector(folder).detect(END)).warnings, []);
  });

  it('checks the health of sensors, by position and by name', async () => {
    const detector = new AnomalyDetector(folder);
    const byPosition = await detector.healthCheck(1, 's2', ['wind_speed', 'temp_out'], END);
    const byName = await detector.healthCheck({
      days: 1,
      station: 's2',
      variables: 'temp_out,wind_speed',
      endTime: END,
    });
    assert.deepEqual(byName, byPosition);
    healthShape.parse(JSON.parse(JSON.stringify(byName)));
    const [{ station_id, overall_status, variable_reports }] = byName;
    assert.deepEqual([station_id, overall_status], ['s2', 'critical']);
    const [temperature, wind] = variable_reports;
    assert.equal(temperature.severity, 'healthy');
    assert.deepEqual(wind.issues, ['constant at 8 km/h in all 144 readings (variance 0): sensor likely stuck']);
  });

  const refused: readonly (readonly [string, () => Promise<unknown>, string, RegExp])[] = [
    [
      'a wrong value',
      () => new AnomalyDetector(folder).detect(END, new TemporalConfig('arima', 0)),
      'invalid_parameter',
      /window_hours is '0'/,
    ],
    [
      'an unknown field',
      () => new AnomalyDetector(folder).detect({ end_tiem: END } as object),
      'invalid_parameter',
      /detect has no field 'end_tiem'; known are end_time/,
    ],
    [
      'a field that is given twice',
      () => new AnomalyDetector(folder).detect({ end_time: END, endTime: END }),
      'invalid_parameter',
      /names end_time twice/,
    ],
    [
      'a configuration that is none',
      () => new AnomalyDetector(folder).detect(END, 'arima' as unknown as TemporalConfig),
      'invalid_parameter',
      /temporal_config should be an object/,
    ],
    [
      'no database there',
      () => new AnomalyDetector('/nowhere/x').detect(END),
      'store_unreadable',
      /nothing of that name/,
    ],
    [
      'nothing to judge',
      () => new AnomalyDetector(folder).detect('2021-01-01 00:00:00'),
      'insufficient_data',
      /has no observations/,
    ],
    [
      'a health check of no days',
      () => new AnomalyDetector(folder).healthCheck(0),
      'invalid_parameter',
      /days is '0', should be a whole number of days from 1 to 366/,
    ],
    [
      'a health check of an unknown station',
      () => new AnomalyDetector(folder).healthCheck({ end_time: END, station: 'x' }),
      'unknown_station',
      /has no station 'x'; it has s1, s2, s3/,
    ],
    [
      'an unknown field of a health check',
      () => new AnomalyDetector(folder).healthCheck({ day: 1 } as object),
      'invalid_parameter',
      /healthCheck has no field 'day'/,
    ],
  ];
  for (const [what, work, code, message] of refused) {
    it(`refuses ${what}`, async () => {
      await assert.rejects(work, (error) => {
        assert.ok(error instanceof HalcyonError, String(error));
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    });
  }

  it('names an unknown field of a configuration at once', () => {
    assert.throws(() => new TemporalConfig({ windw: 3 } as object), /TemporalConfig has no field 'windw'/);
  });
});
