import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrokerPlace, brokerProperties } from './broker-properties.ts';
import { type BrokerSecurity, javaSettings, scramCredentials, securedProperties } from './broker-security.ts';
import { startJava } from './java-server.ts';
import { kafkaJars } from './server-jars.ts';
import { freePort, restartable, type Server, together } from './server-process.ts';

/** A broker on loopback, with its own controller (KRaft). */
export interface KafkaServer extends Server {
  /** host:port for clients. */
  readonly address: string;
}

/** Several brokers on loopback that keep copies of each other's partitions; each can be stopped by itself. */
export interface KafkaCluster {
  readonly brokers: readonly KafkaServer[];
  /** host:port of each, as clients name them. */
  readonly addresses: readonly string[];
  /** Ends all that run. */
  stop(): Promise<void>;
}

/** A broker that asks its clients who they are, at listeners beside the open one. */
export interface SecuredKafka extends KafkaServer {
  /** host:port with TLS. */
  readonly tls: string;
  /** host:port with TLS for clients that have a certificate. */
  readonly mutual: string;
  /** host:port with TLS and SASL: plain, scram-sha-256, scram-sha-512, oauthbearer. */
  readonly sasl: string;
}

/** What a broker has beyond the usual, where it holds thousands of partitions. */
export interface BrokerSize {
  /** [MB] */
  readonly heapMb: number;
  /** How long the controller waits for a broker that it does not hear from [ms]. */
  readonly sessionMs: number;
}

/** Ports of one broker: for clients, and of its controller. */
export interface BrokerPorts {
  readonly clients: number;
  readonly controller: number;
}

/** Of every cluster that is made here. */
export const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qg';

/** Ports that nobody listens on now; those of before where they are free. */
export async function freeBrokerPorts(before?: BrokerPorts): Promise<BrokerPorts> {
  return { clients: await freePort(before?.clients), controller: await freePort(before?.controller) };
}

/**
 * Starts a single broker and waits until it takes connections.
 *
 * @param folder for its data and settings; made where it is not there, and found again where it is
 * @param size small and soon missed where not given
 */
export async function startKafka(folder: string, ports?: BrokerPorts, size?: BrokerSize): Promise<KafkaServer> {
  const place: BrokerPlace = { folder, node: 1, all: [ports ?? (await freeBrokerPorts())] };
  if (size === undefined) return startBroker(place);
  const settings = [`broker.session.timeout.ms=${size.sessionMs}`];
  return startBroker({ ...place, more: { ports: {}, protocols: {}, settings } }, [], [`-Xmx${size.heapMb}m`]);
}

/**
 * Starts brokers that form a cluster and waits until all of them take connections.
 *
 * @param folder holds a folder for each
 * @param count brokers, or their ports
 */
export async function startKafkaCluster(folder: string, count: number | readonly BrokerPorts[]): Promise<KafkaCluster> {
  const all: BrokerPorts[] = [];
  if (typeof count === 'number') while (all.length < count) all.push(await freeBrokerPorts());
  else all.push(...count);
  await kafkaJars();
  const place = (i: number): BrokerPlace => ({ folder: join(folder, `broker-${i + 1}`), node: i + 1, all });
  const brokers = await together(all.map((_, i) => startBroker(place(i))));
  const stop = async (): Promise<void> => {
    await Promise.all(brokers.map((broker) => broker.stop()));
  };
  return { brokers, addresses: brokers.map(({ address }) => address), stop };
}

/**
 * Starts a single broker that is open at one listener and asks who comes at three more.
 *
 * @param folder for its data and settings
 */
export async function startSecuredKafka(folder: string, security: BrokerSecurity): Promise<SecuredKafka> {
  const listeners = { tls: await freePort(), mutual: await freePort(), sasl: await freePort() };
  const more = securedProperties(security, listeners);
  const place: BrokerPlace = { folder, node: 1, all: [await freeBrokerPorts()], more };
  const server = await startBroker(place, scramCredentials(security), javaSettings(security));
  const at = (port: number) => `127.0.0.1:${port}`;
  return { ...server, tls: at(listeners.tls), mutual: at(listeners.mutual), sasl: at(listeners.sasl) };
}

async function startBroker(
  place: BrokerPlace,
  formatting: readonly string[] = [],
  settings: readonly string[] = [],
): Promise<KafkaServer> {
  const { folder, node, all } = place;
  const classPath = ['-cp', join(await kafkaJars(), '*')];
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const properties = join(folder, 'server.properties');
  writeFileSync(properties, brokerProperties(place, data), { mode: 0o600 });
  if (!existsSync(join(data, 'meta.properties'))) {
    await formatData(classPath, ['-t', CLUSTER_ID, '-c', properties, ...formatting]);
  }
  const heap = ['-Xms256m', '-Xmx256m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=info'];
  const server = await restartable(() =>
    startJava([...heap, ...settings, ...classPath, 'kafka.Kafka', properties], folder, (written) =>
      written.includes('Kafka Server started'),
    ),
  );
  return { ...server, address: `127.0.0.1:${all[node - 1].clients}` };
}

async function formatData(classPath: readonly string[], args: readonly string[]): Promise<void> {
  const format = ['kafka.tools.StorageTool', 'format', ...args];
  try {
    await promisify(execFile)('java', ['-Xmx128m', '-XX:TieredStopAtLevel=1', ...classPath, ...format]);
  } catch (cause) {
    // Before its reason stand hundreds of lines of settings.
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    const words = (stdout + stderr).trim().split('\n').slice(-3).join(' ');
    throw new Error(`a broker's folder cannot be made ready: ${words}`, { cause });
  }
}
