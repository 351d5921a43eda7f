import type { EventStreams } from '../stream-hub.ts';

/** What the endpoint of the stream rests on. */
export interface StreamDependencies {
  /** What happens, as it happens. */
  readonly stream: EventStreams;
}
