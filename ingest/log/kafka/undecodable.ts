import type { FetchedRecord } from './fetched-record.ts';

/** A message that is no record of its topic. */
export interface Undecodable {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly key: string;
  /** In words: why not. */
  readonly detail: string;
}

/** What is kept of a message that is no record of its topic, and why it is none. */
export function undecodable({ offset, key, value }: FetchedRecord, detail: string): Undecodable {
  return { offset, bytes: value ?? Buffer.alloc(0), key: key?.toString('utf8') ?? '', detail };
}

/** True where a message was no record of its topic. */
export function isUndecodable(outcome: object): outcome is Undecodable {
  return 'detail' in outcome;
}
