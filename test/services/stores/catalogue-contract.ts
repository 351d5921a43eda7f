import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { HalcyonError } from '../../../schemas/errors.ts';
import type { Catalogue, Row, Statements } from '../../../services/stores/catalogue.ts';
import { gate } from '../../gate.ts';
import { says } from '../../says.ts';

/** A text with all that a careless statement stumbles over. */
const ODD = 'Zürich/"東京"\\n\t\n\'; DROP TABLE networks; -- $1 %_ ☂ 🌧';

/** A PostgreSQL expression, and the JavaScript value that it is on every engine. */
const VALUES: readonly (readonly [string, unknown])[] = [
  ["'x'::text", 'x'],
  ['NULL::text', null],
  ['NULL::int8', null],
  ['true', true],
  ['7::int2', 7],
  ["'-2147483648'::int4", -2_147_483_648],
  ['9007199254740991::int8', Number.MAX_SAFE_INTEGER],
  ['9007199254740993::int8', 9_007_199_254_740_993n],
  ['0.1::float8', 0.1],
  ["'NaN'::float8", Number.NaN],
  ["'-Infinity'::float8", -Infinity],
  ['1.50::numeric', '1.50'],
  ["'2026-09-01'::date", '2026-09-01'],
  ["'12:30:00'::time", '12:30:00'],
  ["'2026-09-01T10:00:00.123+02'::timestamptz", new Date('2026-09-01T08:00:00.123Z')],
  ["'1 day 02:03:04'::interval", '1 day 02:03:04'],
  ["'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  ['\'{"b": [1, null, "ü"], "a": 9}\'::json', { b: [1, null, 'ü'], a: 9 }],
  ["'[1.5]'::jsonb", [1.5]],
  ["'\\x00ff5c'::bytea", Buffer.from([0, 0xff, 0x5c])],
  ["ARRAY['a', NULL, 'b,\"c']", ['a', null, 'b,"c']],
  ['ARRAY[1, 2]::int8[]', [1, 2]],
  [
    'ARRAY[[1, 2], [3, NULL]]::int8[]',
    [
      [1, 2],
      [3, null],
    ],
  ],
  ["ARRAY['2026-09-01']::date[]", ['2026-09-01']],
  ['ARRAY[1.50]::numeric[]', ['1.50']],
  ["ARRAY['\\x00']::bytea[]", [Buffer.from([0])]],
  ['count(*)', 1],
];

/** A parameter and the type that it is given as, and what comes back. */
const PARAMETERS: readonly (readonly [string, unknown, unknown])[] = [
  ['text', ODD, ODD],
  ['text', '', ''],
  ['text', null, null],
  ['int8', 5, 5],
  ['int8', -9_223_372_036_854_775_808n, -9_223_372_036_854_775_808n],
  ['float8', 1e-300, 1e-300],
  ['bool', false, false],
  ['timestamptz', new Date('2026-03-29T01:30:00.007Z'), new Date('2026-03-29T01:30:00.007Z')],
  ['date', new Date('2026-09-01T00:30:00Z'), '2026-09-01'],
  ['date', '2026-09-01', '2026-09-01'],
  ['json', JSON.stringify(['ü', null, { a: '\\' }]), ['ü', null, { a: '\\' }]],
  ['jsonb', '"text"', 'text'],
  ['bytea', Buffer.from([0, 0xff, 0x5c, 0x27]), Buffer.from([0, 0xff, 0x5c, 0x27])],
  ['bytea', new Uint8Array([1, 2]), Buffer.from([1, 2])],
  ['text[]', ['a', 'b,"c', '{}'], ['a', 'b,"c', '{}']],
];

/** The error of a statement carries this SQLSTATE. */
function state(code: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof Error && 'code' in error, String(error));
    assert.equal(error.code, code, error.message);
    return true;
  };
}

