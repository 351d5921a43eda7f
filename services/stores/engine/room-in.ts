import { type EventEmitter, once } from 'node:events';

/** Resolves when more can be written to `out`, or when `reader` is closed and nobody reads any more. */
export async function roomIn(out: EventEmitter, reader: EventEmitter): Promise<void> {
  const waiting = new AbortController();
  const options = { signal: waiting.signal };
  try {
    await Promise.race([once(out, 'drain', options), once(reader, 'close', options)]);
  } finally {
    // A long answer waits thousands of times: the listener that was not called would stay each time.
    waiting.abort();
  }
}
