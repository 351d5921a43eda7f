import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KafkaServer, startKafka } from '../../deploy/servers/kafka-server.ts';
import { type RegistryServer, startRegistry } from '../../deploy/servers/registry-server.ts';
import { jarsMissing } from '../../deploy/servers/server-jars.ts';
import type { KafkaSettings } from '../../ingest/log/kafka/kafka-settings.ts';
import './java.ts';

/** A broker and a registry for the tests of this run. */
export interface LogServers {
  readonly kafka: KafkaServer;
  readonly registry: RegistryServer;
  /** Settings with a prefix of their own: topics, groups and subjects that nobody else has. */
  settings(given?: Partial<KafkaSettings>): KafkaSettings;
}

let started: Promise<LogServers> | undefined;

/** Why broker and registry cannot be started here; null where they can. */
export const logServersMissing = jarsMissing;

/** Broker and registry, started by whoever asks first; they end after the last test. */
export function logServers(): Promise<LogServers> {
  started ??= startBoth();
  return started;
}

after(async () => {
  const servers = await started;
  await Promise.all([servers?.kafka.stop(), servers?.registry.stop()]);
});

async function startBoth(): Promise<LogServers> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-log-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [kafka, registry] = await Promise.all([
    startKafka(join(folder, 'kafka')),
    startRegistry(join(folder, 'registry')),
  ]);
  const settings = (given: Partial<KafkaSettings> = {}): KafkaSettings => ({
    brokers: [kafka.address],
    registryUrl: registry.url,
    prefix: `test-${randomUUID().slice(0, 8)}.`,
    partitions: 3,
    replication: 1,
    compression: 'none',
    tls: null,
    sasl: null,
    ...given,
  });
  return { kafka, registry, settings };
}
