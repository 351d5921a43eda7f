import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { VARIABLES, type Variable } from '../../../../schemas/variables.ts';
import { listAnswer } from '../../../../services/http/formats/list-answer.ts';
import { rowsTable } from '../../../../services/http/formats/rows-table.ts';
import { noPositions } from '../../../../services/http/formats/station-positions.ts';
import { wholeAnswer } from '../../../../services/http/formats/whole-answer.ts';
import type { ObservationBlock } from '../../../../services/stores/time-series-store.ts';
import { until } from '../../../until.ts';
import { RunningApplication } from '../../api/running-application.ts';
import { NOON, someAnomaly, someStation } from '../../api/some-records.ts';

const PATH = '/api/v1/observations?network=north&limit=all';
const ROWS = 10_000;
/** Some observations, of numbers that no format makes smaller. */
const BLOCK: ObservationBlock = {
  stations: Array.from({ length: ROWS }, (_, i) => `s${i}`),
  times: Float64Array.from({ length: ROWS }, (_, i) => NOON + i),
  values: columnsOf(() => Float64Array.from({ length: ROWS }, Math.random)),
  flags: columnsOf(() => new Uint8Array(ROWS).fill(1)),
  estimates: columnsOf(() => new Float64Array(ROWS).fill(Number.NaN)),
  extras: new Array(ROWS).fill(''),
  originals: new Array(ROWS).fill(''),
  sources: new Array(ROWS).fill('push'),
  received: new Float64Array(ROWS).fill(NOON),
};

function columnsOf<T>(columnOf: () => T): Record<Variable, T> {
  return Object.fromEntries(VARIABLES.map((variable) => [variable, columnOf()])) as Record<Variable, T>;
}

