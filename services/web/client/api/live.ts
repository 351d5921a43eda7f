import { type Api, ApiError } from './api.ts';
import { EventStreamReader, type StreamEvent } from './event-stream.ts';

/** How a stream is: it runs, it is being connected again, or this server has none. */
export type LiveStatus = 'live' | 'connecting' | 'absent';

/** Between two tries to connect: the first, and the longest [ms]. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The server says something every 15 s; after three times of silence the connection is given up [ms]. */
const SILENCE_MS = 45_000;

export interface LiveOptions {
  readonly api: Api;
  /** With its query. */
  readonly path: string;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onStatus: (status: LiveStatus) => void;
}

/**
 * Follows server-sent events until it is closed. Read with fetch and not by EventSource, which cannot send a token. After a
 * break it resumes behind the last event; where the server cannot, it sends `reset`, and the page loads anew.
 */
export class Live {
  readonly #options: LiveOptions;
  readonly #end = new AbortController();
  #last = '';

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Runs until `close`; never rejects. */
  async run(): Promise<void> {
    for (let wait = FIRST_WAIT_MS; !this.#end.signal.aborted; ) {
      this.#options.onStatus('connecting');
      try {
        await this.#follow(() => {
          wait = FIRST_WAIT_MS;
        });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          this.#options.onStatus('absent');
          return;
        }
      }
      // Not all at once, where a server comes back that many have waited for.
      await this.#pause(wait * (0.5 + Math.random()));
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    }
  }

  close(): void {
    this.#end.abort();
  }

  async #follow(onOpen: () => void): Promise<void> {
    const { api, path, onEvent, onStatus } = this.#options;
    const connection = new AbortController();
    const giveUp = () => connection.abort();
    this.#end.signal.addEventListener('abort', giveUp, { once: true });
    let silence = setTimeout(giveUp, SILENCE_MS);
    try {
      const headers: Record<string, string> = { Accept: 'text/event-stream' };
      if (this.#last !== '') headers['Last-Event-ID'] = this.#last;
      const answer = await api.open(path, headers, connection.signal);
      if (answer.body === null) return;
      onStatus('live');
      onOpen();
      const reader = new EventStreamReader(this.#last);
      const text = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { value, done } = await text.read();
        if (done) return;
        clearTimeout(silence);
        silence = setTimeout(giveUp, SILENCE_MS);
        for (const event of reader.read(value)) {
          this.#last = event.id;
          onEvent(event);
        }
      }
    } finally {
      clearTimeout(silence);
      this.#end.signal.removeEventListener('abort', giveUp);
      connection.abort();
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#end.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}
