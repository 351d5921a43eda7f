import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedLog } from '../../../ingest/log/embedded-log.ts';
import { linesTo } from '../../../schemas/logger.ts';
import { stationKey } from '../../../schemas/station.ts';
import { SLOT_MS } from '../../../schemas/time.ts';
import { rebuildStore } from '../../../services/pipeline/rebuild-store.ts';
import { SpaceWatch } from '../../../services/pipeline/space-watch.ts';
import { topicInserts } from '../../../services/pipeline/topic-inserts.ts';
import { type OpenedTimeSeries, openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { observation, START, station } from '../stores/records.ts';
import { emptyParts } from './broken-parts.ts';

const SLOTS = 20;
/** Nobody commits it: the log holds what it is given, as one on Kafka does. */
const KEPT = { stations: 'kept', observations: 'kept' };

describe('a store that is filled again from the log', () => {
  const { signal } = new AbortController();
  let store: OpenedTimeSeries;
  let log: EmbeddedLog;
  beforeEach(() => {
    log = new EmbeddedLog({ durableGroups: KEPT });
  });
  afterEach(async () => {
    await log.close();
    await store.close();
  });

  it('has again what was in parts that an engine has emptied, and keeps what is newer than the log', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-rebuild-'));
    store = await openTimeSeries({ dataFolder });
    const observations = Array.from({ length: SLOTS }, (_, slot) => observation('n', 's', START + slot * SLOT_MS));
    await log.publish('stations', [{ key: stationKey('n', 's'), value: station('n', 's') }]);
    await log.publish(
      'observations',
      observations.map((value) => ({ key: stationKey('n', 's'), value })),
    );
    await store.insertStations([station('n', 's')]);
    await store.insertObservations(observations);
    await store.close();
    assert.ok(emptyParts(dataFolder, 'received') > 0);
    store = await openTimeSeries({ dataFolder });
    const all = { network: 'n', limit: 100 };
    assert.equal((await store.observations(all)).items.length, 0);
    const broken = await store.disk.brokenParts();
    assert.match(broken.join(), /^observations broken-on-start/);
    const corrected = { ...observations[3], values: { ...observations[3].values, temp_out: 1 }, received: START * 2 };
    await store.insertObservations([corrected]);

    const rebuilt = await rebuildStore({ log, inserts: topicInserts(store, 12), signal });
    assert.deepEqual(
      rebuilt.filter(({ records }) => records > 0).map(({ topic, records }) => [topic, records]),
      [
        ['stations', 1],
        ['observations', SLOTS],
      ],
    );
    const { items } = await store.observations(all);
    const wanted = observations.with(3, corrected).map(({ time, values }) => ({ time, values }));
    const found = items.map(({ observation: { time, values } }) => ({ time, values }));
    assert.deepEqual(
      found.sort((a, b) => a.time - b.time),
      wanted,
    );
    // Until somebody says that nothing more of them is wanted they are told of.
    assert.deepEqual(await store.disk.brokenParts(), broken);
    assert.deepEqual(await store.disk.forgetBroken(), broken);
    assert.deepEqual(await store.disk.brokenParts(), []);
  });

  // An engine refuses by itself to open a table with more than a hundred parts that it cannot read.
  it('opens however many of its parts were emptied', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-rebuild-'));
    store = await openTimeSeries({ dataFolder });
    // Parts are by month: a report in each of so many.
    const months = Array.from({ length: 120 }, (_, k) => observation('n', 's', Date.UTC(2010, k, 15)));
    for (const half of [months.slice(0, 60), months.slice(60)]) await store.insertObservations(half);
    await store.close();
    assert.ok(emptyParts(dataFolder, 'received') >= months.length);
    store = await openTimeSeries({ dataFolder });
    assert.equal((await store.disk.brokenParts()).length, months.length);
  });

  it('has a part that cannot be read put aside while the engine runs, so that the rest can be read', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'halcyon-rebuild-'));
    store = await openTimeSeries({ dataFolder });
    await store.insertObservations([observation('n', 's', START)]);
    const said: string[] = [];
    const watch = new SpaceWatch({ disk: store.disk, logger: linesTo((line) => said.push(line)) });
    await watch.look();
    emptyParts(dataFolder, 'received');
    await store.insertObservations([observation('n', 's', START + SLOT_MS)]);
    const all = { network: 'n', limit: 100 };
    await assert.rejects(store.observations(all), { code: 'store_unreadable' });
    for (let look = 0; look < 30; look++) await watch.look();
    assert.equal((await store.observations(all)).items.length, 1);
    assert.match(said.join(), /parts of the tables are broken and put aside/);
    assert.match(watch.check().detail, /^1 part of the tables is broken and put aside/);
    await watch.stop();
  });

  it('ends where it is told to', async () => {
    store = await openTimeSeries({ dataFolder: mkdtempSync(join(tmpdir(), 'halcyon-rebuild-')) });
    await log.publish('stations', [{ key: stationKey('n', 's'), value: station('n', 's') }]);
    const stopping = new AbortController();
    const inserts = {
      ...topicInserts(store, 12),
      stations: async () => {
        stopping.abort();
        throw new Error('the store is away');
      },
    };
    await assert.rejects(rebuildStore({ log, inserts, signal: stopping.signal }), { name: 'AbortError' });
  });
});
