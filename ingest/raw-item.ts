import type { DeadLetterReason } from '../schemas/dead-letter.ts';

/** One observation as a source had it, before anything was checked. */
export interface RawItem {
  /** Fields by name as the push interface has them (`station_id`, `time`, `temp_out`, ...); null where the bytes could not be read. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Why it could not be read, where `fields` is null. */
  readonly unreadable?: string;
  /** The bytes as they came. */
  readonly body: Uint8Array;
  /** `application/json` or `text/csv`. */
  readonly mediaType: string;
  /** For text/csv the header line, else ''. */
  readonly context: string;
  /** Place in its source, for example `observations.csv:17`; '' where there is none. */
  readonly place: string;
}

/** What became of one item. Every item gets one, in the order of the items. */
export type ItemResult =
  | {
      readonly status: 'accepted';
      readonly network: string;
      readonly station: string;
      readonly time: number;
      /** Minutes that its rain fell over, where that is declared. */
      readonly rainInterval?: number;
      /** It carried the position by which its station was registered. */
      readonly registered?: true;
    }
  | { readonly status: 'dead_letter'; readonly id: string; readonly reason: DeadLetterReason; readonly detail: string };
