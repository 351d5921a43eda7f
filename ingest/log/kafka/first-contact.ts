import { setTimeout as sleep } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import { type Logger, SILENT } from '../../../schemas/logger.ts';
import { certificateRefusal } from './certificate-refusal.ts';
import { kafkaClient } from './kafka-client.ts';
import type { KafkaSettings } from './kafka-settings.ts';

/** How long brokers that do not answer are waited for [ms]: as long as one takes to restart. */
const BROKER_WAIT_MS = 30_000;
/** How long a broker may take for the answer to one request [ms]. */
const ANSWER_MS = 5_000;
/** Waits between two attempts [ms]. */
const FIRST_MS = 100;
const MOST_MS = 1_000;
/** So often in a row a broker closes a connection before it is taken to mean it: one that stops or starts does so too. */
const CLOSED_TIMES = 5;

/**
 * Asks the brokers something for the first time: waits for them while nobody answers, and tells at once what waiting does
 * not mend.
 *
 * @param signal ends the waiting
 * @param waitMs how long they are waited for [ms]
 * @throws HalcyonError `log_unavailable` where they refuse this client, are not to be trusted or do not answer,
 *   `interrupted` where the signal came first
 */
export async function reachBrokers(
  settings: KafkaSettings,
  logger: Logger,
  signal?: AbortSignal,
  waitMs = BROKER_WAIT_MS,
): Promise<void> {
  const until = Date.now() + waitMs;
  const brokers = settings.brokers.join(', ');
  let closed = 0;
  let wait = FIRST_MS;
  for (let attempt = 1; ; attempt++) {
    const error = await asked(settings);
    if (error === null) return;
    closed = isClosing(error) ? closed + 1 : 0;
    const said = refusal(error, settings) ?? (closed >= CLOSED_TIMES ? closing(error, settings) : null);
    if (said !== null) throw new HalcyonError('log_unavailable', said, { cause: error });
    if (Date.now() >= until) {
      const message = `no broker of ${brokers} answers: ${messageOf(error)}`;
      throw new HalcyonError('log_unavailable', message, { cause: error });
    }
    if (attempt === 1)
      logger.of('Kafka').warn(`no broker of ${brokers} answers yet: ${messageOf(error)}; waiting for it`);
    await sleep(wait, undefined, signal === undefined ? {} : { signal }).catch((cause: unknown) => {
      throw new HalcyonError('interrupted', 'interrupted while waiting for the brokers', { cause });
    });
    wait = Math.min(2 * wait, MOST_MS);
  }
}

/** One attempt with one of the brokers; what went wrong, null where nothing did. */
async function asked(settings: KafkaSettings): Promise<Error | null> {
  const once = { retry: { retries: 0 }, requestTimeout: ANSWER_MS, logLevel: kafkajs.logLevel.NOTHING };
  const admin = kafkaClient(settings, SILENT, once).admin();
  try {
    await admin.connect();
    // Who is let in may still be refused: without a proof of who it is nothing is answered but this greeting.
    await admin.listTopics();
    return null;
  } catch (error) {
    return error instanceof HalcyonError ? error : original(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/** What was wrong at first, beneath the client's words on having tried enough. */
function original(error: unknown): Error {
  let found = error instanceof Error ? error : new Error(String(error));
  while (found instanceof kafkajs.KafkaJSError && found.cause instanceof Error) found = found.cause;
  return found;
}

/** What waiting does not mend, in words; null for anything else. */
function refusal(error: Error, settings: KafkaSettings): string | null {
  if (error instanceof HalcyonError) return error.message;
  const broker = brokerOf(error, settings);
  const why = messageOf(error).replace(/^Connection error: /, '');
  if (error instanceof kafkajs.KafkaJSSASLAuthenticationError) {
    return `${broker} refuses this client: ${why}. HALCYON_KAFKA_SASL, HALCYON_KAFKA_USERNAME and HALCYON_KAFKA_PASSWORD_FILE should be as its operator gave them`;
  }
  const { code = '', type = '' } = error as { code?: unknown; type?: unknown };
  if (type === 'ILLEGAL_SASL_STATE') {
    return `${broker} does not ask who comes: HALCYON_KAFKA_SASL should be none there, or KAFKA_BROKERS name the listener that asks`;
  }
  if (/^ERR_SSL_.*CERTIFICATE/.test(String(code))) {
    return `${broker} does not accept this client's certificate or misses one: HALCYON_KAFKA_CERT and HALCYON_KAFKA_KEY should name a certificate that it trusts and its key`;
  }
  if (/^(ERR_SSL_|EPROTO$)/.test(String(code))) {
    return `${broker} does not speak TLS as this client does: HALCYON_KAFKA_TLS should be as the broker's listener has it`;
  }
  return certificateRefusal(error, broker, 'KAFKA_BROKERS');
}

/** True where the broker was there and hung up. */
function isClosing(error: Error): boolean {
  return error.name === 'KafkaJSConnectionClosedError' || (error as { code?: unknown }).code === 'ECONNRESET';
}

function closing(error: Error, settings: KafkaSettings): string {
  const broker = brokerOf(error, settings);
  if (settings.tls === null && settings.sasl === null) {
    return `${broker} closes every connection: it may want TLS (HALCYON_KAFKA_TLS=true) or to know who comes (HALCYON_KAFKA_SASL)`;
  }
  if (settings.tls === null) return `${broker} closes every connection: it may want TLS (HALCYON_KAFKA_TLS=true)`;
  if (settings.sasl === null) {
    return `${broker} closes every connection: it may want to know who comes (HALCYON_KAFKA_SASL), or not speak TLS (HALCYON_KAFKA_TLS)`;
  }
  return `${broker} closes every connection: it may not speak TLS (HALCYON_KAFKA_TLS)`;
}

function brokerOf(error: Error, { brokers }: KafkaSettings): string {
  const { broker } = error as { broker?: unknown };
  return `the broker at ${typeof broker === 'string' ? broker : brokers.join(' or ')}`;
}
