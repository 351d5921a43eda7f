import compile from 'turbo-json-parse';
import type { DeliveredRecord } from '../../ingest/log/event-log.ts';
import type { FetchedRecord } from '../../ingest/log/kafka/fetched-record.ts';
import { type Undecodable, undecodable } from '../../ingest/log/kafka/undecodable.ts';
import { messageOf } from '../../schemas/errors.ts';
import type { Observation, Values } from '../../schemas/observation.ts';
import { VARIABLES } from '../../schemas/variables.ts';

/** An observation as the topic of the comparison has it. */
interface Line extends Values {
  readonly station_id: string;
  /** ms since the epoch. */
  readonly time: number;
}

const NOTHING = Object.freeze({});
const NUMBER = { type: 'number' };
const FIELDS = {
  station_id: { type: 'string' },
  time: NUMBER,
  ...Object.fromEntries(VARIABLES.map((v) => [v, NUMBER])),
};
/** Reads a line whose fields come in this order without a space between them; numbers of up to 15 digits are exact. */
const parseLine = compile({ type: 'object', properties: FIELDS }, { buffer: true, ordered: true, required: true });

/** The observation of a message whose value is JSON; what is none is said, never thrown. */
export function readObservation(message: FetchedRecord): DeliveredRecord<Observation> | Undecodable {
  try {
    const line = lineOf(message.value ?? Buffer.alloc(0));
    const { station_id: station, time } = line;
    const value = {
      network: 'stream',
      station,
      time,
      values: line,
      extras: NOTHING,
      original: NOTHING,
      source: 'stream',
      received: message.timestamp,
    };
    return { key: station, value, offset: message.offset };
  } catch (error) {
    return undecodable(message, messageOf(error));
  }
}

function lineOf(text: Buffer): Line {
  try {
    return parseLine(text) as Line;
  } catch {
    return JSON.parse(text.toString()) as Line;
  }
}
