import { join } from 'node:path';
import {
  type KafkaCluster,
  type KafkaServer,
  startKafka,
  startKafkaCluster,
} from '../../deploy/servers/kafka-server.ts';
import { type PostgresServer, startPostgres } from '../../deploy/servers/postgres-server.ts';
import { type RegistryServer, startRegistry } from '../../deploy/servers/registry-server.ts';
import { startTimeSeries, type TimeSeriesServer } from '../../deploy/servers/time-series-server.ts';

/** The servers of the runs, each started by the first scenario that asks for it. */
export class ScenarioServers {
  readonly #folder: string;
  #kafka: Promise<KafkaServer> | undefined;
  #cluster: Promise<KafkaCluster> | undefined;
  #registry: Promise<RegistryServer> | undefined;
  #timeSeries: Promise<TimeSeriesServer> | undefined;
  #postgres: Promise<PostgresServer> | undefined;

  /** @param folder for what they keep */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A single broker. */
  kafka(): Promise<KafkaServer> {
    this.#kafka ??= startKafka(join(this.#folder, 'kafka'));
    return this.#kafka;
  }

  /** Three brokers. */
  cluster(): Promise<KafkaCluster> {
    this.#cluster ??= startKafkaCluster(join(this.#folder, 'cluster'), 3);
    return this.#cluster;
  }

  registry(): Promise<RegistryServer> {
    this.#registry ??= startRegistry(join(this.#folder, 'registry'));
    return this.#registry;
  }

  timeSeries(): Promise<TimeSeriesServer> {
    this.#timeSeries ??= startTimeSeries(join(this.#folder, 'time-series'), 'resilience');
    return this.#timeSeries;
  }

  postgres(): Promise<PostgresServer> {
    this.#postgres ??= startPostgres(join(this.#folder, 'postgres'), { password: 'resilience' });
    return this.#postgres;
  }

  /** Ends those that were started. */
  async stop(): Promise<void> {
    const all = [this.#kafka, this.#cluster, this.#registry, this.#timeSeries, this.#postgres];
    await Promise.allSettled(all.map(async (server) => (await server)?.stop()));
  }
}
