import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeSeries, type TimeSeriesServer } from '../../../../deploy/servers/time-series-server.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { migrateUpTo } from '../../../../services/stores/clickhouse/migrate.ts';
import { ServerTransport } from '../../../../services/stores/clickhouse/server-transport.ts';
import { StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import { TABLES } from '../../../../services/stores/clickhouse/tables.ts';
import { until } from '../../../until.ts';
import { OlderTraffic } from './older-traffic.ts';

const MOVER = packageFile('test', 'services', 'stores', 'clickhouse', 'table-mover.ts');
/** Writes of the older version before its successors come, and after. */
const WRITTEN = 60;
/** Steps of the move after which the process that does it is killed, and after which the server is. */
const KILLED_AT = [2, 9, 20];
const SERVER_KILLED_AT = 27;

describe('tables that are moved on a server', function () {
  this.timeout(600_000);
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-moved-server-'));
  const movers: ChildProcess[] = [];
  let server: TimeSeriesServer;
  let client: StoreClient;

  const mover = (): ChildProcess => {
    const url = server.url({ database: 'moved' });
    const child = spawn(process.execPath, ['--import', 'tsx', MOVER, url], { stdio: ['ignore', 'ignore', 'inherit'] });
    movers.push(child);
    return child;
  };
  const ended = async (child: ChildProcess): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child.exitCode;
  };
  const steps = async (): Promise<number> => {
    const [[there]] = await client.rows<[number]>(
      `SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'moves'`,
    );
    if (there === 0) return 0;
    const [[count]] = await client.rows<[number]>('SELECT count() FROM moves');
    return count;
  };

  before(async () => {
    server = await startTimeSeries(folder, 'secret');
    client = new StoreClient(new ServerTransport(server.url({ database: 'moved' })));
    await client.makeDatabase();
    await migrateUpTo(client, false, 15, () => undefined);
  });
  after(async () => {
    for (const child of movers) child.kill('SIGKILL');
    await client.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('lose nothing where two processes start at once and are killed, and the server is, while an older version writes', async () => {
    const traffic = new OlderTraffic(client);
    for (let k = 0; k < WRITTEN; k++) await traffic.next();
    let writing = true;
    const writer = (async () => {
      while (writing) await traffic.next();
    })();
    for (const count of KILLED_AT) {
      const both = [mover(), mover()];
      await until(`${count} steps are done`, async () => (await steps()) >= count, 120_000);
      for (const child of both) child.kill('SIGKILL');
      await Promise.all(both.map(ended));
    }
    const last = [mover(), mover()];
    await until(`${SERVER_KILLED_AT} steps are done`, async () => (await steps()) >= SERVER_KILLED_AT, 120_000);
    await server.kill();
    await server.start();
    assert.deepEqual(await Promise.all(last.map(ended)), [0, 0]);
    writing = false;
    await writer;
    assert.deepEqual(await traffic.stored(), traffic.expected());
    const rows = await client.rows<[string]>(
      'SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name',
    );
    assert.deepEqual(
      rows.map(([name]) => name),
      [...TABLES, 'migrations', 'moves'].sort(),
    );
  });
});
