import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrorCode, HalcyonError } from '../../../../schemas/errors.ts';
import type { GraphNode } from '../../../../schemas/http/datasets/property-graph.ts';
import { croissant } from '../../../../services/datasets/graphs/croissant.ts';
import { datasetTypes, distributionOf } from '../../../../services/datasets/graphs/dataset-types.ts';
import { type NetworkSources, StoredNetworks } from '../../../../services/datasets/networks/dataset-networks.ts';
import { NETWORK_TABLES } from '../../../../services/datasets/networks/network-tables.ts';
import { says } from '../../../says.ts';
import { anomaly, HOUR, observation, START } from '../../stores/records.ts';
import { FakeStore } from './fake-store.ts';
import { parquetRows } from './parquet-rows.ts';

/** Ids that were once given stay: patterns that people keep name them. */
const NORTH = '2ee0c60c-8d7a-5187-929b-93943a516e90';

const DAY_OF_IT = 'from=2026-09-01T00:00:00Z&to=2026-09-02T00:00:00Z';

describe('networks as datasets', () => {
  let store = new FakeStore();
  let now = START;
  let networks = new StoredNetworks(store.sources(), () => now);
  let folder = '';

  beforeEach(() => {
    store = new FakeStore();
    store.names = ['north', 'south', 'west'];
    store.observations = [observation('north', 'a', START), observation('north', 'b', START + 90_001)];
    now = START;
    networks = new StoredNetworks(store.sources(), () => now);
    folder = mkdtempSync(join(tmpdir(), 'halcyon-networks-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const network = async (name: string) => {
    const found = (await networks.list()).find((it) => it.network === name);
    assert.ok(found !== undefined);
    return found;
  };
  const labelled = (nodes: readonly GraphNode[], label: string) => nodes.filter(({ labels }) => labels.includes(label));

  describe('list', () => {
    it('has every network once, in the order of ids', async () => {
      const list = await networks.list();
      assert.deepEqual(new Set(list.map((it) => it.network)), new Set(store.names));
      assert.deepEqual(
        list.map(({ id }) => id),
        list.map(({ id }) => id).sort(),
      );
    });

    it('gives a network the id that it always had', async () => {
      assert.equal((await network('north')).id, NORTH);
    });

    it('asks the store once for all that ask within ten seconds', async () => {
      await Promise.all([networks.list(), networks.find(NORTH), networks.list()]);
      now += 9_999;
      await networks.list();
      assert.deepEqual(store.calls, { networks: 1, extent: 3, reads: 0 });
    });

    it('has a new network after ten seconds', async () => {
      await networks.list();
      store.names.push('east');
      now += 10_000;
      assert.equal((await networks.list()).length, 4);
    });

    it('asks again where the clock was set back', async () => {
      await networks.list();
      now -= HOUR;
      await networks.list();
      assert.equal(store.calls.networks, 2);
    });

    it('does not keep a failure', async () => {
      store.trouble = async () => {
        throw new HalcyonError('store_unavailable', 'The store does not answer.');
      };
      await assert.rejects(networks.list(), says('store_unavailable', /does not answer/));
      store.trouble = null;
      assert.equal((await networks.list()).length, 3);
    });
  });

  describe('find', () => {
    it('knows an id in any case', async () => {
      assert.equal((await networks.find(NORTH))?.network, 'north');
      assert.equal((await networks.find(NORTH.toUpperCase()))?.network, 'north');
      assert.equal(await networks.find('2a1d1d6c-0000-5000-8000-000000000001'), null);
    });

    for (const id of ['7d444840-9dc0-41d1-b245-5ffdce74fad2', 'north', '', '1', '../x']) {
      it(`does not ask the store for what cannot be one: ${JSON.stringify(id)}`, async () => {
        assert.equal(await networks.find(id), null);
        await networks.assertNone(id);
        assert.equal(store.calls.networks, 0);
      });
    }

    it('refuses a change of a network', async () => {
      await assert.rejects(
        networks.assertNone(NORTH),
        says('conflict', /'north': the system keeps it, it cannot be changed/),
      );
      await networks.assertNone('2a1d1d6c-0000-5000-8000-000000000001');
    });
  });

  describe('graph', () => {
    it('is a table with the address of all that is stored', async () => {
      const { id, graph } = await network('north');
      assert.deepEqual(datasetTypes(graph, id), ['Table']);
      assert.deepEqual(
        distributionOf(graph, id).map(({ properties }) => properties['contentUrl']),
        [
          'halcyon://north/observations?from=2026-09-01T00:00:00Z&to=2026-09-01T00:01:30.001Z',
          'halcyon://north/anomalies?from=2026-09-01T00:00:00Z&to=2026-09-01T00:01:30.001Z',
        ],
      );
    });

    it('names no stretch where nothing is stored', async () => {
      const { id, graph } = await network('west');
      const urls = distributionOf(graph, id).map(({ properties }) => properties['contentUrl']);
      assert.deepEqual(urls, ['halcyon://west/observations', 'halcyon://west/anomalies']);
      assert.ok(!('temporalCoverage' in labelled(graph.nodes, 'sc:Dataset')[0].properties));
    });

    it('has a field for each column of each table', async () => {
      const { id, graph } = await network('north');
      const document = croissant(graph, id) as { recordSet: { name: string; field: Record<string, unknown>[] }[] };
      assert.deepEqual(
        document.recordSet.map(({ name, field }) => [name, field.map((it) => it['name'])]),
        Object.values(NETWORK_TABLES).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
      );
      const temperature = document.recordSet[0].field.find((it) => it['name'] === 'temp_out');
      const file = distributionOf(graph, id)[0]['@id'];
      assert.equal(temperature?.['dataType'], 'sc:Float');
      assert.match(String(temperature?.['description']), /temperature.*\[degC\]$/);
      assert.deepEqual(temperature?.['source'], { fileObject: { '@id': file }, extract: { column: 'temp_out' } });
      const neighbours = document.recordSet[1].field.find((it) => it['name'] === 'spatial_verification_neighbors');
      assert.deepEqual([neighbours?.['dataType'], neighbours?.['repeated']], ['sc:Text', true]);
    });

    it('has ids of its own for every node, no edge that leads nowhere, keys that are fields', async () => {
      const list = await networks.list();
      const ids = list.flatMap(({ graph }) => graph.nodes.map((node) => node['@id']));
      assert.equal(new Set(ids).size, ids.length);
      for (const { graph } of list) {
        const own = new Set(graph.nodes.map((node) => node['@id']));
        for (const { from, to } of graph.edges) assert.ok(own.has(from) && own.has(to));
        for (const { properties } of labelled(graph.nodes, 'cr:RecordSet')) {
          for (const key of properties['key'] as { '@id': string }[]) assert.ok(own.has(key['@id']));
        }
      }
    });
  });

  describe('write', () => {
    const write = (address: string, signal = new AbortController().signal, most?: number) =>
      new StoredNetworks(store.sources(), () => now, most).write(address, folder, signal);

    /** What is refused, with what is said of it. */
    const refusals = [
      ['an address that is none', 'halcyon://north', /it should be halcyon:\/\/<network>\/observations/],
      ['no stretch', 'halcyon://north/observations', /from is missing/],
      ['a stretch that ends before it begins', 'halcyon://north/observations?from=2&to=1', /ends before it begins/],
      [
        'an unknown network',
        `halcyon://east/observations?${DAY_OF_IT}`,
        /no network 'east'; there are 'north', 'south', 'west'/,
      ],
      [
        'too many observations',
        `halcyon://north/observations?${DAY_OF_IT}`,
        /names more than 1 observations; a shorter/,
      ],
      ['too many anomalies', `halcyon://north/anomalies?${DAY_OF_IT}`, /names more than 1 anomalies; a shorter/],
    ] as const;
    for (const [name, address, words] of refusals) {
      it(`refuses ${name} and leaves no file`, async () => {
        store.anomalies = [anomaly('north', 'a'), anomaly('north', 'b')];
        await assert.rejects(write(address, undefined, 1), says('query_failed', words));
        assert.deepEqual(readdirSync(folder), []);
      });
    }

    it('writes a file of its own for each address, without rows for an empty stretch', async () => {
      for (const [name, { columns }] of Object.entries(NETWORK_TABLES)) {
        const address = `halcyon://south/${name}?${DAY_OF_IT}`;
        const path = await write(address);
        const { types, rows } = await parquetRows(path, '1');
        assert.deepEqual(
          Object.keys(types),
          columns.map(({ name }) => name),
        );
        assert.deepEqual(rows, []);
        assert.notEqual(await write(address), path);
      }
      assert.ok(readdirSync(folder).every((name) => name.endsWith('.parquet')));
    });

    it('reads stretches of any length, gaps among them, and marks what came late', async () => {
      const times = [...Array.from({ length: 50 }, (_, n) => n * HOUR), 9_000 * HOUR, 9_001 * HOUR, 80_000 * HOUR];
      store.observations = times.map((time) => observation('north', 'a', START + time));
      store.late.add(store.observations[1]).add(store.observations[51]);
      const path = await write('halcyon://north/observations?from=1900-01-01T00:00:00Z&to=2298-01-01T00:00:00Z');
      const { rows } = await parquetRows(path, 'timestamp', ['timestamp', 'late']);
      const expected = store.observations.map((it) => ({ timestamp: new Date(it.time), late: store.late.has(it) }));
      assert.deepEqual(rows, expected);
      assert.ok(store.calls.reads < 250, `${store.calls.reads} reads`);
    });

    it('takes both ends of a stretch', async () => {
      const times = [-1, 0, HOUR, HOUR + 1];
      store.observations = times.map((time) => observation('north', 'a', START + time));
      const path = await write('halcyon://north/observations?from=2026-09-01T00:00:00Z&to=2026-09-01T01:00:00Z');
      const { rows } = await parquetRows(path, 'timestamp', ['timestamp']);
      assert.deepEqual(rows, [{ timestamp: new Date(START) }, { timestamp: new Date(START + HOUR) }]);
    });

    it('goes through all pages of anomalies, the last versions alone', async () => {
      store.anomalies = ['a', 'b', 'c', 'd', 'e'].map((id) => anomaly('north', id));
      const path = await write(`halcyon://north/anomalies?${DAY_OF_IT}`);
      const { rows } = await parquetRows(path, 'anomaly_id', ['anomaly_id']);
      assert.deepEqual(
        rows.map((row) => row['anomaly_id']),
        ['a', 'b', 'c', 'd', 'e'],
      );
      assert.equal(store.asked.length, 3);
      for (const { cursor, ...query } of store.asked) {
        assert.deepEqual(query, {
          network: 'north',
          from: START,
          to: START + 24 * HOUR,
          revisions: false,
          limit: 10_000,
        });
      }
    });

    const troubles: readonly (readonly [string, () => NetworkSources, ErrorCode])[] = [
      [
        'a store that fails in the middle',
        () => {
          let reads = 0;
          store.trouble = async () => {
            if (reads++ === 2) throw new HalcyonError('store_unavailable', 'The store does not answer.');
          };
          return store.sources();
        },
        'store_unavailable',
      ],
      [
        'a folder that is not there',
        () => {
          rmSync(folder, { recursive: true });
          return store.sources();
        },
        'cannot_write',
      ],
    ];
    for (const [name, prepared, code] of troubles) {
      it(`tells of ${name}`, async () => {
        const of = new StoredNetworks(prepared(), () => now);
        const writing = of.write(`halcyon://north/observations?${DAY_OF_IT}`, folder, new AbortController().signal);
        await assert.rejects(writing, says(code, /./));
        if (code !== 'cannot_write') assert.deepEqual(readdirSync(folder), []);
      });
    }

    for (const name of ['before it begins', 'at once', 'while rows are read'] as const) {
      it(`ends when it is aborted ${name}, and leaves no file`, async () => {
        const reason = new Error('the caller went away');
        const abort = new AbortController();
        const leave = () => abort.abort(reason);
        if (name === 'before it begins') leave();
        if (name === 'at once') setImmediate(leave);
        store.pageRows = 1;
        let reads = 0;
        store.trouble = async () => {
          if (name !== 'while rows are read' || ++reads < 3) return;
          // The third batch does not come at all.
          setImmediate(leave);
          await new Promise(() => undefined);
        };
        const writing = write(`halcyon://north/observations?${DAY_OF_IT}`, abort.signal);
        const refused = assert.rejects(writing, (error) => error === reason);
        await refused;
        assert.deepEqual(readdirSync(folder), []);
      });
    }
  });
});