/** What every catalogue owes, whatever it stands on. Each test has a table of its own, so that all share one catalogue. */
export function catalogueContract(title: string, catalogue: () => Catalogue): void {
  describe(title, () => {
    let count = 0;
    let table = '';
    beforeEach(async () => {
      count += 1;
      table = `contract_${count}`;
      await catalogue().query(`CREATE TABLE ${table} (id text PRIMARY KEY, n int8 NOT NULL DEFAULT 0)`);
    });
    const ids = async (): Promise<unknown[]> =>
      (await catalogue().query(`SELECT id FROM ${table} ORDER BY id`)).map((row) => row['id']);
    const add = (statements: Statements, id: string): Promise<Row[]> =>
      statements.query(`INSERT INTO ${table} (id) VALUES ($1)`, [id]);

    describe('values', () => {
      for (const [expression, value] of VALUES) {
        it(`${expression} comes as it is`, async () => {
          assert.deepEqual(await catalogue().query(`SELECT ${expression} AS v`), [{ v: value }]);
        });
      }
      PARAMETERS.forEach(([type, given, value]) => {
        it(`${inspect(given).slice(0, 30)} goes in as ${type}`, async () => {
          assert.deepEqual(await catalogue().query(`SELECT $1::${type} AS v`, [given]), [{ v: value }]);
        });
      });
    });

    describe('statements', () => {
      it('without rows answer an empty list', async () => {
        assert.deepEqual(await catalogue().query(`DELETE FROM ${table} WHERE id = $1`, ['none']), []);
      });

      it('that are wrong say so with SQLSTATE', async () => {
        await add(catalogue(), 'a');
        await assert.rejects(add(catalogue(), 'a'), state('23505'));
        await assert.rejects(catalogue().query('SELEC 1'), state('42601'));
        await assert.rejects(catalogue().query('SELECT * FROM no_such_table'), state('42P01'));
        await assert.rejects(catalogue().query('SELECT $1::int4', ['x']), state('22P02'));
        await assert.rejects(catalogue().query('SELECT 1 AS a; SELECT 2 AS a'), state('42601'));
        assert.deepEqual(await ids(), ['a']);
      });

      // The error was none of ours: a request was answered 500, without a word of the disk.
      it('that find no room on the disk say that it is full', async () => {
        const full = "DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$";
        const told = says('insufficient_storage', /^the disk of the catalogue is full: nothing was stored; make room/);
        await assert.rejects(catalogue().query(full), told);
        await assert.rejects(
          catalogue().transaction((statements) => statements.query(full)),
          told,
        );
      });

      it('may be many at once', async () => {
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, i) => catalogue().query('SELECT $1::int4 AS v', [i])),
        );
        assert.deepEqual(
          answers.map((rows) => rows[0]?.['v']),
          answers.map((_, i) => i),
        );
      });

      it('bring a large text whole', async () => {
        const text = '☂'.repeat(1_000_000);
        const [row] = await catalogue().query('SELECT $1::text AS v', [text]);
        assert.ok(row?.['v'] === text);
      });
    });

    describe('transactions', () => {
      it('give back what their work gives', async () => {
        const value = await catalogue().transaction(async (statements) => {
          await add(statements, 'a');
          const [row] = await statements.query(`SELECT count(*) AS c FROM ${table}`);
          return row?.['c'];
        });
        assert.equal(value, 1);
        assert.deepEqual(await ids(), ['a']);
      });

      it('leave nothing when their work fails, and reject with its error', async () => {
        const error = new Error('changed my mind');
        await assert.rejects(
          catalogue().transaction(async (statements) => {
            await add(statements, 'a');
            throw error;
          }),
          (thrown) => thrown === error,
        );
        await assert.rejects(
          catalogue().transaction(async (statements) => {
            await add(statements, 'a');
            await add(statements, 'a');
          }),
          state('23505'),
        );
        assert.deepEqual(await ids(), []);
      });

      it('reject where their work hid that a statement failed: nothing of them is stored', async () => {
        await assert.rejects(
          catalogue().transaction(async (statements) => {
            await add(statements, 'a');
            await add(statements, 'a').catch(() => []);
          }),
          state('23505'),
        );
        assert.deepEqual(await ids(), []);
      });

      it('go on after a failure that was taken back to a savepoint', async () => {
        await catalogue().transaction(async (statements) => {
          await add(statements, 'a');
          await statements.query('SAVEPOINT before');
          await assert.rejects(add(statements, 'a'), state('23505'));
          await statements.query('ROLLBACK TO SAVEPOINT before');
          await add(statements, 'b');
        });
        assert.deepEqual(await ids(), ['a', 'b']);
      });

      it('reject where what was put off to their end does not hold', async () => {
        await catalogue().query(
          `CREATE TABLE ${table}_child (id text REFERENCES ${table} DEFERRABLE INITIALLY DEFERRED)`,
        );
        await assert.rejects(
          catalogue().transaction((statements) => statements.query(`INSERT INTO ${table}_child VALUES ('nobody')`)),
          state('23503'),
        );
        assert.deepEqual(await catalogue().query(`SELECT * FROM ${table}_child`), []);
        await add(catalogue(), 'a');
      });

      it('end: a statement that comes later is refused and not run in another one', async () => {
        let kept: Statements | null = null;
        await catalogue().transaction(async (statements) => {
          kept = statements;
        });
        await assert.rejects(async () => kept && add(kept, 'late'), /transaction has ended/);
        assert.deepEqual(await ids(), []);
      });

      it('at once on one unique key: one wins and the others learn it', async () => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 12 }, (_, i) =>
            catalogue().transaction(async (statements) => {
              for (let turns = i % 3; turns > 0; turns--) await turn();
              await statements.query(`INSERT INTO ${table} (id, n) VALUES ('key', $1)`, [i]);
            }),
          ),
        );
        const won = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
        assert.equal(won.length, 1);
        for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(state('23505')(outcome.reason));
        assert.deepEqual(await catalogue().query(`SELECT n FROM ${table}`), [{ n: won[0] }]);
      });

      it('at once on one row: no change is lost', async () => {
        await add(catalogue(), 'a');
        await Promise.all(
          Array.from({ length: 25 }, () =>
            catalogue().transaction(async (statements) => {
              const [row] = await statements.query(`SELECT n FROM ${table} WHERE id = 'a' FOR UPDATE`);
              await statements.query(`UPDATE ${table} SET n = $1`, [Number(row?.['n']) + 1]);
            }),
          ),
        );
        assert.deepEqual(await catalogue().query(`SELECT n FROM ${table}`), [{ n: 25 }]);
      });
    });

    it('a check names product and version', async () => {
      const { product, version } = await catalogue().check();
      assert.match(`${product} ${version}`, /^(PGlite|PostgreSQL) \d+\.\d+/);
    });
  });
}

