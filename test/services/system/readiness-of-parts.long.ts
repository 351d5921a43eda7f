import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka } from '../../../deploy/servers/kafka-server.ts';
import { startPostgres } from '../../../deploy/servers/postgres-server.ts';
import { startRegistry } from '../../../deploy/servers/registry-server.ts';
import type { Server } from '../../../deploy/servers/server-process.ts';
import { startTimeSeries } from '../../../deploy/servers/time-series-server.ts';
import { deployLog } from '../../../ingest/log/kafka/deploy-log.ts';
import { SILENT } from '../../../schemas/logger.ts';
import { freshDataFolder } from '../../integration/data-folders.ts';
import { RunningSystem } from '../../integration/running-system.ts';
import { logServers, logServersMissing } from '../../servers/kafka.ts';
import { postgresMissing } from '../../servers/postgres.ts';
import { until } from '../../until.ts';
import { PlayedIssuer } from '../access/played-issuer.ts';

interface Answer {
  readonly status: string;
  readonly checks: Readonly<Record<string, { readonly ok: boolean; readonly needed?: false; readonly detail: string }>>;
}

const PARTS = ['feed', 'temporal', 'spatial', 'sink', 'detection', 'patterns'] as const;
type Away = 'nothing' | 'time series' | 'brokers' | 'registry' | 'catalogue' | 'issuer';

const READY = '200 ready';
const DEGRADED = '200 degraded';
const NOT_READY = '503 not_ready';

/** What each process says of itself with something away, in the order of PARTS. */
const TABLE: Readonly<Record<Away, readonly string[]>> = {
  nothing: [READY, READY, READY, READY, READY, READY],
  'time series': [DEGRADED, DEGRADED, DEGRADED, NOT_READY, NOT_READY, READY],
  brokers: [NOT_READY, NOT_READY, NOT_READY, NOT_READY, DEGRADED, READY],
  registry: [READY, READY, READY, READY, READY, READY],
  catalogue: [READY, READY, READY, READY, NOT_READY, NOT_READY],
  issuer: [READY, READY, READY, READY, READY, READY],
};

const missing = logServersMissing() ?? postgresMissing();

describe(`readiness of the parts${missing === null ? '' : ` (${missing})`}`, function () {
  this.timeout(300_000);
  const running = new Map<string, RunningSystem>();
  const servers = new Map<Away, Server>();
  let issuer: PlayedIssuer;
  let environment: Record<string, string>;

  const asked = async (parts: string): Promise<readonly [string, Answer['checks']]> => {
    const response = await fetch(`${running.get(parts)?.url}/readyz`, { signal: AbortSignal.timeout(8_000) });
    const { status, checks } = (await response.json()) as Answer;
    return [`${response.status} ${status}`, checks];
  };
  const held = async (away: Away): Promise<void> => {
    const wanted = new Map(PARTS.map((parts, k) => [parts, TABLE[away][k]] as const));
    const end = performance.now() + 60_000;
    for (;;) {
      const found = new Map(await Promise.all(PARTS.map(async (parts) => [parts, (await asked(parts))[0]] as const)));
      const isSo = JSON.stringify([...found]) === JSON.stringify([...wanted]);
      if (isSo || performance.now() > end) return assert.deepEqual(found, wanted, `with ${away} away`);
    }
  };

  before(async function () {
    if (missing !== null) this.skip();
    const folder = mkdtempSync(join(tmpdir(), 'halcyon-ready-'));
    // The catalogue's server may run as another user.
    chmodSync(folder, 0o755);
    const [kafka, registry] = await Promise.all([
      startKafka(join(folder, 'kafka')),
      startRegistry(join(folder, 'registry')),
    ]);
    const store = await startTimeSeries(join(folder, 'store'), 'secret');
    const catalogue = await startPostgres(join(folder, 'catalogue'), { password: 'secret' });
    servers.set('brokers', kafka).set('registry', registry).set('time series', store).set('catalogue', catalogue);
    const settings = (await logServers()).settings({ brokers: [kafka.address], registryUrl: registry.url });
    await deployLog(settings, SILENT);
    issuer = await PlayedIssuer.start();
    environment = {
      KAFKA_BROKERS: settings.brokers.join(),
      SCHEMA_REGISTRY_URL: settings.registryUrl,
      HALCYON_KAFKA_PREFIX: settings.prefix,
      HALCYON_KAFKA_PARTITIONS: String(settings.partitions),
      CLICKHOUSE_URL: store.url({ database: 'parts' }),
      POSTGRES_URL: catalogue.url(),
      HALCYON_AUTH: 'required',
      HALCYON_AUTH_ISSUER: issuer.issuer,
    };
    for (const parts of PARTS) {
      running.set(parts, await new RunningSystem(await freshDataFolder(), Date.now(), environment, parts).start());
    }
  });
  after(async () => {
    await Promise.all(Array.from(running.values(), (system) => system.stop()));
    await Promise.all(Array.from(servers.values(), (server) => server.stop()));
    await issuer?.stop();
  });

  for (const away of ['time series', 'registry', 'catalogue', 'brokers'] as const) {
    it(`is a matter of what each needs for its work, with ${away} away`, async () => {
      await held('nothing');
      await servers.get(away)?.kill();
      await held(away);
      const [, checks] = await asked('feed');
      const store = { ok: false, detail: 'does not answer', needed: false } as const;
      if (away === 'time series') assert.deepEqual(checks['time_series'], store);
      await servers.get(away)?.start();
      await held('nothing');
    });
  }

  it('lasts for the hour that the keys of an issuer are trusted', async () => {
    issuer.away = true;
    for (const parts of ['feed', 'detection']) {
      const trusted = /does not answer, its keys of 0 min ago are trusted for an hour/;
      const said = async () => (await asked(parts))[1]['access_control']?.detail ?? '';
      await until('it is told that the issuer is away', async () => trusted.test(await said()));
    }
    await held('issuer');
    // Who has never had its keys can let nobody in, and says so.
    const late = await new RunningSystem(await freshDataFolder(), Date.now(), environment, 'feed').start();
    const response = await fetch(`${late.url}/readyz`);
    assert.equal(response.status, 503);
    await late.stop();
    issuer.away = false;
  });
});
