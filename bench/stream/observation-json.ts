import type { KafkaMessage } from 'kafkajs';
import type { DeliveredRecord } from '../../ingest/log/event-log.ts';
import { type Undecodable, undecodable } from '../../ingest/log/kafka/undecodable.ts';
import { messageOf } from '../../schemas/errors.ts';
import type { Observation, Values } from '../../schemas/observation.ts';

/** An observation as the topic of the comparison has it. */
interface Line extends Values {
  readonly station_id: string;
  /** ms since the epoch. */
  readonly time: number;
}

const NOTHING = Object.freeze({});

/** The observation of a message whose value is JSON; what is none is said, never thrown. */
export function readObservation(message: KafkaMessage): DeliveredRecord<Observation> | Undecodable {
  try {
    // Many values as one array for the parser are no faster.
    const line = JSON.parse(message.value?.toString() ?? '') as Line;
    const { station_id: station, time } = line;
    const value = {
      network: 'stream',
      station,
      time,
      values: line,
      extras: NOTHING,
      original: NOTHING,
      source: 'stream',
      received: Number(message.timestamp),
    };
    return { key: station, value, offset: Number(message.offset) };
  } catch (error) {
    return undecodable(message, messageOf(error));
  }
}
