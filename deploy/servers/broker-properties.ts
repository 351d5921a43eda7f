import type { BrokerPorts } from './kafka-server.ts';

/** Where a broker stands. */
export interface BrokerPlace {
  readonly folder: string;
  /** Its number in the cluster, from 1. */
  readonly node: number;
  /** Ports of every broker of the cluster, by number. */
  readonly all: readonly BrokerPorts[];
  /** Listeners and settings beside the open one. */
  readonly more?: BrokerListeners;
}

/** Listeners that a broker has beside its open one. */
export interface BrokerListeners {
  /** NAME -> port. */
  readonly ports: Readonly<Record<string, number>>;
  /** NAME -> Kafka's name of its protocol. */
  readonly protocols: Readonly<Record<string, string>>;
  /** Lines of the settings file. */
  readonly settings: readonly string[];
}

/**
 * Text of a broker's settings file.
 *
 * @param data folder of its log
 */
export function brokerProperties({ node, all, more }: BrokerPlace, data: string): string {
  const { clients, controller } = all[node - 1];
  const open = [`PLAINTEXT://127.0.0.1:${clients}`];
  const secured = Object.entries(more?.ports ?? {}).map(([name, port]) => `${name}://127.0.0.1:${port}`);
  const protocols = Object.entries(more?.protocols ?? {}).map(([name, protocol]) => `${name}:${protocol}`);
  // A broker's own topics: no more copies than there are brokers, and one of three may be missing.
  const copies = Math.min(3, all.length);
  const inSync = copies === 3 ? 2 : 1;
  return [
    'process.roles=broker,controller',
    `node.id=${node}`,
    `controller.quorum.voters=${all.map((one, i) => `${i + 1}@127.0.0.1:${one.controller}`).join(',')}`,
    `listeners=${[...open, ...secured, `CONTROLLER://127.0.0.1:${controller}`].join(',')}`,
    `advertised.listeners=${[...open, ...secured].join(',')}`,
    `listener.security.protocol.map=${['PLAINTEXT:PLAINTEXT', 'CONTROLLER:PLAINTEXT', ...protocols].join(',')}`,
    'controller.listener.names=CONTROLLER',
    'inter.broker.listener.name=PLAINTEXT',
    `log.dirs=${data}`,
    'auto.create.topics.enable=false',
    `min.insync.replicas=${inSync}`,
    `offsets.topic.replication.factor=${copies}`,
    'offsets.topic.num.partitions=5',
    `transaction.state.log.replication.factor=${copies}`,
    `transaction.state.log.min.isr=${inSync}`,
    'transaction.state.log.num.partitions=5',
    'group.initial.rebalance.delay.ms=0',
    'group.min.session.timeout.ms=1000',
    // The default of 128 MiB does not fit a small heap.
    'log.cleaner.dedupe.buffer.size=16777216',
    'log.cleaner.threads=1',
    // After a kill the old registration has to expire before the broker is back: 4 s instead of 12.
    'broker.session.timeout.ms=2000',
    'broker.heartbeat.interval.ms=500',
    ...(more?.settings ?? []),
    '',
  ].join('\n');
}
