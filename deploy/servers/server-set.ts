import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';
import { lockFolder } from '../../services/stores/postgres/folder-lock.ts';
import { startKafkaCluster } from './kafka-server.ts';
import { type KeptPlaces, keptPlaces } from './kept-places.ts';
import { postgresMissing, startPostgres } from './postgres-server.ts';
import { startRegistry } from './registry-server.ts';
import { startS3 } from './s3-server.ts';
import { jarsMissing, s3JarsMissing } from './server-jars.ts';
import { together } from './server-process.ts';
import { startTimeSeries } from './time-series-server.ts';

/** All that Halcyon can run on instead of its embedded parts. */
export interface ServerSet {
  /** Environment variables by which Halcyon finds them. */
  readonly environment: Readonly<Record<string, string>>;
  /** Ends all of them, the log last. */
  stop(): Promise<void>;
}

/** Which servers, and where. */
export interface ServerSetOptions {
  /** Holds all that they keep. */
  readonly folder: string;
  /** How many brokers; as many as the folder holds where not given, else 1. */
  readonly brokers?: number;
}

/**
 * Where the servers keep what they have unless a folder is given: outside the project. PostgreSQL does not run as root and
 * may not enter root's home.
 */
export function usualFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/halcyon/running';
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'halcyon', 'running');
}

/**
 * Starts brokers, registry, PostgreSQL, the time-series server and the S3-compatible store on loopback and waits until all
 * of them answer. What a folder holds from an earlier start is there again.
 *
 * @throws HalcyonError `invalid_configuration` where programs are missing here or a server does not start, `store_locked`
 *   where the servers of this folder run already, `invalid_parameter` where it holds another number of brokers
 */
export async function startServers(options: ServerSetOptions): Promise<ServerSet> {
  const missing = new Set([jarsMissing(), s3JarsMissing(), postgresMissing()].filter((one) => one !== null));
  if (missing.size > 0) throw cannotStart([...missing].join('; '));
  const folder = resolve(options.folder);
  makeFolder(folder);
  const lock = join(folder, 'servers.lock');
  const release = await lockFolder(lock, `The folder ${folder} of the servers`, 0, 'choose another --folder');
  try {
    const places = await keptPlaces(folder, options.brokers);
    const set = await startAll(folder, places);
    const stop = async (): Promise<void> => {
      await set.stop();
      await release();
    };
    return { environment: set.environment, stop };
  } catch (error) {
    await release();
    throw error instanceof HalcyonError ? error : cannotStart(messageOf(error), error);
  }
}

async function startAll(folder: string, places: KeptPlaces): Promise<ServerSet> {
  const { password } = places;
  const s3Keys = { accessKey: 'halcyon', secretKey: password };
  const [kafka, registry, postgres, timeSeries, s3] = await together([
    startKafkaCluster(join(folder, 'kafka'), places.brokers),
    startRegistry(join(folder, 'registry'), places.registry),
    startPostgres(join(folder, 'postgres'), { password, port: places.postgres }),
    startTimeSeries(join(folder, 'time-series'), password, places.timeSeries),
    startS3(join(folder, 's3'), { ...s3Keys, port: places.s3 }),
  ]);
  const copies = Math.min(3, places.brokers.length);
  return {
    environment: {
      KAFKA_BROKERS: kafka.addresses.join(','),
      SCHEMA_REGISTRY_URL: registry.url,
      ...(copies > 1 && { HALCYON_KAFKA_REPLICATION: String(copies) }),
      CLICKHOUSE_URL: timeSeries.url({ database: 'halcyon' }),
      POSTGRES_URL: postgres.url(),
      S3_ENDPOINT: s3.url,
      AWS_ACCESS_KEY_ID: s3Keys.accessKey,
      AWS_SECRET_ACCESS_KEY: s3Keys.secretKey,
    },
    stop: async () => {
      await Promise.all([registry, postgres, timeSeries, s3].map((server) => server.stop()));
      await kafka.stop();
    },
  };
}

/** For this user alone, but PostgreSQL's user passes through root's. */
function makeFolder(folder: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  try {
    mkdirSync(folder, { recursive: true, mode });
    for (const name of ['kafka', 'registry', 'time-series', 's3'])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
    chmodSync(folder, mode);
  } catch (cause) {
    throw new HalcyonError('cannot_write', `The folder ${folder} cannot be made: choose another --folder`, { cause });
  }
}

function cannotStart(why: string, cause?: unknown): HalcyonError {
  return new HalcyonError('invalid_configuration', `the servers cannot be started here: ${why}`, { cause });
}
