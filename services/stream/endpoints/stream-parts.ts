import type { EventStreams } from '../stream-hub.ts';

/** What the endpoint of the stream rests on. */
export interface StreamParts {
  /** What happens, as it happens. */
  readonly stream: EventStreams;
}
