import { Agent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry';
import type { Schema } from 'avsc';
import { schemaOf } from '../../../schemas/avro/codecs.ts';
import { incompatibilities } from '../../../schemas/avro/compatibility.ts';
import { HalcyonError, messageOf } from '../../../schemas/errors.ts';
import type { Logger } from '../../../schemas/logger.ts';
import { TOPICS, type TopicName } from '../../../schemas/topics.ts';
import { certificateRefusal } from './certificate-refusal.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { lacksRule, type RegistryPlace, setRule } from './registry-rule.ts';
import { topicInCluster } from './topic-specifications.ts';

/** Answers of a registry that say something about the schema; anything else means that it is away. */
const NOT_FOUND = 404;
const INCOMPATIBLE = 409;
/** How often a registry that is away is asked again [ms]. */
const AGAIN_MS = 1_000;

/** The schemas of the topics in a registry with the Confluent API, one subject a topic (TopicNameStrategy). */
export class TopicSchemas {
  readonly #registry: SchemaRegistry;
  readonly #settings: KafkaSettings;
  readonly #place: RegistryPlace;
  readonly #writers = new Map<number, Schema>();

  constructor(settings: KafkaSettings) {
    this.#settings = settings;
    const { tls, registryUrl: host } = settings;
    const secure = host.startsWith('https:') && tls !== null;
    const agent = secure && { agent: new Agent({ ca: tls.ca, cert: tls.certificate, key: tls.key }) };
    const retry = { retries: 2, initialRetryTimeInSecs: 0.1, maxRetryTimeInSecs: 1 };
    this.#registry = new SchemaRegistry({ host, retry, ...agent });
    this.#place = { url: host, ...agent };
  }

  /**
   * Registers the present schema of every topic; one that is there already stays as it is. All of them or, where one is
   * not compatible with what the registry has, none.
   *
   * @throws HalcyonError `invalid_configuration` where a schema cannot read what was written with the one before it,
   *   `log_unavailable` where the registry does not answer
   */
  async register(): Promise<void> {
    try {
      const lacking = new Set<TopicName>();
      for (const topic of TOPICS) {
        if (await lacksRule(this.#place, this.#subject(topic))) lacking.add(topic);
        await this.#assertCompatible(topic);
      }
      for (const topic of TOPICS) {
        const subject = this.#subject(topic);
        if (lacking.has(topic)) await setRule(this.#place, subject);
        await this.#registry.register(registered(topic), { subject, compatibility: COMPATIBILITY.BACKWARD });
      }
    } catch (cause) {
      if (cause instanceof HalcyonError) throw cause;
      if (statusOf(cause) === INCOMPATIBLE) throw incompatible('a topic', messageOf(cause), cause);
      throw this.#away(cause);
    }
  }

  /**
   * Ids of the present schemas of all topics, for what is written; waits for a registry that is away and says so. What is
   * written with them can be read from then on, though the registry be away when the first of it comes.
   *
   * @param signal ends the waiting
   * @throws HalcyonError `log_unavailable` where a schema is not registered or the registry is not to be trusted, `interrupted` where the signal came first
   */
  async present(logger: Logger, signal?: AbortSignal): Promise<Record<TopicName, number>> {
    for (let attempt = 0; ; attempt++) {
      try {
        const ids = {} as Record<TopicName, number>;
        for (const topic of TOPICS) {
          ids[topic] = await this.#registry.getRegistryIdBySchema(this.#subject(topic), registered(topic));
          await this.writer(ids[topic]);
        }
        return ids;
      } catch (cause) {
        if (notRegistered(cause)) {
          const said = "the registry does not have this version's schemas: run halcyon log deploy";
          throw new HalcyonError('log_unavailable', said, { cause });
        }
        await this.#assertTrusted();
        const away = cause instanceof HalcyonError ? cause : this.#away(cause);
        if (attempt === 0) logger.warn(`${away.message}; waiting for it`);
        await sleep(AGAIN_MS, undefined, { signal }).catch(() => {
          throw new HalcyonError('interrupted', 'interrupted while waiting for the schema registry', { cause });
        });
      }
    }
  }

  /**
   * Looks whether this version could register its schemas.
   *
   * @throws HalcyonError `invalid_configuration` where the registry has one whose records this version could not read
   */
  async assertCompatible(): Promise<void> {
    for (const topic of TOPICS) await this.#assertCompatible(topic);
  }

  /** The same as `writer`, where it was asked for before. */
  known(id: number): Schema | undefined {
    return this.#writers.get(id);
  }

  /**
   * Schema that records with an id were written with, the same object each time; null where the registry has none.
   *
   * @throws HalcyonError `log_unavailable` where the registry does not answer
   */
  async writer(id: number): Promise<Schema | null> {
    try {
      const type = (await this.#registry.getSchema(id)) as unknown as { schema(options: object): Schema };
      const schema = type.schema({ exportAttrs: true });
      this.#writers.set(id, schema);
      return schema;
    } catch (cause) {
      if (statusOf(cause) === NOT_FOUND) return null;
      throw this.#away(cause);
    }
  }

  /** The client of the registry does not say what was wrong with a connection: one of our own does. */
  async #assertTrusted(): Promise<void> {
    if (!this.#place.url.startsWith('https:')) return;
    const error = await lacksRule(this.#place, this.#subject('observations')).catch((cause: unknown) => cause);
    const { origin } = new URL(this.#place.url);
    const said = certificateRefusal(error, `the schema registry at ${origin}`, 'SCHEMA_REGISTRY_URL');
    if (said !== null) throw new HalcyonError('log_unavailable', said, { cause: error });
  }

  /** Looks for itself: a registry asks only where it was told to. */
  async #assertCompatible(topic: TopicName): Promise<void> {
    const subject = this.#subject(topic);
    try {
      await this.#registry.getRegistryIdBySchema(subject, registered(topic));
      return;
    } catch (cause) {
      if (!notRegistered(cause)) throw cause;
    }
    const before = await this.#latest(subject);
    const found = before === null ? [] : incompatibilities(before, schemaOf(topic));
    if (found.length > 0) throw incompatible(`topic ${topicInCluster(this.#settings, topic)}`, found.join('; '));
  }

  /** The newest schema of a subject; null where it has none. */
  async #latest(subject: string): Promise<Schema | null> {
    let id: number;
    try {
      id = await this.#registry.getLatestSchemaId(subject);
    } catch (cause) {
      if (statusOf(cause) === NOT_FOUND) return null;
      throw cause;
    }
    return this.writer(id);
  }

  #subject(topic: TopicName): string {
    return `${topicInCluster(this.#settings, topic)}-value`;
  }

  #away(cause: unknown): HalcyonError {
    const { origin } = new URL(this.#settings.registryUrl);
    return new HalcyonError(
      'log_unavailable',
      `the schema registry at ${origin} does not answer as it should: ${messageOf(cause)}`,
      { cause },
    );
  }
}

function incompatible(topic: string, why: string, cause?: unknown): HalcyonError {
  const said = `the registry has a schema of ${topic} whose records this version could not read: ${why}. Another version of Halcyon, or another program, may use this topic: HALCYON_KAFKA_PREFIX keeps several apart`;
  return new HalcyonError('invalid_configuration', said, { cause });
}

function registered(topic: TopicName): { type: SchemaType.AVRO; schema: string } {
  return { type: SchemaType.AVRO, schema: JSON.stringify(schemaOf(topic)) };
}

/** The client says by the name of its error, and no longer by its status, that there is no such schema. */
function notRegistered(error: unknown): boolean {
  return error instanceof Error && error.name === 'ConfluentSchemaRegistryError';
}

function statusOf(error: unknown): number | undefined {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}
