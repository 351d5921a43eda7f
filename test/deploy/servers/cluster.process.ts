// npm run test:cluster: the servers and the cluster as processes, killed and started again; some minutes on a busy machine.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresMissing } from '../../../deploy/servers/postgres-server.ts';
import { jarsMissing } from '../../../deploy/servers/server-jars.ts';
import { packageFile } from '../../../schemas/package-root.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { gathered, observation, START } from '../../services/stores/records.ts';
import { until } from '../../until.ts';

const missing = jarsMissing() ?? postgresMissing();
const START_MS = 120_000;

/** `npm run servers` or `npm run cluster` as a process. */
class ServersProcess {
  readonly #child: ChildProcess;
  readonly ended: Promise<number | null>;
  out = '';
  err = '';

  constructor(argv: readonly string[], entry = 'run.ts') {
    const script = packageFile('deploy', 'servers', entry);
    this.#child = spawn(process.execPath, ['--import', 'tsx', '--', script, ...argv], { stdio: 'pipe' });
    this.#child.stdout?.on('data', (data: Buffer) => {
      this.out += data.toString('utf8');
    });
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.err += data.toString('utf8');
    });
    this.ended = once(this.#child, 'close').then(([code]) => code as number | null);
  }

  /** Waits until it has written something. */
  async wrote(text: string): Promise<void> {
    const there = () => `${this.out}${this.err}`.includes(text) || this.#child.exitCode !== null;
    await until(text, there, START_MS);
    assert.equal(this.#child.exitCode, null, this.out + this.err);
  }

  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }
}

describe(`npm run servers${missing === null ? '' : ` (${missing})`}`, function () {
  this.timeout(4 * START_MS);
  let folder = '';
  let running: ServersProcess | undefined;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-servers-'));
    // Where root runs this, PostgreSQL's user has to pass through.
    chmodSync(folder, 0o711);
  });
  after(async () => {
    await running?.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('starts what Halcyon runs on, ends all of it even when it is killed, and finds it again under three processes', async function () {
    if (missing !== null) return this.skip();
    const file = join(folder, 'settings');
    const kept = ['--folder', join(folder, 'kept'), '--env-file', file];
    running = new ServersProcess(kept);
    await running.wrote('The servers run.');
    assert.equal(readFileSync(file, 'utf8'), running.out);
    assert.match(running.err, /topics created: stations, observations/);
    const settings = settingsIn(file);
    assert.deepEqual(Object.keys(settings), [
      'KAFKA_BROKERS',
      'SCHEMA_REGISTRY_URL',
      'CLICKHOUSE_URL',
      'POSTGRES_URL',
      'S3_ENDPOINT',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
    ]);
    const { CLICKHOUSE_URL: clickhouseUrl = '', POSTGRES_URL: postgresUrl = '' } = settings;
    const store = await openTimeSeries({ clickhouseUrl, dataFolder: '/nowhere' });
    await store.insertObservations([observation('n', 's', START)]);
    await store.close();
    const catalogue = await openCatalogue({ postgresUrl, dataFolder: '/nowhere' });
    await catalogue.query('CREATE TABLE kept (n int4)');
    await catalogue.close();

    const second = new ServersProcess(kept);
    assert.equal(await second.ended, 2);
    assert.match(
      second.err,
      /error: The folder .*kept of the servers is held by another process .* choose another --folder/,
    );

    await running.end('SIGKILL');
    // The keys of the S3-compatible store are no addresses.
    const ports = Object.values(settings).flatMap((value) => /:(\d+)(?:\/|$)/.exec(value)?.slice(1).map(Number) ?? []);
    assert.equal(ports.length, 5);
    await until('no server listens any more', async () => (await Promise.all(ports.map(listens))).every((one) => !one));

    const more = new ServersProcess([...kept, '--brokers', '3']);
    assert.equal(await more.ended, 3);
    assert.match(more.err, /holds the data of 1 broker\(s\), --brokers asks for 3/);

    running = new ServersProcess(kept, 'cluster.ts');
    await running.wrote('Everything is ready.');
    assert.deepEqual(settingsIn(file), settings);
    assert.match(running.err, /every topic is there/);
    const again = await openTimeSeries({ clickhouseUrl, dataFolder: '/nowhere', create: false });
    assert.equal((await gathered(again.readObservations('n', START, START))).length, 1);
    await again.close();
    const tables = await openCatalogue({ postgresUrl, dataFolder: '/nowhere' });
    assert.deepEqual(await tables.query('SELECT n FROM kept'), []);
    await tables.close();

    await running.wrote('demo: 60 stations');
    const map = /^ {2}(\S+\/map)$/m.exec(running.out)?.[1] ?? '';
    assert.equal((await fetch(map)).status, 200, 'the pages are there too');
    const url = /curl '(\S+)limit=3'/.exec(running.out)?.[1] ?? '';
    const judged = async () =>
      ((await (await fetch(`${url}network=demo`)).json()) as { anomalies: [] }).anomalies.length > 0;
    await until('the demonstration has come through all three processes', judged, START_MS);
    // As the lines that it prints say.
    const detector = packageFile('dist', 'bin', 'anomaly-detector.js');
    const environment = { ...process.env, CLICKHOUSE_URL: clickhouseUrl };
    const analyse = () =>
      spawnSync(process.execPath, [detector, '--network', 'demo'], { env: environment, encoding: 'utf8' });
    await until('the command line reads the results', () => analyse().status === 0, START_MS);

    assert.equal(await running.end('SIGINT'), 0);
    const ends = Array.from(running.out.matchAll(/^(\S+) +\| ended \((.*)\)$/gm), ([, only, how]) => `${only} ${how}`);
    assert.deepEqual(ends, ['feed exit code 0', 'temporal,spatial exit code 0', 'sink,detection,web exit code 0']);
    assert.deepEqual(
      await Promise.all(ports.map(listens)),
      ports.map(() => false),
    );
  });
});

/** The settings of a file of export lines. */
function settingsIn(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').matchAll(/^export (\w+)=(\S+)$/gm);
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]));
}

/** True where somebody takes connections at a port of loopback. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
