import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { Client } from 'pg';
import { SourceZone } from '../../../../ingest/feeds/clock/source-zone.ts';
import { failure, postgresPlace } from '../../../../services/stores/collector/postgres-connection.ts';
import { PostgresTables } from '../../../../services/stores/collector/postgres-tables.ts';
import { type PostgresServer, postgresMissing, temporaryPostgres } from '../../../servers/postgres.ts';
import { folderWithCatalogue } from '../made-folders.ts';
import { collectorContract } from './collector-contract.ts';
import { row, TWO_STATIONS, tablesOf } from './collector-schema.ts';

const ID = 'SERIAL PRIMARY KEY';
const UTC = SourceZone.of('UTC');

/** Runs statements on a new database of a server. */
async function databaseOf(server: PostgresServer, name: string, sql: string): Promise<string> {
  const run = async (url: string, statements: string) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statements);
    await client.end();
  };
  await run(server.url(), `CREATE DATABASE ${name}`);
  const url = server.url({ database: name });
  // A zone of the server that is not UTC must not matter.
  await run(server.url(), `ALTER DATABASE ${name} SET timezone TO 'Asia/Kolkata'`);
  await run(url, `SET TIME ZONE 'UTC'; ${sql}`);
  return url;
}

for (const type of ['TIMESTAMP', 'TIMESTAMPTZ']) {
  collectorContract(
    `PostgreSQL server, ${type}`,
    async () => {
      const server = await temporaryPostgres();
      let made = 0;
      return {
        open: async (sql, zone, tables = true) => {
          made += 1;
          const url = await databaseOf(server, `weather_${made}`, tables ? tablesOf(type, ID) + sql : sql);
          return PostgresTables.open(postgresPlace(url), zone);
        },
        local: type === 'TIMESTAMP',
        noNumber: "'Infinity'",
        stop: () => server.stop(),
      };
    },
    postgresMissing(),
  );
}

collectorContract(
  'PGlite',
  async () => {
    // To make a cluster takes seconds: one with a catalogue is there to be copied, and its tables are dropped.
    const folder = await folderWithCatalogue();
    const engine = await PGlite.create(join(folder, 'catalogue'));
    return {
      open: async (sql, zone, tables = true) => {
        await engine.exec(
          `ROLLBACK; DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${tables ? tablesOf('TIMESTAMP', ID) : ''} ${sql}`,
        );
        const connect = async () => ({
          query: async (text: string, parameters: readonly unknown[] = []) => {
            try {
              return (await engine.query<Record<string, unknown>>(text, [...parameters])).rows;
            } catch (error) {
              throw failure(error, 'PGlite');
            }
          },
          end: async () => {
            await engine.exec('ROLLBACK');
          },
        });
        return PostgresTables.open({ title: 'PGlite', name: 'weather', connect }, zone);
      },
      local: true,
      noNumber: "'NaN'",
      stop: async () => {
        await engine.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  null,
);

describe('a PostgreSQL database of a collector', () => {
  let server: PostgresServer;
  before(async function () {
    if (postgresMissing() !== null) this.skip();
    server = await temporaryPostgres();
  });
  after(() => server?.stop());

  it('is refused by name where its times are of another type', async () => {
    const url = await databaseOf(server, 'texts', tablesOf('TEXT', ID));
    await assert.rejects(PostgresTables.open(postgresPlace(url), UTC), {
      code: 'store_unreadable',
      message: /the column time of the table observations of .* is text, should be timestamp with or without time zone/,
    });
  });

  it('is refused where the user may not read it, the password is wrong, or no server is there', async () => {
    const url = await databaseOf(
      server,
      'guarded',
      `${tablesOf('TIMESTAMP', ID)} CREATE ROLE guest LOGIN PASSWORD 'guest';`,
    );
    assert.ok(url.includes('guarded'));
    const guest = { database: 'guarded', user: 'guest', password: 'guest' };
    await assert.rejects(async () => (await PostgresTables.open(postgresPlace(server.url(guest)), UTC)).stations(), {
      code: 'store_unreadable',
      message: /cannot be read: permission denied for table stations/,
    });
    for (const place of [{ ...guest, password: 'secret' }, { database: 'nothing' }]) {
      await assert.rejects(PostgresTables.open(postgresPlace(server.url(place)), UTC), (error: Error) => {
        assert.match(error.message, /refuses this user, password or database/);
        return !error.message.includes('secret') && !error.message.includes('geheim');
      });
    }
    await assert.rejects(PostgresTables.open(postgresPlace('postgres://u:secret@127.0.0.1:1/weather'), UTC), {
      code: 'store_unavailable',
      message: 'PostgreSQL at 127.0.0.1:1, database weather does not answer',
    });
    assert.throws(
      () => postgresPlace('postgres://u:secret@local host/x'),
      (error: Error) => !error.message.includes('secret'),
    );
  });

  it('is told when its server goes away while it is read', async () => {
    const sql = Array.from({ length: 6000 }, (_, minute) =>
      row(new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString(), 'a', 1),
    );
    const url = await databaseOf(server, 'lost', tablesOf('TIMESTAMPTZ', ID) + TWO_STATIONS + sql.join(''));
    const tables = await PostgresTables.open(postgresPlace(url), UTC);
    const rows = tables.rows(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    assert.equal((await rows.next()).done, false);
    await server.kill();
    await assert.rejects(rows.next(), { code: 'store_unavailable' });
    await server.start();
  });
});
