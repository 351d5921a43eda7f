import { message } from '../messages/message.ts';

/** What a request was answered that was not good. */
export class ApiError extends Error {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Tokens for requests. */
export interface TokenSource {
  /** A token that holds now; null where none is needed. */
  token(): Promise<string | null>;
  /** What was given is no longer taken. */
  refused(): void;
}

/** A page of a list. */
interface Page {
  readonly next_cursor: string | null;
}

/** The requests of the pages, at the services that served them. */
export class Api {
  readonly #tokens: TokenSource;

  constructor(tokens: TokenSource) {
    this.#tokens = tokens;
  }

  /**
   * The JSON of a GET.
   *
   * @throws ApiError with the server's words
   */
  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await this.#answered(path, { ...(signal !== undefined && { signal }) })).json() as Promise<T>;
  }

  /**
   * Every page of a list.
   *
   * @param name of the list in the answer
   * @throws ApiError with the server's words
   */
  async all<T>(path: string, name: string, signal?: AbortSignal): Promise<T[]> {
    const items: T[] = [];
    for (let cursor = ''; ; ) {
      const mark = `${path.includes('?') ? '&' : '?'}limit=10000${cursor}`;
      const page = await this.get<Page & Record<string, unknown>>(`${path}${mark}`, signal);
      for (const item of page[name] as T[]) items.push(item);
      if (page.next_cursor === null) return items;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  }

  /**
   * The JSON of a request that changes something; undefined where the answer has none.
   *
   * @throws ApiError with the server's words
   */
  async send<T>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<T> {
    const init: RequestInit = { method, ...(signal !== undefined && { signal }) };
    if (body !== undefined) {
      init.headers = { 'Content-Type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    const text = await (await this.#answered(path, init)).text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /**
   * Sends what `fetch` does not send as it should be.
   *
   * @param send is given the token to send it with; null where none is needed
   * @throws ApiError with the server's words; what `send` throws
   */
  async sendBy(
    send: (token: string | null) => Promise<{ readonly status: number; readonly text: string }>,
  ): Promise<void> {
    const { status, text } = await send(await this.#tokens.token());
    if (status >= 200 && status < 300) return;
    if (status === 401) this.#tokens.refused();
    throw new ApiError(status, status === 0 ? message('api.no_answer') : wordsOf(text, status));
  }

  /**
   * The answer itself, of a stream.
   *
   * @throws ApiError with the server's words
   */
  open(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response> {
    return this.#answered(path, { headers, signal });
  }

  async #answered(path: string, init: RequestInit): Promise<Response> {
    const token = await this.#tokens.token();
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('Authorization', `Bearer ${token}`);
    let answer: Response;
    try {
      answer = await fetch(path, { ...init, headers });
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      throw new ApiError(0, message('api.no_answer'));
    }
    if (answer.ok) return answer;
    if (answer.status === 401) this.#tokens.refused();
    throw new ApiError(answer.status, wordsOf(await answer.text(), answer.status));
  }
}

/** What an error answer says, for people. */
export function wordsOf(text: string, status: number): string {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
    // The dataset API has its own form.
    const { error } = Object(detail) as { error?: unknown };
    if (typeof error === 'string') return error;
    if (Array.isArray(detail)) return detail.map(({ msg }: { msg?: unknown }) => String(msg)).join('; ');
  } catch {
    // It is none of the services' own answers.
  }
  return message('api.status', { status });
}
