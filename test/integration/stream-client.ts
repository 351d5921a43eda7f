import assert from 'node:assert/strict';
import { Heard } from '../services/stream/heard.ts';

/** A client of the stream, as a page is one: by fetch, with a token where one is given. */
export class StreamClient {
  readonly heard = new Heard();
  readonly #leaving = new AbortController();
  #reading: Promise<void> = Promise.resolve();

  private constructor(lastId: string | null) {
    if (lastId !== null) this.heard.lastId = lastId;
  }

  /**
   * Connects; resolves when the stream has begun.
   *
   * @param lastId id of the last event it had; null where it begins
   */
  static async connect(url: string, lastId: string | null = null, search = '', token = ''): Promise<StreamClient> {
    const client = new StreamClient(lastId);
    const headers = {
      ...(lastId !== null && { 'Last-Event-ID': lastId }),
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${url}/api/v1/stream${search}`, { headers, signal: client.#leaving.signal });
    assert.equal(response.status, 200, await (response.ok ? '' : response.text()));
    assert.ok(response.body !== null);
    client.#reading = client.#read(response.body);
    return client;
  }

  /** Goes away in the middle, as a phone does; what it was given by then it has. */
  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.#reading;
  }

  /** Resolves when the stream is over, however it ended. */
  async ended(): Promise<void> {
    await this.#reading;
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) this.heard.take(decoder.decode(chunk, { stream: true }));
      this.heard.ended = true;
    } catch {
      // It left, or the server was killed: what it heard by then it has.
    }
  }
}
