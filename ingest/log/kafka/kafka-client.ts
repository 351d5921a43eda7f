import kafkajs, { type Kafka, type KafkaConfig, type LogEntry, type Mechanism, type SASLOptions } from 'kafkajs';
import type { Logger } from '../../../schemas/logger.ts';
import type { KafkaSasl, KafkaSettings } from './kafka-settings.ts';
import { withoutRepeats } from './repeated-lines.ts';
import { tokenMechanism } from './token-authentication.ts';

/** Patient enough for a broker that restarts, quick enough to be back within a second of it. */
export const RETRY = { initialRetryTime: 100, retries: 30, maxRetryTime: 1_000 } as const;

/**
 * A client of the brokers.
 *
 * @param logger takes what goes wrong on the way
 * @param given what differs from the usual client
 */
export function kafkaClient(
  settings: Pick<KafkaSettings, 'brokers' | 'tls' | 'sasl'>,
  logger: Logger,
  given: Partial<KafkaConfig> = {},
): Kafka {
  const sayOnce = withoutRepeats((line) => logger.of('Kafka').warn(line));
  const config: KafkaConfig = {
    clientId: 'halcyon',
    brokers: [...settings.brokers],
    retry: RETRY,
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    logLevel: kafkajs.logLevel.ERROR,
    logCreator: () => (entry) => sayOnce(lineOf(entry)),
  };
  if (settings.tls !== null) {
    const { ca, certificate, key } = settings.tls;
    config.ssl = { ...(ca && { ca: [ca] }), ...(certificate && { cert: certificate }), ...(key && { key }) };
  }
  if (settings.sasl !== null) config.sasl = saslOf(settings.sasl);
  return new kafkajs.Kafka({ ...config, ...given });
}

function saslOf(sasl: KafkaSasl): SASLOptions | Mechanism {
  return sasl.mechanism === 'oauthbearer' ? tokenMechanism(sasl.token) : (sasl as SASLOptions);
}

function lineOf({ log }: LogEntry): string {
  const { broker, groupId, error } = log;
  const where = [broker && `broker ${broker}`, groupId && `group ${groupId}`].filter(Boolean).join(', ');
  return `${log.message}${error === undefined ? '' : `: ${String(error)}`}${where === '' ? '' : ` (${where})`}`;
}
