import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type AgentOptions, type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ClickHouseClient, ClickHouseError, createClient } from '@clickhouse/client';
import { nativeBlocks } from '../../../services/stores/clickhouse/native-blocks.ts';
import { EngineChild } from '../../../services/stores/engine/engine-child.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('HTTP interface of the engine', () => {
  let folder = '';
  let socket = '';
  let engine: EngineChild;
  let client: ClickHouseClient;

  const ask = (path: string, method = 'GET', body = '', headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const asking = request({ socketPath: socket, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
        response.on('error', reject);
      });
      asking.on('error', reject);
      asking.end(body);
    });
  const ofQuery = (sql: string, more = '') => `/?query=${encodeURIComponent(sql)}${more}`;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-engine-'));
    socket = join(folder, 'engine.sock');
    engine = await EngineChild.start(join(folder, 'data'), socket);
    const place: AgentOptions & { socketPath: string } = { socketPath: socket, keepAlive: true };
    client = createClient({ url: 'http://localhost', http_agent: new Agent(place) });
    await client.command({ query: 'CREATE TABLE t (k Int64, s String) ENGINE = MergeTree ORDER BY k' });
  });
  after(async () => {
    await client.close();
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach(() => client.command({ query: 'TRUNCATE TABLE t' }));

  const rows = async (query: string, parameters: Record<string, unknown> = {}) => {
    const answer = await client.query({ query, query_params: parameters, format: 'JSONCompactEachRow' });
    return answer.json<unknown[]>();
  };

  it('answers a ping', async () => {
    assert.deepEqual(await client.ping(), { success: true });
    assert.equal((await ask('/ping')).body.toString(), 'Ok.\n');
  });

  it('takes parameters as they are, side by side on many connections', async () => {
    const text = 'a\\b\n\t\'"{x:String} é☂';
    const query = 'SELECT {s:String}, {n:Int64}, {l:Array(String)}, {f:Float64}, {z:Nullable(Int8)}';
    const asked = Array.from({ length: 40 }, (_, n) =>
      rows(query, { s: `${text}${n}`, n, l: [text, ''], f: 0.1, z: null }),
    );
    const found = await Promise.all(asked);
    const expected = asked.map((_, n) => [[`${text}${n}`, n, [text, ''], 0.1, null]]);
    assert.deepEqual(found, expected);
  });

  it('forgets the settings of a request after it', async () => {
    const query = "SELECT toInt64(1), getSetting('max_threads')";
    const own = ask(ofQuery(`${query} FORMAT TSV`, '&max_threads=1&max_block_size=7'), 'POST');
    assert.equal((await own).body.toString(), '1\t1\n');
    const after = await Promise.all(
      Array.from({ length: 12 }, () => ask(ofQuery("SELECT getSetting('max_block_size') FORMAT TSV"), 'POST')),
    );
    assert.ok(after.every((answer) => answer.body.toString() !== '7\n'));
  });

  it('answers errors as ClickHouse does, unknown settings and statements that stay too', async () => {
    const wrong = await ask('/', 'POST', 'SELECT * FROM none');
    assert.equal(wrong.status, 500);
    assert.equal(wrong.headers['x-clickhouse-exception-code'], '60');
    assert.match(wrong.body.toString(), /^Code: 60\. DB::Exception: .*\(UNKNOWN_TABLE\)/);
    await assert.rejects(
      rows('SELECT * FROM none'),
      (error) => error instanceof ClickHouseError && error.code === '60',
    );
    assert.equal((await ask('/?no_such_setting=1', 'POST', 'SELECT 1')).headers['x-clickhouse-exception-code'], '115');
    const sly = await ask(`/?max_threads=${encodeURIComponent("1'; DROP TABLE t; --")}`, 'POST', 'SELECT 1');
    assert.equal(sly.status, 500);
    assert.equal((await ask('/', 'POST', 'SET max_threads = 1')).status, 500);
    assert.equal((await ask(ofQuery('DROP TABLE t'))).headers['x-clickhouse-exception-code'], '164');
    assert.deepEqual(await rows('SELECT count() FROM t'), [[0]]);
  });

  it('stores rows of each format that clients send', async () => {
    await client.insert({ table: 't', values: [{ k: 1, s: 'é\n' }], format: 'JSONEachRow' });
    await client.insert({ table: 't', values: [[2, 'b']], format: 'JSONCompactEachRow', columns: ['k', 's'] });
    await client.insert({
      table: 't',
      values: Readable.from(['3\tc\n4\td\n'], { objectMode: false }),
      format: 'TabSeparated',
    });
    await client.command({ query: "INSERT INTO t VALUES (5, 'e')" });
    await client.command({ query: 'INSERT INTO t SELECT k + 5, s FROM t WHERE k = 1' });
    await ask(ofQuery('INSERT INTO t FORMAT CSV'), 'POST', '7,"g"\n');
    assert.deepEqual(await rows('SELECT * FROM t ORDER BY k'), [
      [1, 'é\n'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [5, 'e'],
      [6, 'é\n'],
      [7, 'g'],
    ]);
  });

  it('stores nothing of a body with a row that cannot be read', async () => {
    const wrong = await ask(ofQuery('INSERT INTO t FORMAT JSONCompactEachRow'), 'POST', '[1,"a"]\n[2,oops]\n');
    assert.equal(wrong.status, 500);
    assert.deepEqual(await rows('SELECT count() FROM t'), [[0]]);
  });

  it('sends long answers as they are found, compressed where asked', async () => {
    const query = 'SELECT number, toString(number) FROM numbers(200000) FORMAT JSONCompactEachRow';
    const plain = await ask('/', 'POST', query);
    const lines = plain.body.toString().trimEnd().split('\n');
    assert.equal(lines.length, 200_000);
    assert.equal(lines[199_999], '[199999, "199999"]');
    const zipped = await ask('/?enable_http_compression=1', 'POST', query, { 'Accept-Encoding': 'gzip' });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.ok(gunzipSync(zipped.body).equals(plain.body));
  });

  it('tells of an error after the first rows', async () => {
    const query = 'SELECT throwIf(number = 2900000) FROM numbers(3000000) SETTINGS max_threads = 1';
    const answer = await client.query({ query, format: 'JSONEachRow' });
    await assert.rejects(async () => {
      for await (const part of answer.stream()) void part;
    }, /throwIf/);
    assert.deepEqual(await rows('SELECT 1'), [[1]]);
  });

  it('tells of an error after the first blocks of the native format', async () => {
    const query =
      'SELECT toFloat64(throwIf(number = 2900000)) FROM numbers(3000000) SETTINGS max_threads = 1 FORMAT Native';
    const { stream } = await client.exec({ query });
    let count = 0;
    await assert.rejects(async () => {
      for await (const { rows: some } of nativeBlocks(stream, ['Float64'], 'the engine')) count += some;
    }, /throwIf/);
    assert.ok(count > 1_000_000, `${count} rows before it`);
  });

  it('goes on where a client leaves in the middle of an answer', async () => {
    for (let i = 0; i < 6; i += 1) {
      await new Promise<void>((resolve) => {
        const asking = request({ socketPath: socket, path: '/', method: 'POST' }, (response) => {
          response.once('data', () => response.destroy());
          response.once('close', () => resolve());
          response.on('error', () => undefined);
        });
        asking.on('error', () => undefined);
        asking.end('SELECT number FROM numbers(5000000) FORMAT JSONCompactEachRow');
      });
    }
    assert.deepEqual(await rows('SELECT 1'), [[1]]);
  });

  it('stores while slow queries run', async () => {
    let slow = 0;
    // Slow without work: two seconds on any machine.
    const queries = [1, 2, 3].map(async () => {
      await rows('SELECT sum(sleepEachRow(0.1)) FROM numbers(20)');
      slow += 1;
    });
    await client.insert({ table: 't', values: [[1, 'a']], format: 'JSONCompactEachRow' });
    assert.equal(slow, 0, 'the insert did not wait for a query');
    await Promise.all(queries);
  });

  it('goes on storing after clients that went away in the middle of a large compressed insert', async () => {
    const whole = gzipSync(Buffer.from('[1, "a text of some length"]\n'.repeat(2_400_000)), { level: 1 });
    const path = ofQuery('INSERT INTO t FORMAT JSONCompactEachRow');
    // As many as there are connections for inserts.
    await Promise.all(
      [1, 2].map(async () => {
        const asking = request({ socketPath: socket, path, method: 'POST', headers: { 'content-encoding': 'gzip' } });
        asking.on('error', () => undefined);
        await new Promise((resolve) => asking.write(whole.subarray(0, -10), resolve));
        asking.destroy();
      }),
    );
    await client.insert({ table: 't', values: [[2, 'b']], format: 'JSONCompactEachRow' });
    assert.deepEqual(await rows('SELECT k, s FROM t WHERE k = 2'), [[2, 'b']]);
  });
});
