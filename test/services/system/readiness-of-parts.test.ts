import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTimeSeries, type TimeSeriesServer } from '../../../deploy/servers/time-series-server.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { RunningSystem } from '../../integration/running-system.ts';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { PlayedIssuer } from '../access/played-issuer.ts';

interface Answer {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly needed?: false; readonly detail: string }>>;
}

/** What each process says of itself with nothing away, with the time series away, and with the issuer of tokens away. */
const TABLE: readonly (readonly [parts: string, all: string, noStore: string, noIssuer: string])[] = [
  ['feed', '200 ready', '200 degraded', '200 ready'],
  ['temporal', '200 ready', '200 degraded', '200 ready'],
  ['spatial', '200 ready', '200 degraded', '200 ready'],
  ['sink', '200 ready', '503 not_ready', '200 ready'],
  ['detection', '200 ready', '503 not_ready', '200 ready'],
];

const missing = logServersMissing();

describe(`readiness of the parts${missing === null ? '' : ` (${missing})`}`, function () {
  this.timeout(240_000);
  const running = new Map<string, RunningSystem>();
  let store: TimeSeriesServer;
  let issuer: PlayedIssuer;
  let environment: Record<string, string>;

  const asked = async (parts: string): Promise<readonly [string, Answer['checks']]> => {
    const response = await fetch(`${running.get(parts)?.url}/readyz`, { signal: AbortSignal.timeout(8_000) });
    const { status, checks } = (await response.json()) as Answer;
    return [`${response.status} ${status}`, checks];
  };
  const table = async () =>
    new Map(await Promise.all(TABLE.map(async ([parts]) => [parts, (await asked(parts))[0]] as const)));
  const wanted = (column: 1 | 2 | 3) => new Map(TABLE.map((row) => [row[0], row[column]]));
  const settled = async (column: 1 | 2 | 3) => {
    const end = performance.now() + 60_000;
    for (;;) {
      const found = await table();
      const isSo = JSON.stringify([...found]) === JSON.stringify([...wanted(column)]);
      if (isSo || performance.now() > end) return found;
    }
  };

  before(async function () {
    if (missing !== null) this.skip();
    const settings = (await logServers()).settings();
    await deployLog(settings, () => undefined);
    store = await startTimeSeries(join(mkdtempSync(join(tmpdir(), 'halcyon-ready-')), 'store'), 'secret');
    issuer = await PlayedIssuer.start();
    environment = {
      KAFKA_BROKERS: settings.brokers.join(),
      SCHEMA_REGISTRY_URL: settings.registryUrl,
      HALCYON_KAFKA_PREFIX: settings.prefix,
      HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
      CLICKHOUSE_URL: store.url({ database: 'parts' }),
      HALCYON_AUTH: 'required',
      HALCYON_AUTH_ISSUER: issuer.issuer,
    };
    for (const [parts] of TABLE) {
      running.set(parts, await new RunningSystem(await freshDataFolder(), Date.now(), environment, parts).start());
    }
  });
  after(async () => {
    await Promise.all(Array.from(running.values(), (system) => system.stop()));
    await store?.stop();
    await issuer?.stop();
  });

  it('is a matter of what each needs for its work: what it can do without is told, and it is ready', async () => {
    assert.deepEqual(await settled(1), wanted(1));
    await store.kill();
    assert.deepEqual(await settled(2), wanted(2));
    const [, checks] = await asked('feed');
    assert.deepEqual(checks['time_series'], { ok: false, detail: 'does not answer', needed: false });
    assert.equal(checks['log']?.needed, undefined);
    await store.start();
    assert.deepEqual(await settled(1), wanted(1));
  });

  it('lasts for the hour that the keys of an issuer are trusted', async () => {
    issuer.away = true;
    assert.deepEqual(await settled(3), wanted(3));
    for (const parts of ['feed', 'detection']) {
      const [, { access_control }] = await asked(parts);
      assert.match(access_control?.detail ?? '', /does not answer, its keys of 0 min ago are trusted for an hour/);
    }
    // Who has never had its keys can let nobody in, and says so.
    const late = await new RunningSystem(await freshDataFolder(), Date.now(), environment, 'feed').start();
    const response = await fetch(`${late.url}/readyz`);
    assert.equal(response.status, 503);
    await late.stop();
    issuer.away = false;
  });
});