/** What the end of a catalogue owes; it takes one of its own each time. */
export function catalogueEnd(open: () => Promise<Catalogue>): void {
  const closed = (error: unknown): boolean => {
    assert.ok(error instanceof HalcyonError, String(error));
    assert.equal(error.code, 'store_unavailable');
    assert.match(error.message, /closed/);
    return true;
  };

  it('ends once, after what was begun, and refuses what comes later', async () => {
    const catalogue = await open();
    const begun = Array.from({ length: 30 }, (_, i) => catalogue.query('SELECT $1::int4 AS v', [i]));
    const { passed: held, open: goOn } = gate();
    const transaction = catalogue.transaction(async (statements) => {
      await held;
      return statements.query('SELECT 7 AS v');
    });
    const ends = [catalogue.close(), catalogue.close()];
    await assert.rejects(catalogue.query('SELECT 1'), closed);
    goOn();
    assert.deepEqual(await transaction, [{ v: 7 }]);
    assert.equal((await Promise.all(begun)).length, 30);
    await Promise.all(ends);
    await catalogue.close();
    await assert.rejects(catalogue.query('SELECT 1'), closed);
    await assert.rejects(
      catalogue.transaction(async () => 1),
      closed,
    );
    await assert.rejects(catalogue.check(), closed);
  });
}
