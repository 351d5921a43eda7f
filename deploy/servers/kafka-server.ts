import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, restartable, type Server, startJava } from './java-server.ts';
import { kafkaJars } from './server-jars.ts';

/** A broker on loopback, with its own controller (KRaft). */
export interface KafkaServer extends Server {
  /** host:port for clients. */
  readonly address: string;
}

const CLUSTER_ID = 'MkU3OEVBNTcwNTJENDM2Qg';

/**
 * Starts a single broker and waits until it takes connections.
 *
 * @param folder for its data and settings; made where it is not there
 */
export async function startKafka(folder: string): Promise<KafkaServer> {
  const jars = await kafkaJars();
  const [port, controller] = [await freePort(), await freePort()];
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const settings = join(folder, 'server.properties');
  writeFileSync(settings, properties(port, controller, data));
  const classPath = ['-cp', join(jars, '*')];
  if (!existsSync(join(data, 'meta.properties'))) {
    const format = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', settings];
    await promisify(execFile)('java', ['-Xmx128m', '-XX:TieredStopAtLevel=1', ...classPath, ...format]);
  }
  const java = ['-Xms256m', '-Xmx256m', '-XX:+UseSerialGC', '-Dorg.slf4j.simpleLogger.defaultLogLevel=info'];
  const server = await restartable(() =>
    startJava([...java, ...classPath, 'kafka.Kafka', settings], folder, (written) =>
      written.includes('Kafka Server started'),
    ),
  );
  return { ...server, address: `127.0.0.1:${port}` };
}

function properties(port: number, controller: number, data: string): string {
  return [
    'process.roles=broker,controller',
    'node.id=1',
    `controller.quorum.voters=1@127.0.0.1:${controller}`,
    `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    'listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAINTEXT',
    `log.dirs=${data}`,
    'auto.create.topics.enable=false',
    // A single broker cannot keep more than one copy of its own topics.
    'offsets.topic.replication.factor=1',
    'offsets.topic.num.partitions=5',
    'transaction.state.log.replication.factor=1',
    'transaction.state.log.min.isr=1',
    'transaction.state.log.num.partitions=5',
    'group.initial.rebalance.delay.ms=0',
    'group.min.session.timeout.ms=1000',
    // The default of 128 MiB does not fit a small heap.
    'log.cleaner.dedupe.buffer.size=16777216',
    'log.cleaner.threads=1',
    // After a kill the old registration has to expire before the broker is back: 4 s instead of 12.
    'broker.session.timeout.ms=2000',
    'broker.heartbeat.interval.ms=500',
    '',
  ].join('\n');
}