describe('lists as a whole', () => {
  let running: RunningApplication;
  /** Blocks that the store has given, and whether it was told to end. */
  let given = 0;
  let ended = false;

  /** Blocks of observations without an end, or until it fails. */
  async function* endless(failsAfter = Number.POSITIVE_INFINITY): AsyncGenerator<ObservationBlock> {
    try {
      for (; given < failsAfter; given++) yield BLOCK;
      throw new HalcyonError('store_unavailable', 'the store does not answer');
    } finally {
      ended = true;
    }
  }

  const ask = async (address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const request = get(`${running.listening.url}${address}`, { headers });
    request.on('error', () => undefined);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  };
  const leave = async (answer: IncomingMessage): Promise<void> => {
    answer.destroy();
    await until('the store is told to end', () => ended);
  };

  beforeEach(async () => {
    [given, ended] = [0, false];
    running = await new RunningApplication().start();
  });
  afterEach(() => running.stop());

  for (const format of ['csv', 'geojson', 'arrow', 'parquet']) {
    it(`goes no faster than its client, and ends with it: ${format}`, async () => {
      running.parts.blocks = endless();
      const answer = await ask(`${PATH}&format=${format}`);
      assert.equal(answer.statusCode, 200);
      await once(answer, 'readable');
      let before = -1;
      await until('what fills buffers on the way has come to rest, though nobody takes it', async () => {
        before = given;
        for (let others = 0; others < 50; others++) await running.request('/healthz');
        return given === before;
      });
      for (let bytes = 0; bytes < 20_000_000 && given === before; ) {
        bytes += ((answer.read() as Buffer | null) ?? []).length;
        await turn();
      }
      assert.ok(given > before, 'it goes on');
      await leave(answer);
      assert.equal(running.parts.stretchesAsked.at(-1)?.signal.aborted, true);
    });
  }

  it('goes by gzip as well, and ends with its client then too', async () => {
    running.parts.blocks = endless();
    const answer = await ask(`${PATH}&format=csv`, { 'Accept-Encoding': 'gzip' });
    assert.equal(answer.headers['content-encoding'], 'gzip');
    await once(answer, 'readable');
    await leave(answer);
  });

  it('breaks off where the store fails in the middle, compressed or not', async () => {
    for (const format of ['csv', 'parquet', 'arrow']) {
      for (const encoding of ['identity', 'gzip']) {
        [given, ended] = [0, false];
        running.parts.blocks = endless(3);
        const whole = async () => {
          const answer = await ask(`${PATH}&format=${format}`, { 'Accept-Encoding': encoding });
          answer.resume();
          await once(answer, 'end');
        };
        // Of a file that has no row group yet nothing has been sent.
        await assert.rejects(whole, /aborted|hang up/, `${format} ${encoding}`);
        assert.match(running.parts.failures.at(-1)?.line ?? '', /the store does not answer/);
      }
    }
  });

  it('has the status of what fails before the first rows', async () => {
    running.parts.blocks = endless(0);
    const answer = await running.request(`${PATH}&format=parquet`);
    assert.deepEqual([answer.status, answer.error.code], [503, 'store_unavailable']);
  });

  it('is made four times at once, and again when one has ended', async () => {
    running.parts.blocks = endless();
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(`${PATH}&format=csv`)));
    const refused = await running.request(`${PATH}&format=csv`);
    assert.deepEqual([refused.status, refused.error.code], [503, 'overloaded']);
    for (const answer of answers) answer.destroy();
    running.parts.blocks = null;
    await until('the store is told to end', () => ended);
    assert.equal((await running.request(`${PATH}&format=csv`)).status, 200);
  });

  it('ends where the client takes nothing for too long', async () => {
    const pieces = async function* () {
      for (;;) yield [{ a: 'x'.repeat(100_000) }];
    };
    const column = { name: 'a', type: 'VARCHAR', description: 'a', of: ({ a }: { a: string }) => a } as const;
    const table = rowsTable({ name: 'a', positions: noPositions }, [column], pieces(), null);
    const { body } = await wholeAnswer('csv', () => table, new AbortController().signal, 50);
    assert.ok(body instanceof Readable);
    body.read(0);
    const [error] = (await once(body, 'error', { signal: AbortSignal.timeout(10_000) }).catch((reason) => [
      reason,
    ])) as [Error];
    assert.match(error.message, /took nothing of the list for 0.05 s/);
  });

  it('is of BUFR the messages of one page after the other', async () => {
    const asked: (string | undefined)[] = [];
    const list = {
      ...{ formats: ['bufr'] as const, name: 'observations', columns: [], positions: noPositions },
      page: async ({ cursor }: { cursor?: string | undefined }) => {
        asked.push(cursor);
        if (cursor === 'broken') throw new HalcyonError('store_unavailable', 'the store does not answer');
        return cursor === undefined ? { items: ['a', 'b'], next: 'two' } : { items: ['c'], next: null };
      },
      body: () => ({}),
      bufr: async ({ items }: { items: readonly string[] }) =>
        Buffer.from(items.map((item) => `BUFR ${item};`).join('')),
    };
    const { signal } = new AbortController();
    const call = { incoming: {} as IncomingMessage, signal, accepted: undefined } as unknown as Parameters<
      typeof listAnswer
    >[0];
    const query = { limit: 'all', format: 'bufr' } as const;
    const { body, type, headers } = await listAnswer({ ...call, query }, list);
    assert.ok(body instanceof Readable);
    assert.equal(Buffer.concat(await body.toArray()).toString(), 'BUFR a;BUFR b;BUFR c;');
    assert.deepEqual([type, asked], ['application/bufr', [undefined, 'two']]);
    assert.equal(headers?.['Content-Disposition'], 'attachment; filename="observations.bufr"');
    const broken = { ...list, page: async () => list.page({ cursor: 'broken' }) };
    await assert.rejects(listAnswer({ ...call, query }, broken), { code: 'store_unavailable' });
  });

  it('is not made for HEAD', async () => {
    running.parts.blocks = endless();
    const answer = await running.request(`${PATH}&format=arrow`, { method: 'HEAD' });
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/vnd.apache.arrow.stream']);
    await until('the store is told to end', () => ended);
    assert.ok(given < 3);
  });

  it('is refused as JSON and behind a cursor, with what would be right', async () => {
    for (const [address, field, words] of [
      [PATH, 'limit', /csv, geojson, arrow or parquet/],
      [`${PATH}&format=csv&cursor=x`, 'cursor', /left out/],
      ['/api/v1/observations?limit=most', 'limit', /integer/],
      ['/api/v1/observations?limit=10001', 'limit', /10000/],
    ] as const) {
      const { status, problems } = await running.request(address);
      assert.equal(status, 422, address);
      assert.deepEqual(problems[0].loc, ['query', field]);
      assert.match(problems[0].msg, words);
    }
  });

  it('is there of every list that has pages, page after page', async () => {
    running.parts.stations = Array.from({ length: 2_500 }, (_, i) => someStation({ id: `s${i}` }));
    running.parts.anomalies = [someAnomaly()];
    const stations = await running.request('/api/v1/stations?limit=all&format=csv');
    assert.equal(stations.text.trimEnd().split('\n').length, 2_501);
    for (const list of ['anomalies', 'episodes', 'outages']) {
      const { status, text } = await running.request(`/api/v1/${list}?limit=all&format=csv`);
      assert.equal(status, 200, text);
      assert.match(text, /^\w+(,\w+)+\n/);
    }
    const states = await running.request('/api/v1/states?limit=all&format=csv');
    assert.equal(states.text.trimEnd().split('\n').length, 2_501);
  });
});
