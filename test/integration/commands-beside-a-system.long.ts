import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShortTermReport } from '../../schemas/reports/report.ts';
import { isoOf } from '../../schemas/time.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { type Done, RunningSystem } from './running-system.ts';

const STATIONS = 4;
const NEWEST = 110;
const SPIKES = { 's1@70': 15, 's3@85': -12 };

describe('commands beside a running system and after it', () => {
  const files = temporaryFolder();
  let system: RunningSystem;
  /** Settled anomalies as the live stages have them. */
  let live: string[] = [];

  /** The settled anomalies of an analysis of all there is by the command. */
  const analysed = async (...more: string[]): Promise<ShortTermReport> => {
    const save = join(files, 'report.json');
    const span = ['--start', isoOf(timeAt(0)), '--end', isoOf(timeAt(NEWEST))];
    const done = await system.detector('--network', 'north', '--spatial-verify', ...span, '--save', save, ...more);
    assert.deepEqual([done.code, done.err], [0, '']);
    return JSON.parse(readFileSync(save, 'utf8')) as ShortTermReport;
  };
  const settled = (report: ShortTermReport) =>
    report.anomalies
      .filter((anomaly) => anomaly.state === 'settled')
      .map((anomaly) => anomaly.anomaly_id)
      .sort();
  const succeeded = (done: Done) => {
    assert.equal(done.code, 0, done.err);
    return done.out;
  };

  before(async () => {
    system = await new RunningSystem(await freshDataFolder(), timeAt(NEWEST) + 1000).start();
    await system.send('POST', '/api/v1/stations?network=north', calmStations(STATIONS));
    for (let k = 0; k <= NEWEST; k += 37) {
      await system.pushJudged('north', calmReports(STATIONS, k, Math.min(NEWEST, k + 36), SPIKES));
    }
    await writeImportFolder(join(files, 'south'));
    const more = 'station_id,latitude,longitude,elevation,rain_interval\nm1,51,5,12,5\nm2,51.1,5,,\n';
    writeFileSync(join(files, 'more.csv'), more);
    await writeRainyFolder(join(files, 'rainy'));
    writeFileSync(join(files, 'more.json'), JSON.stringify([{ station_id: 'm3', latitude: 51, longitude: 5.1 }]));
  });
  after(async () => {
    await system.stop();
    assert.deepEqual(system.failures, []);
  });

  it('anomaly-detector settles the anomalies that the live stages settled, to the id', async () => {
    live = (await system.anomalies('north', '&state=settled')).map((anomaly) => anomaly.anomaly_id).sort();
    assert.ok(live.length >= 2, `${live.length} settled`);
    assert.deepEqual(settled(await analysed()), live);
  });

  it('POST /api/v1/detect answers what the command says', async () => {
    const span = { start_time: isoOf(timeAt(0)), end_time: isoOf(timeAt(NEWEST)) };
    const report = await system.detect({ network: 'north', spatial_verify: true, ...span });
    assert.deepEqual(report, await analysed());
  });

  it('stations and a folder of CSV files go in through the running system, and are judged', async () => {
    assert.match(
      succeeded(await system.halcyon('station', 'import', join(files, 'more.csv'), '--network', 'more')),
      /^2 stations registered in the running system at http:/,
    );
    type Shown = Readonly<Record<'station_id' | 'elevation' | 'rain_interval', unknown>>;
    const { stations } = await system.get<{ stations: Shown[] }>('/api/v1/stations?network=more');
    assert.deepEqual(
      stations.map(({ station_id, elevation, rain_interval }) => [station_id, elevation, rain_interval]),
      [
        ['m1', 12, 5],
        ['m2', null, null],
      ],
    );
    const rainy = await system.halcyon('import', join(files, 'rainy'), '--network', 'more');
    assert.match(succeeded(rainy), /^16 observations of network more/);
    assert.match(rainy.err, /^rain of 1 station \(m2\) has no interval and comes every 5 minutes: /m);
    const rain = (await system.observations('more')).map(({ station_id, rain: mm, original }) => {
      return `${station_id} ${mm} ${JSON.stringify(original)}`;
    });
    const declared = { rain: { value: 0.3, unit: 'mm', interval: 5 } };
    assert.deepEqual([...new Set(rain)].sort(), [`m1 0.6 ${JSON.stringify(declared)}`, 'm2 0.3 {}']);
    for (let times = 0; times < 2; times++) {
      const out = succeeded(await system.halcyon('import', join(files, 'south')));
      assert.match(
        out,
        /^180 observations of network south imported into the running system at .*; 1 could not be read/,
      );
    }
    const found = await system.observations('south');
    assert.equal(found.length, 180, 'repeated, it doubles nothing');
    // Judged already: the windows of the running system hold them when the next one comes.
    await system.pushJudged('south', calmReports(3, 60, 60, { 's0@60': 15 }));
    // Anomalies are stored apart from judgements: either may be there first.
    const flagged = async () =>
      (await system.anomalies('south', '&station=s0&variable=temp_out')).filter(
        ({ actual_value }) => actual_value > 25,
      );
    await until('the jump is an anomaly', async () => (await flagged()).length > 0);
    assert.equal((await flagged()).length, 1);
    assert.equal(((await system.halcyon('dead-letters', 'list')).out.match(/invalid_time/g) ?? []).length, 1);
  });

  it('limits go in through the running system and are taken back', async () => {
    const file = join(files, 'limits.csv');
    writeFileSync(file, 'station_id,variable,fail_low,suspect_high\nm1,temp_out,-40,38\n,wind_speed,,200\n');
    const set = succeeded(await system.halcyon('limits', 'import', file, '--network', 'more'));
    assert.equal(set, 'limits set in network more: 2\n');
    const answered = await system.get<{ set: { station_id: string | null; by: string }[] }>(
      '/api/v1/limits?network=more&station=m1',
    );
    assert.deepEqual(answered.set.map(({ station_id, by }) => `${station_id} ${by}`).sort(), [
      'm1 local',
      'null local',
    ]);
    assert.match(
      succeeded(await system.halcyon('limits', 'list', '--station', 'm1')),
      /^wind_speed +km\/h +0 to 400 +0 to 200 +network$/m,
    );
    await until('the store has them', async () =>
      (await system.halcyon('rules', 'list', '--kind', 'limits')).out.includes('temp_out fail -40..60'),
    );
    const cleared = succeeded(await system.halcyon('limits', 'clear', '--network', 'more', '--all'));
    assert.equal(cleared, 'limits taken back in network more: 2\n');
    assert.deepEqual((await system.get<{ set: object[] }>('/api/v1/limits?network=more')).set, []);
  });

  it('two commands at once get on with each other', async () => {
    const both = await Promise.all([
      system.halcyon('import', join(files, 'south'), '--network', 'east'),
      system.halcyon('import', join(files, 'south'), '--network', 'west'),
      system.halcyon('dead-letters', 'list'),
    ]);
    for (const done of both) succeeded(done);
    assert.equal((await system.observations('east')).length, 180);
    assert.equal((await system.observations('west')).length, 180);
  });

  it('they all work when the system has stopped, and it finds their work when it starts again', async () => {
    await system.stop();
    assert.deepEqual(settled(await analysed()), live);
    assert.match(
      succeeded(await system.halcyon('station', 'import', join(files, 'more.json'), '--network', 'more')),
      /^1 stations? registered in the store in the data folder$/m,
    );
    assert.match(
      succeeded(await system.halcyon('import', join(files, 'south'), '--network', 'offline')),
      /^180 observations of network offline imported into the store in the data folder/,
    );
    assert.match(succeeded(await system.halcyon('dead-letters', 'list')), /invalid_time/);
    await system.start();
    const { stations } = await system.get<{ stations: object[] }>('/api/v1/stations?network=more');
    assert.equal(stations.length, 3);
    assert.equal((await system.observations('offline')).length, 180);
    await until('what was imported meanwhile is judged', async () =>
      (await system.observations('offline')).every(({ flags }) => flags !== null),
    );
    const again = (await system.anomalies('north', '&state=settled')).map((anomaly) => anomaly.anomaly_id).sort();
    assert.deepEqual(again, live);
  });
});

