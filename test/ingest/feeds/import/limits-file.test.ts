import assert from 'node:assert/strict';
import { join } from 'node:path';
import { NetworkRules } from '../../../../detectors/rules/network-rules.ts';
import { openCsvFolder } from '../../../../ingest/feeds/import/csv-folder.ts';
import { CsvFolderSource } from '../../../../ingest/feeds/import/csv-folder-source.ts';
import { limitedSource } from '../../../../ingest/feeds/import/limited-source.ts';
import { readLimitsFile, wholeLimits } from '../../../../ingest/feeds/import/limits-file.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { EVERY_STATION } from '../../../../schemas/expert-rule.ts';
import type { Station } from '../../../../schemas/station.ts';
import { Folders, HEADER, STATIONS } from './folder-fixture.ts';

const LIMITS_HEADER = 'station_id,variable,fail_low,fail_high,suspect_low,suspect_high';
const station = (id: string, elevation: number | null): Station => ({
  network: 'n',
  id,
  name: id,
  latitude: 51,
  longitude: 4,
  elevation,
  pressureLevel: 'station',
  rainInterval: null,
  manufacturer: null,
  model: null,
  retired: false,
  updated: 0,
});
const KNOWN = [station('A', 2400), station('B', null)];

describe('a file of limits', () => {
  const folders = new Folders();
  after(() => folders.remove());

  const whole = async (file: string, text: string) => {
    const folder = await folders.make({ [file]: text });
    return wholeLimits(await readLimitsFile(join(folder, file)), KNOWN);
  };
  const refused = async (file: string, text: string) => {
    const error = await whole(file, text).then(
      () => assert.fail('it was taken'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof HalcyonError);
    assert.equal(error.code, 'invalid_parameter');
    return (error.problems ?? []).map(({ msg }) => msg);
  };

  it('has limits of stations and of the whole network, with the defaults for what a row leaves out', async () => {
    const text = `${LIMITS_HEADER}\nA,temp_out,-40,50,-30,38.5\n,wind_speed,,,,200\nA,bar,450,,,\n`;
    assert.deepEqual(await whole('limits.csv', text), [
      {
        station: 'A',
        variable: 'temp_out',
        limits: { failLow: -40, failHigh: 50, suspectLow: -30, suspectHigh: 38.5 },
        reason: 'limits.csv:2',
      },
      {
        station: EVERY_STATION,
        variable: 'wind_speed',
        limits: { failLow: 0, failHigh: 400, suspectLow: 0, suspectHigh: 200 },
        reason: 'limits.csv:3',
      },
      {
        station: 'A',
        variable: 'bar',
        limits: { failLow: 450, failHigh: 1100, suspectLow: 649.3, suspectHigh: 809.8 },
        reason: 'limits.csv:4',
      },
    ]);
  });

  it('may be a list in JSON, and say why', async () => {
    const entries = [{ station_id: 'B', variable: 'rain', fail_high: 100, reason: 'a small gauge' }];
    assert.deepEqual(await whole('limits.json', JSON.stringify(entries)), [
      {
        station: 'B',
        variable: 'rain',
        limits: { failLow: 0, failHigh: 100, suspectLow: 0, suspectHigh: 100 },
        reason: 'a small gauge',
      },
    ]);
  });

  it('names every wrong row: where it stands, what is wrong and what would be right', async () => {
    const rows = [
      'A,temp,-40,,,',
      'A,temp_out,60,-80,,',
      'A,temp_out,,,-90,',
      'Z,temp_out,-40,,,',
      'A,rain,,much,,',
      'A,rain,,,,',
      'A,bar,450,,',
      'B,bar,450,,,',
      'B,bar,460,,,',
    ];
    assert.deepEqual(await refused('limits.csv', `${[LIMITS_HEADER, ...rows].join('\n')}\n`), [
      "limits.csv:2: variable is 'temp', should be one of temp_out, out_hum, wind_speed, bar, rain",
      "limits.csv:3: 'fail_low' is 60, should be below 'fail_high' (-80)",
      'limits.csv:4: the limits of temp_out are at limits.csv:3 already, should appear once',
      "limits.csv:5: station_id is 'Z', should be one of the network's stations such as 'A', 'B', or empty for all of them",
      "limits.csv:6: fail_high is 'much', should be a finite number such as 12.5, or empty where there is none",
      'limits.csv:7: one of fail_low, fail_high, suspect_low, suspect_high should be given',
      'limits.csv:8: it has 5 columns, the header has 6',
      'limits.csv:10: the limits of bar are at limits.csv:9 already, should appear once',
    ]);
    assert.deepEqual(await refused('limits.json', '[7, {"variable": "bar", "suspect_low": 400}]'), [
      'limits.json, limits 1: limits are 7, should be an object',
      "limits.json, limits 2: 'suspect_low' is 400, should be 'fail_low' (500) or above",
    ]);
  });

  it('says which columns it should have', async () => {
    await assert.rejects(whole('limits.csv', 'station_id,variable,low\n'), {
      message:
        "limits.csv: its first line should name the columns variable and at least one of fail_low, fail_high, suspect_low, suspect_high; found 'station_id', 'variable', 'low'",
    });
    await assert.rejects(whole('limits.csv', `${LIMITS_HEADER}\n`), /names no limits$/);
  });

  describe('in a folder of CSV files', () => {
    const open = async (limits: string, mapping = '{}') => {
      const files = {
        'stations.csv': STATIONS,
        'observations.csv': `${HEADER}\nA,2022-01-01T00:00:00Z,1,50,3,1000,0\n`,
      };
      const path = await folders.make({ ...files, 'limits.csv': limits, 'mapping.json': mapping });
      return CsvFolderSource.open(await openCsvFolder(path, { network: 'n' }), { latest: Infinity });
    };

    it('is taken by itself, and holds from the beginning of time', async () => {
      const source = await open(`${LIMITS_HEADER}\nA,temp_out,-40,50,-30,38\n`);
      const rules = new NetworkRules(await source.rules('n'));
      const limits = { failLow: -40, failHigh: 50, suspectLow: -30, suspectHigh: 38 };
      for (const slot of [-1_000_000, 0, 3_000_000]) assert.deepEqual(rules.limitsAt('A', 'temp_out', slot), limits);
      assert.equal(rules.limitsAt('B', 'temp_out', 0), null);
      assert.deepEqual(await source.rules('another'), []);
    });

    it('is read by the mapping of the folder', async () => {
      const text = `${LIMITS_HEADER.replaceAll(',', ';')}\nA;temp_out;-40,5;;;\n`;
      const [rule] = await (await open(text, '{"decimal": ","}')).rules('n');
      assert.equal(rule.limits?.failLow, -40.5);
    });

    it('is refused as a whole where a row is wrong', async () => {
      await assert.rejects(open(`${LIMITS_HEADER}\nA,temp_out,-40,,,\nA,snow,1,,,\n`), { code: 'invalid_parameter' });
    });

    it('gives way to limits that are given beside it', async () => {
      const source = await open(`${LIMITS_HEADER}\nA,temp_out,-40,,,\nB,temp_out,-40,,,\n`);
      const beside = await folders.make({ 'other.csv': `${LIMITS_HEADER}\nA,temp_out,-60,,,\n` });
      const limited = limitedSource(source, await readLimitsFile(join(beside, 'other.csv')));
      const rules = new NetworkRules(await limited.rules?.('n'));
      const lowOf = (id: string) => rules.limitsAt(id, 'temp_out', 0)?.failLow;
      assert.deepEqual(['A', 'B'].map(lowOf), [-60, -40]);
      assert.deepEqual(await limited.networks(), ['n']);
      const elsewhere = await folders.make({ 'other.csv': `${LIMITS_HEADER}\nZ,temp_out,-60,,,\n` });
      const wrong = limitedSource(source, await readLimitsFile(join(elsewhere, 'other.csv')));
      await assert.rejects(async () => wrong.rules?.('n'), /other\.csv:2: station_id is 'Z'/);
    });
  });
});
