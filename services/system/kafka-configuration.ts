import { readFileSync } from 'node:fs';
import type { KafkaSasl, KafkaSettings, KafkaTls } from '../../ingest/log/kafka/kafka-settings.ts';
import type { Configuration } from '../../schemas/configuration.ts';
import { HalcyonError, messageOf } from '../../schemas/errors.ts';

/** Time before its end at which a token is fetched anew [ms]. */
const RENEW_MS = 30_000;

/**
 * Where the log on Kafka is, by the settings; null where the log is embedded.
 *
 * @throws HalcyonError `invalid_configuration` where settings do not fit together or a file they name cannot be read
 */
export function kafkaSettings(configuration: Configuration): KafkaSettings | null {
  const { kafkaBrokers: brokers, schemaRegistryUrl: registryUrl } = configuration;
  if (brokers.length === 0) return null;
  if (registryUrl === '') throw wrong('KAFKA_BROKERS is set, SCHEMA_REGISTRY_URL should name its schema registry');
  return {
    brokers,
    registryUrl,
    prefix: configuration.kafkaPrefix,
    partitions: configuration.kafkaPartitions,
    replication: configuration.kafkaReplication,
    compression: configuration.kafkaCompression,
    tls: tlsOf(configuration),
    sasl: saslOf(configuration),
  };
}

function tlsOf({ kafkaTls, kafkaCa, kafkaCert, kafkaKey }: Configuration): KafkaTls | null {
  if (!kafkaTls) {
    if (kafkaCa !== '' || kafkaCert !== '' || kafkaKey !== '') {
      throw wrong('HALCYON_KAFKA_CA, _CERT and _KEY are of no use without HALCYON_KAFKA_TLS=true');
    }
    return null;
  }
  if ((kafkaCert === '') !== (kafkaKey === '')) {
    throw wrong('HALCYON_KAFKA_CERT and HALCYON_KAFKA_KEY should be given together');
  }
  return {
    ...(kafkaCa !== '' && { ca: fileOf('HALCYON_KAFKA_CA', kafkaCa) }),
    ...(kafkaCert !== '' && {
      certificate: fileOf('HALCYON_KAFKA_CERT', kafkaCert),
      key: fileOf('HALCYON_KAFKA_KEY', kafkaKey),
    }),
  };
}

function saslOf(configuration: Configuration): KafkaSasl | null {
  const { kafkaSasl, kafkaUsername: username, kafkaPasswordFile, kafkaTokenUrl } = configuration;
  if (kafkaSasl === 'none') return null;
  if (username === '' || kafkaPasswordFile === '') {
    throw wrong(
      `HALCYON_KAFKA_SASL is ${kafkaSasl}, HALCYON_KAFKA_USERNAME and HALCYON_KAFKA_PASSWORD_FILE should be given`,
    );
  }
  const password = fileOf('HALCYON_KAFKA_PASSWORD_FILE', kafkaPasswordFile).trimEnd();
  if (kafkaSasl !== 'oauthbearer') return { mechanism: kafkaSasl, username, password };
  if (kafkaTokenUrl === '') throw wrong('HALCYON_KAFKA_SASL is oauthbearer, HALCYON_KAFKA_TOKEN_URL should be given');
  return { mechanism: 'oauthbearer', token: tokenSource(kafkaTokenUrl, username, password) };
}

/** Tokens by client credentials (RFC 6749 section 4.4), each used until shortly before it ends. */
function tokenSource(url: string, clientId: string, secret: string): () => Promise<string> {
  let token = '';
  let until = 0;
  return async () => {
    if (Date.now() < until) return token;
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64');
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    const body = (await response.json().catch(() => ({}))) as { access_token?: unknown; expires_in?: unknown };
    if (!response.ok || typeof body.access_token !== 'string') {
      throw new HalcyonError('log_unavailable', `the token endpoint ${url} gave no token (${response.status})`);
    }
    token = body.access_token;
    until = Date.now() + Number(body.expires_in ?? 0) * 1000 - RENEW_MS;
    return token;
  };
}

function fileOf(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw wrong(`${setting} names ${path}, which cannot be read: ${messageOf(cause)}`, cause);
  }
}

function wrong(message: string, cause?: unknown): HalcyonError {
  return new HalcyonError('invalid_configuration', message, { cause });
}