/** Ten hours of three stations as CSV, one row of which cannot be read. */
async function writeImportFolder(folder: string): Promise<void> {
  await mkdir(folder);
  const stations = calmStations(3).map(
    ({ station_id, latitude, longitude }) => `${station_id},${latitude},${longitude}`,
  );
  writeFileSync(join(folder, 'stations.csv'), `station_id,latitude,longitude\n${stations.join('\n')}\n`);
  const rows = calmReports(3, 0, 59).map((report) => Object.values(report).join(','));
  rows.splice(20, 0, 's0,yesterday,1,2,3,4,0');
  writeFileSync(
    join(folder, 'observations.csv'),
    `station_id,time,temp_out,out_hum,wind_speed,bar,rain\n${rows.join('\n')}\n`,
  );
}

/** Two stations, of which neither the file nor a mapping says over how many minutes their rain falls. */
async function writeRainyFolder(path: string): Promise<void> {
  await mkdir(path);
  writeFileSync(join(path, 'stations.csv'), 'station_id,latitude,longitude\nm1,51,5\nm2,51.1,5\n');
  const rows = Array.from({ length: 8 }, (_, n) => isoOf(timeAt(60) + n * 300_000)).flatMap((time) => [
    `m1,${time},0.3`,
    `m2,${time},0.3`,
  ]);
  writeFileSync(join(path, 'observations.csv'), `station_id,time,rain\n${rows.join('\n')}\n`);
}
