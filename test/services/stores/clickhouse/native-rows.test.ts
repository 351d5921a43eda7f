import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent, type AgentOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { NativeRows } from '../../../../services/stores/clickhouse/native-rows.ts';
import { StoreClient } from '../../../../services/stores/clickhouse/store-client.ts';
import { EngineChild } from '../../../../services/stores/engine/engine-child.ts';

const TEXTS = [
  'a',
  'a',
  '',
  'ä',
  'ä',
  `${'long '.repeat(9)}\t"\\\n`,
  '☂'.repeat(300),
  'é'.repeat(31),
  'x'.repeat(31),
  '',
];
const NUMBERS = [0.1, null, -0, 1e300, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 0.1 + 0.2, -7, 2 ** 53];
const EXACT = [0.1, null, 0, 1e300, null, null, 5e-324, 0.1 + 0.2, -7, 2 ** 53];
const TIMES = [0, -1, 1, 1_795_381_800_123, -62_000_000_000_000, 2 ** 32, -(2 ** 32), 2 ** 32 - 1, 600_000, 999];
const INTEGERS = [0, -1, 2_147_483_647, -2_147_483_648, 1, 2, 3, 4, 5, 6];
const NATURALS = [0, 1, 2 ** 32, 2 ** 52 + 1_795_381_800_123, 2 ** 53, 255, 256, 65_536, 2 ** 31, 2 ** 32 - 1];

describe('rows of the native format', () => {
  let folder = '';
  let engine: EngineChild;
  let store: StoreClient;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halcyon-native-'));
    const socket = join(folder, 'engine.sock');
    engine = await EngineChild.start(join(folder, 'data'), socket);
    const place: AgentOptions & { socketPath: string } = { socketPath: socket, keepAlive: true };
    const client = createClient({ url: 'http://localhost', http_agent: new Agent(place) });
    const transport = { client, database: 'default', title: 'the engine', recover: async () => {} };
    store = new StoreClient({ ...transport, close: () => client.close() }, 0);
    await store.command(
      `CREATE TABLE t (k Int32, s String, l LowCardinality(String), n Nullable(Float64), b UInt8, u UInt64,
         d DateTime64(3, 'UTC')) ENGINE = MergeTree ORDER BY k`,
    );
  });
  after(async () => {
    await store.close();
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const waiting = () => readdirSync(join(folder, 'data', 'tmp', 'halcyon-blocks'));

  it('are stored as they are, to the last bit, and leave one file', async () => {
    const rows = new NativeRows(TEXTS.length);
    rows.texts('s', (row) => TEXTS[row]);
    rows.times('d', (row) => TIMES[row]);
    rows.numbers('n', (row) => NUMBERS[row]);
    rows.texts('l', (row) => TEXTS[row]);
    rows.bytes('b', (row) => 25 * row);
    rows.naturals('u', (row) => NATURALS[row]);
    rows.integers('k', (row) => INTEGERS[row]);
    await store.insertBlock('t', rows.columns, rows.block());
    const stored = await store.rows('SELECT k, s, l, n, b, u, toUnixTimestamp64Milli(d) FROM t ORDER BY k, b');
    const expected = TEXTS.map((text, row) => {
      return [INTEGERS[row], text, text, EXACT[row], 25 * row, NATURALS[row], TIMES[row]];
    }).sort((a, b) => Number(a[0]) - Number(b[0]));
    assert.deepEqual(stored, expected);
    assert.equal(waiting().length, 1);
  });

  it('that cannot be stored are refused, and the next ones are written over them', async () => {
    const rows = new NativeRows(1);
    rows.texts('nothing', () => '');
    await assert.rejects(store.insertBlock('t', rows.columns, rows.block()), { code: 'store_unreadable' });
    const cut = new NativeRows(1);
    cut.texts('s', () => 'text');
    await assert.rejects(store.insertBlock('t', cut.columns, cut.block().subarray(0, -2)), {
      code: 'store_unreadable',
    });
    const next = new NativeRows(1);
    next.integers('k', () => 100);
    await store.insertBlock('t', next.columns, next.block());
    assert.deepEqual(await store.rows('SELECT k, s FROM t WHERE k = 100'), [[100, '']]);
    assert.equal(waiting().length, 1);
  });
});
