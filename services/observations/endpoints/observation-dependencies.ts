import type { BufrDecoder } from '../../../ingest/feeds/bufr/bufr-decoder.ts';
import type { Intake } from '../../../ingest/intake.ts';
import type { RawItem } from '../../../ingest/raw-item.ts';
import type { Configuration } from '../../../schemas/configuration.ts';
import type { DeadLetterStore } from '../../stores/roles/dead-letter-store.ts';
import type { StoreReads } from '../../stores/store-reads.ts';

/** What the endpoints of observations rest on. */
export interface ObservationDependencies {
  readonly configuration: Pick<Configuration, 'feedDays'>;
  readonly store: StoreReads;
  readonly letters: DeadLetterStore;
  readonly intake: Intake;
  /** The items of a pushed body, one for each observation in it; what cannot be read is an item that says so. */
  readonly parsePush: (contentType: string, body: Buffer) => readonly RawItem[];
  /** What decodes BUFR that is replayed, or why there is nothing. */
  readonly bufr: () => Promise<BufrDecoder | string>;
  /** Current time, ms since the epoch. */
  readonly now: () => number;
}
