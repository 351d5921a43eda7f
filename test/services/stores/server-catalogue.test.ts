import assert from 'node:assert/strict';
import { type ErrorCode, messageOf } from '../../../schemas/errors.ts';
import type { Catalogue } from '../../../services/stores/catalogue.ts';
import { openCatalogue } from '../../../services/stores/opening/open-catalogue.ts';
import { says } from '../../says.ts';
import { type PostgresPlace, type PostgresServer, postgresMissing, temporaryPostgres } from '../../servers/postgres.ts';
import { until } from '../../until.ts';

const missing = postgresMissing();

/** The error has this code, says this and keeps the password to itself. */
function saysDiscreetly(code: ErrorCode, text: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.doesNotMatch(`${messageOf(error)} ${String((error as Error).cause)}`, /geheim|hunter/);
    return says(code, text)(error);
  };
}

describe(missing === null ? 'catalogue on a server' : `catalogue on a server (skipped: ${missing})`, () => {
  let server: PostgresServer;
  let admin: Catalogue;
  const opened: Catalogue[] = [];
  let count = 0;

  before(async function () {
    if (missing !== null) return this.skip();
    server = await temporaryPostgres();
    admin = await openCatalogue({ postgresUrl: server.url(), dataFolder: '/nowhere' });
  });
  after(async () => {
    if (missing !== null) return;
    await admin.close();
    await server.stop();
  });
  afterEach(async () => {
    for (const catalogue of opened.splice(0)) await catalogue.close();
  });

  const open = async (place: PostgresPlace = {}): Promise<Catalogue> => {
    const catalogue = await openCatalogue({ postgresUrl: server.url(place), dataFolder: '/nowhere' });
    opened.push(catalogue);
    return catalogue;
  };
  const newDatabase = async (): Promise<string> => {
    count += 1;
    await admin.query(`CREATE DATABASE d${count}`);
    return `d${count}`;
  };

  it('makes its tables once when many open it at once', async () => {
    const database = await newDatabase();
    const all = await Promise.all(Array.from({ length: 6 }, () => open({ database })));
    const rows = await all[0]?.query('SELECT number FROM migrations ORDER BY number');
    assert.ok(rows !== undefined && rows.length > 0);
    assert.deepEqual(new Set(rows.map((row) => row['number'])).size, rows.length);
  });

  describe('that is not as it should be', () => {
    it('is refused where the URL is none', async () => {
      for (const postgresUrl of [
        'nonsense',
        'http://localhost/x',
        'postgres://u:hunter2@127.0.0.1/d?sslrootcert=/nowhere',
      ]) {
        await assert.rejects(
          openCatalogue({ postgresUrl, dataFolder: '/nowhere' }),
          saysDiscreetly('invalid_configuration', /POSTGRES_URL should be/),
        );
      }
    });

    it('is told where nobody listens', async () => {
      await assert.rejects(
        openCatalogue({ postgresUrl: 'postgres://u:hunter2@127.0.0.1:9/d', dataFolder: '/nowhere' }),
        saysDiscreetly('store_unavailable', /PostgreSQL server at 127\.0\.0\.1:9 does not answer/),
      );
    });

    it('is told where user, password or database are wrong', async () => {
      const refused = saysDiscreetly('store_unavailable', /refuses this user, password or database/);
      await assert.rejects(open({ password: 'hunter2' }), refused);
      await assert.rejects(open({ user: 'nobody' }), refused);
      await assert.rejects(open({ database: 'nothing' }), refused);
    });

    it('is refused where this user may not make tables', async () => {
      const database = await newDatabase();
      await admin.query("CREATE ROLE reader LOGIN PASSWORD 'hunter2'");
      await assert.rejects(
        open({ database, user: 'reader', password: 'hunter2' }),
        saysDiscreetly('store_unreadable', /permission denied for schema public \(42501\)/),
      );
    });

    it("is refused and left as it is where it holds another program's tables", async () => {
      const database = await newDatabase();
      const other = await open({ database });
      await other.query('DROP TABLE migrations');
      await other.query('CREATE TABLE migrations (id serial, name text)');
      await assert.rejects(open({ database }), saysDiscreetly('store_unreadable', /column "number" does not exist/));
      assert.deepEqual(await other.query('SELECT * FROM migrations'), []);
    });
  });

  describe('that goes away', () => {
    const unavailable = saysDiscreetly('store_unavailable', /does not answer/);
    const back = (catalogue: Catalogue) =>
      until('the catalogue comes back with its server', async () => {
        const answer = await catalogue.query('SELECT 1 AS v').catch((error: unknown) => void unavailable(error));
        return answer !== undefined;
      });

    it('is told, and used again when it is back; what was acknowledged is there', async () => {
      const catalogue = await open();
      await catalogue.query('CREATE TABLE kept (n int4 PRIMARY KEY)');
      const acknowledged: number[] = [];
      let going = true;
      const writers = Array.from({ length: 3 }, async (_, writer) => {
        for (let n = writer; going; n += 3) {
          try {
            await catalogue.transaction((statements) => statements.query('INSERT INTO kept VALUES ($1)', [n]));
            acknowledged.push(n);
          } catch (error) {
            unavailable(error);
            await back(catalogue);
          }
        }
      });
      await until('fifty are acknowledged', () => acknowledged.length >= 50);
      await server.kill();
      await assert.rejects(catalogue.check(), unavailable);
      await server.start();
      const before = acknowledged.length;
      await until('fifty more are acknowledged', () => acknowledged.length >= before + 50);
      going = false;
      await Promise.all(writers);
      const stored = (await catalogue.query('SELECT n FROM kept')).map((row) => row['n']);
      assert.deepEqual(
        acknowledged.filter((n) => !stored.includes(n)),
        [],
      );
    });

    it('between two statements of a transaction ends that transaction and nothing else', async () => {
      const catalogue = await open();
      await catalogue.query('CREATE TABLE halves (n int4)');
      await assert.rejects(
        catalogue.transaction(async (statements) => {
          await statements.query('INSERT INTO halves VALUES (1)');
          await server.kill();
          await server.start();
          await statements.query('INSERT INTO halves VALUES (2)');
        }),
        unavailable,
      );
      await back(catalogue);
      assert.deepEqual(await catalogue.query('SELECT n FROM halves'), []);
    });

    it('for one connection that was ended by an administrator', async () => {
      const catalogue = await open();
      await assert.rejects(catalogue.query('SELECT pg_terminate_backend(pg_backend_pid())'), unavailable);
      await back(catalogue);
    });
  });
});
