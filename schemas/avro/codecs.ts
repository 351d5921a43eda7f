import { readFileSync } from 'node:fs';
import type { Schema, Type } from 'avsc';
import { HalcyonError, messageOf } from '../errors.ts';
import { packageFile } from '../package-root.ts';
import { TOPICS, type TopicName, type TopicRecords } from '../topics.ts';
import { withElements } from './element-fields.ts';
import { typeOf } from './exact-long.ts';
import { WIRE_FORMS } from './wire-forms.ts';

type Resolver = ReturnType<Type['createResolver']>;

const schemas = byTopic((topic) => withElements(JSON.parse(readFileSync(schemaFile(topic), 'utf8'))) as Schema);
const types = byTopic((topic) => typeOf(schemas[topic]));
/** How records of other schemas are read, by the writer's schema: as many as there are versions. */
const resolvers = byTopic(() => new Map<Schema, Resolver>());

/** Path of the schema of a topic. */
export function schemaFile(topic: TopicName): string {
  return packageFile('schemas', 'avro', `${topic}.avsc`);
}

/** The Avro schema of a topic's records, as JSON: the one of the file, with the elements that this process keeps. */
export function schemaOf(topic: TopicName): Schema {
  return schemas[topic];
}

/**
 * A record in Avro's binary encoding, without any header.
 *
 * @throws HalcyonError `internal` where the record does not fit the topic's schema
 */
export function encode<K extends TopicName>(topic: K, record: TopicRecords[K]): Buffer {
  try {
    return types[topic].toBuffer(WIRE_FORMS[topic].toWire(record));
  } catch (error) {
    throw new HalcyonError('internal', `a record does not fit the schema of ${topic}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/**
 * The record of a topic that `encode` wrote.
 *
 * @param writer schema it was written with, where that is not the present one; give the same object each time
 * @throws HalcyonError `internal` where the bytes are no such record, or the writer's schema cannot be read with the present one
 */
export function decode<K extends TopicName>(topic: K, bytes: Buffer, writer?: Schema): TopicRecords[K] {
  try {
    const resolver = writer === undefined ? undefined : resolverOf(topic, writer);
    return WIRE_FORMS[topic].fromWire(types[topic].fromBuffer(bytes, resolver));
  } catch (error) {
    throw new HalcyonError('internal', `bytes are no record of ${topic}: ${messageOf(error)}`, { cause: error });
  }
}

function resolverOf(topic: TopicName, writer: Schema): Resolver {
  let resolver = resolvers[topic].get(writer);
  if (resolver === undefined) {
    resolver = types[topic].createResolver(typeOf(writer));
    resolvers[topic].set(writer, resolver);
  }
  return resolver;
}

function byTopic<T>(of: (topic: TopicName) => T): Record<TopicName, T> {
  return Object.fromEntries(TOPICS.map((topic) => [topic, of(topic)])) as Record<TopicName, T>;
}
