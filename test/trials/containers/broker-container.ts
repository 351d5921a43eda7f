import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { brokerProperties } from '../../../deploy/servers/broker-properties.ts';
import { CLUSTER_ID, freeBrokerPorts } from '../../../deploy/servers/kafka-server.ts';
import { BROKER_DATA, BROKER_JARS } from './base-images.ts';
import type { ContainerEngine } from './container-engine.ts';
import { startWithWords } from './running-container.ts';

const SETTINGS = '/etc/kafka/server.properties';

/** A Kafka broker in a container, at a port of loopback. */
export interface BrokerContainer {
  /** host:port for clients. */
  readonly address: string;
  readonly container: StartedTestContainer;
}

/**
 * Starts a broker and waits until it takes connections.
 *
 * @param volume for its log
 */
export async function startBrokerContainer(
  engine: ContainerEngine,
  image: string,
  volume: string,
): Promise<BrokerContainer> {
  const ports = await freeBrokerPorts();
  const data = `${BROKER_DATA}/data`;
  const java = `java -Xmx256m -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=info -cp '${BROKER_JARS}/*'`;
  const format = `${java} kafka.tools.StorageTool format -t ${CLUSTER_ID} -c ${SETTINGS}`;
  const script = `[ -e ${data}/meta.properties ] || ${format} || exit; exec ${java} kafka.Kafka ${SETTINGS}`;
  const settings = brokerProperties({ folder: BROKER_DATA, node: 1, all: [ports] }, data);
  const broker = new GenericContainer(image)
    .withLabels(engine.labels)
    .withNetworkMode('host')
    .withUser('1000:1000')
    .withBindMounts([{ source: volume, target: BROKER_DATA }])
    .withCopyContentToContainer([{ content: settings, target: SETTINGS, mode: 0o644 }])
    .withCommand(['sh', '-c', script])
    .withStartupTimeout(180_000)
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/));
  return { address: `127.0.0.1:${ports.clients}`, container: await startWithWords(broker) };
}
