import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '../../schemas/configuration.ts';
import { isoOf } from '../../schemas/time.ts';
import { openTimeSeries } from '../../services/stores/opening/open-time-series.ts';
import { DEMO_NETWORK } from '../../services/system/feeds.ts';
import { until } from '../until.ts';
import { calmReports, calmStations, timeAt } from './calm-network.ts';
import { CommandProcess } from './command-process.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

/** A classified anomaly as the operator reads it. */
const ANOMALY_LINE =
  /^\S+Z info anomalies: \S+Z +(DEVICE FAILURE|WEATHER EVENT|SUSPECTED) +demo-\d+ .*: \w+ .* expected /m;

describe('anomaly-detector in the middle of a long analysis', () => {
  it('ends within seconds on Ctrl-C, with exit 130 and without a report', async () => {
    const folder = join(temporaryFolder(), 'long');
    mkdirSync(folder);
    const stations = calmStations(60);
    const positions = stations.map(({ station_id, latitude, longitude }) => `${station_id},${latitude},${longitude}`);
    writeFileSync(join(folder, 'stations.csv'), `station_id,latitude,longitude\n${positions.join('\n')}\n`);
    const rows = calmReports(stations.length, 0, 1500).map((report) => Object.values(report).join(','));
    const header = 'station_id,time,temp_out,out_hum,wind_speed,bar,rain';
    writeFileSync(join(folder, 'observations.csv'), `${header}\n${rows.join('\n')}\n`);
    const reports = temporaryFolder();
    const span = ['--start', isoOf(timeAt(0)), '--end', isoOf(timeAt(1500)), '--window', '24'];
    const argv = ['--database', folder, ...span, '--spatial-verify', '--verbose', '--save', join(reports, 'r.json')];
    const command = new CommandProcess('anomaly-detector', argv, { HALCYON_DATA: temporaryFolder() });
    try {
      await until('it analyses', () => /reading /.test(command.output));
      const { code, tookMs } = await command.interrupt();
      assert.equal(code, 130, command.output);
      assert.ok(tookMs < 3000, `${tookMs} ms`);
      assert.match(command.output, /^interrupted$/m);
      assert.deepEqual(readdirSync(reports), []);
    } finally {
      await command.kill();
    }
  });
});

describe('halcyon run with the demonstration', () => {
  let folder: string;
  let command: CommandProcess;
  /** Observations that the running process acknowledged. */
  const acknowledged: string[] = [];

  const run = () =>
    new CommandProcess('halcyon', ['run'], {
      HALCYON_DATA: folder,
      PORT: '0',
      HALCYON_FEED: 'demo',
      HALCYON_DEMO_STATIONS: '30',
    });
  const urlOf = () => /^ {2}services +(http\S+)$/m.exec(command.output)?.[1];

  before(async () => {
    folder = await freshDataFolder();
    command = run();
    await until('it is up', () => urlOf() !== undefined, 30_000);
  });
  after(() => command.kill());

  it('tells the first classified anomaly within half a minute of being up', async () => {
    await until('a line tells it', () => ANOMALY_LINE.test(command.output), 30_000);
  });

  it('lets the command line analyse it while it runs', async () => {
    const beside = new RunningSystem(folder, Date.now());
    const store = await openTimeSeries({ dataFolder: folder });
    const extent = await store.extent(DEMO_NETWORK);
    await store.close();
    assert.ok(extent !== null);
    const done = await beside.detector('--end', isoOf(extent.last), '--spatial-verify');
    assert.equal(done.code, 0, done.err);
    assert.match(done.out, /^Total Stations: +30$/m);
  });

  it('ends in order on Ctrl-C while observations are pushed', async () => {
    const url = urlOf();
    let stopped = false;
    const pushing = (async () => {
      for (let k = 0; !stopped; k++) {
        const [report] = calmReports(1, k, k);
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ ...report, latitude: 50, longitude: 4 });
        const address = `${url}/api/v1/observations?network=pushed`;
        const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => null);
        if (answer?.ok === true) acknowledged.push(report.time);
        else if (answer === null) return;
      }
    })();
    await until('some are acknowledged', () => acknowledged.length >= 5);
    const { code, tookMs } = await command.interrupt();
    stopped = true;
    await pushing;
    assert.ok(code === 0 || code === 130, `exit ${code}: ${command.output.slice(-500)}`);
    assert.ok(tookMs < 8000, `${tookMs} ms`);
  });

  it('has lost nothing that was acknowledged, and goes on after a restart where it was', async () => {
    const { data } = readConfiguration({ HALCYON_DATA: folder });
    const store = await openTimeSeries({ dataFolder: data, create: false });
    const { items } = await store.observations({ network: 'pushed', limit: 10_000 });
    const found = new Set(items.map(({ observation }) => isoOf(observation.time)));
    assert.deepEqual(
      acknowledged.filter((time) => !found.has(time)),
      [],
    );
    const before = await store.extent(DEMO_NETWORK);
    await store.close();
    command = run();
    await until('it goes on', () => / demo: 30 stations .*, continuing from /m.test(command.output), 30_000);
    const again = await openTimeSeries({ dataFolder: folder });
    const extent = await again.extent(DEMO_NETWORK);
    await again.close();
    assert.ok(before !== null && extent !== null);
    assert.equal(extent.first, before.first);
    assert.ok(extent.last >= before.last);
    assert.equal((await command.interrupt()).code, 0);
  });
});
