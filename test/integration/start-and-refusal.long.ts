import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { type ErrorCode, HalcyonError } from '../../schemas/errors.ts';
import { runInFrame } from '../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../services/cli/halcyon-command.ts';
import { chosenParts } from '../../services/system/chosen-parts.ts';
import { recordedIo } from '../services/cli/recorded-io.ts';
import { until } from '../until.ts';
import { calmStations, timeAt } from './calm-network.ts';
import { freshDataFolder, temporaryFolder } from './data-folders.ts';
import { RunningSystem } from './running-system.ts';

/** The start is refused with this code, and says this. */
async function refused(system: RunningSystem, code: ErrorCode, text: RegExp): Promise<void> {
  await assert.rejects(system.start(), (error) => {
    assert.ok(error instanceof HalcyonError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, text);
    return true;
  });
}

describe('a start that cannot be', () => {
  afterEach(() => mock.restoreAll());

  it('is refused within seconds on a folder that another system holds, with folder and pid', async () => {
    const first = await new RunningSystem(await freshDataFolder(), timeAt(0)).start();
    try {
      const began = performance.now();
      const text = new RegExp(`${first.folder}.* held by .*\\(pid ${process.pid}, a system\\)`);
      await refused(new RunningSystem(first.folder, timeAt(0)), 'store_locked', text);
      assert.ok(performance.now() - began < 10_000, 'a system does not end because another one waits for it');
      await first.get('/readyz');
    } finally {
      await first.stop();
    }
  });

  it('says which PostgreSQL server does not answer, and leaves no rejection unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', note);
    try {
      const environment = { POSTGRES_URL: 'postgres://127.0.0.1:1/none' };
      const system = new RunningSystem(temporaryFolder(), timeAt(0), environment);
      await refused(system, 'store_unavailable', /127\.0\.0\.1:1 does not answer/);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unhandled, []);
    } finally {
      process.off('unhandledRejection', note);
      for (const listener of others) process.on('unhandledRejection', listener);
    }
  });

  it('names the bounds where the threshold is none of the method', async () => {
    const system = new RunningSystem(temporaryFolder(), timeAt(0), { HALCYON_THRESHOLD: '0.5' });
    await refused(
      system,
      'invalid_configuration',
      /^the threshold of arima is 0\.5, should be .* 1 to 20 .*HALCYON_THRESHOLD/,
    );
  });

  it('is refused where no broker answers', async () => {
    const environment = { KAFKA_BROKERS: '127.0.0.1:1', SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1' };
    const system = new RunningSystem(await freshDataFolder(), timeAt(0), environment);
    const refusal = refused(system, 'log_unavailable', /^no broker of 127\.0\.0\.1:1 answers: /);
    await until('it says that it waits', () => system.said.some((line) => line.endsWith('; waiting for it')));
    const now = Date.now;
    mock.method(Date, 'now', () => now() + 30_000);
    await refusal;
  });

  it('is refused where a part should run apart from the others on a log that is in the memory of one process', async () => {
    const system = new RunningSystem(temporaryFolder(), timeAt(0), {}, 'temporal,spatial');
    await refused(system, 'invalid_configuration', /^--only leaves out feed, sink, .* set KAFKA_BROKERS/);
  });

  it('names what is no part', () => {
    const refuses = (only: string, text: RegExp) =>
      assert.throws(() => chosenParts(only), { code: 'invalid_parameter', message: text });
    refuses('temporal,spacial', /'spacial', which is no part; should be a list of: feed, temporal, /);
    refuses(' , ', /names no part/);
  });

  it('is given up at once when it is interrupted while it waits', async () => {
    const controller = new AbortController();
    let began = 0;
    let asked = 0;
    const store = createServer((socket) => {
      socket.destroy();
      if (++asked !== 2) return;
      began = performance.now();
      controller.abort();
    });
    await once(store.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const environment = { HALCYON_DATA: temporaryFolder(), PORT: '0', CLICKHOUSE_URL: url };
    const io = recordedIo({ environment, signal: controller.signal });
    assert.equal(await runInFrame(halcyonCommand, ['run'], io), 130);
    store.close();
    assert.equal(io.err(), 'interrupted\n');
    assert.ok(performance.now() - began < 2000);
  });
});

describe('a public URL that only others can reach', () => {
  it('does not lead the commands astray: they reach the system where it listens', async () => {
    const environment = { HALCYON_PUBLIC_URL: 'http://localhost:1' };
    const system = await new RunningSystem(await freshDataFolder(), timeAt(0), environment).start();
    try {
      const file = join(temporaryFolder(), 'stations.json');
      writeFileSync(file, JSON.stringify(calmStations(2)));
      const done = await system.halcyon('station', 'import', file);
      assert.equal(done.code, 0, done.err);
      assert.match(done.out, /^2 stations registered in the running system at http:\/\/127\.0\.0\.1:/);
    } finally {
      await system.stop();
    }
  });
});
