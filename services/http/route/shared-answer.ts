import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Answer } from '../endpoint.ts';
import { has, tagOf } from '../middleware/conditional.ts';

const zipped = promisify(gzip);

/** An answer as it is sent. */
interface Sent {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly zipped: Buffer;
  /** ETag of its content. */
  readonly tag: string;
}

/** An answer that is the same for everybody: made, written out and compressed once for all who ask, however many they are. */
export class SharedAnswer {
  readonly #isDocument: boolean;
  readonly #keptMs: number;
  #sent: Promise<Sent> | null = null;
  #until = Number.NEGATIVE_INFINITY;

  /** @param levelMs how long what says how something stands is given before it is made anew, ms */
  constructor(kind: 'document' | 'level', levelMs: number) {
    this.#isDocument = kind === 'document';
    this.#keptMs = this.#isDocument ? Number.POSITIVE_INFINITY : levelMs;
  }

  /** Answers a request: 304 where the client has the document already (`If-None-Match`). @param make what it is now */
  async send(context: Context, make: () => Promise<Answer>): Promise<void> {
    const { status, type, headers, bytes, zipped: short, tag } = await this.#kept(make);
    context.vary('Accept-Encoding');
    context.set({ ...headers });
    context.status = status;
    if (this.#isDocument) {
      // A weak one: compressed or not, it says the same.
      context.set({ ETag: `W/${tag}`, 'Cache-Control': 'no-cache' });
      if (has(context, tag)) {
        context.status = 304;
        context.body = null;
        return;
      }
    }
    const isShort = context.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isShort) context.set('Content-Encoding', 'gzip');
    context.type = type;
    context.body = isShort ? short : bytes;
  }

  #kept(make: () => Promise<Answer>): Promise<Sent> {
    if (this.#sent !== null && performance.now() < this.#until) return this.#sent;
    // Whoever asks while it is made waits for that.
    this.#until = Number.POSITIVE_INFINITY;
    const sent = make().then(written);
    this.#sent = sent;
    sent.then(
      () => {
        this.#until = performance.now() + this.#keptMs;
      },
      () => {
        this.#sent = null;
      },
    );
    return sent;
  }
}

/** The shared answers of an endpoint, one for all parameters in its path that have one. */
export class SharedAnswers {
  readonly #newAnswer: () => SharedAnswer;
  readonly #byParameters = new Map<string, SharedAnswer>();

  /** @param levelMs as of `SharedAnswer` */
  constructor(kind: 'document' | 'level', levelMs: number) {
    this.#newAnswer = () => new SharedAnswer(kind, levelMs);
  }

  /**
   * As `SharedAnswer.send`. What has no answer is not kept: anybody may ask for anything.
   *
   * @param parameters of the path, decoded: one address has many spellings
   */
  async send(context: Context, parameters: unknown, make: () => Promise<Answer>): Promise<void> {
    const key = JSON.stringify(parameters);
    const answer = this.#byParameters.get(key) ?? this.#newAnswer();
    this.#byParameters.set(key, answer);
    try {
      await answer.send(context, make);
    } catch (error) {
      this.#byParameters.delete(key);
      throw error;
    }
  }
}

async function written({ status, body, type, headers = {} }: Answer): Promise<Sent> {
  const bytes = Buffer.from(type === undefined ? JSON.stringify(body) : String(body));
  const short = await zipped(bytes);
  return { status, type: type ?? 'application/json', headers, bytes, zipped: short, tag: tagOf(bytes) };
}
