import { connect } from 'node:net';
import type { z } from 'zod';
import { errorBody, httpValidationError } from '../../../schemas/http/errors/http-validation-error.ts';
import { createApplication } from '../../../services/api/application.ts';
import { type Listening, listen } from '../../../services/http/listening/listening.ts';
import { inForm } from '../http/formats/in-form.ts';
import { FakeParts } from './fake-parts.ts';

/** What came back. */
export class Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body read as JSON, null where it is none. */
  readonly body: unknown;

  constructor(status: number, headers: Headers, text: string) {
    const isJson = (headers.get('content-type') ?? '').startsWith('application/json') && text !== '';
    [this.status, this.headers, this.text] = [status, headers, text];
    this.body = isJson ? JSON.parse(text) : null;
  }

  /** The body in the form of a schema, which it has to have. */
  as<S extends z.ZodType>(schema: S): z.input<S> {
    return inForm(schema, this.body);
  }

  /** What was wrong with the request, by a 422. */
  get problems(): z.input<typeof httpValidationError>['detail'] {
    return this.as(httpValidationError).detail;
  }

  /** What was wrong, by every other error. */
  get error(): z.input<typeof errorBody> {
    return this.as(errorBody);
  }
}

/** The application on a free port of loopback, over fake ports. */
export class RunningApplication {
  readonly parts: FakeParts;
  #listening: Listening | null = null;

  constructor(parts = new FakeParts()) {
    this.parts = parts;
  }

  async start(): Promise<this> {
    this.#listening = await listen(createApplication(this.parts.parts()), {
      host: '127.0.0.1',
      port: 0,
      graceMs: 2000,
    });
    return this;
  }

  get listening(): Listening {
    if (this.#listening === null) throw new Error('not started');
    return this.#listening;
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  async request(path: string, init: RequestInit = {}): Promise<Received> {
    const response = await fetch(this.listening.url + path, { redirect: 'manual', ...init });
    return new Received(response.status, response.headers, await response.text());
  }

  json(method: string, path: string, body: unknown): Promise<Received> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.request(path, { method, headers: { 'Content-Type': 'application/json' }, body: text });
  }

  /** Sends bytes as they are and resolves with everything that came back when the server closed. */
  raw(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.listening.port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });
  }

  /** One GET with a Host header and others of the test's choice, which `fetch` would not send. */
  async addressed(headers: Record<string, string>, path = '/api/v1/stations', method = 'GET'): Promise<Received> {
    const lines = Object.entries({ Host: `127.0.0.1:${this.listening.port}`, ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return parsed(await this.raw(`${method} ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`));
  }
}

/** An answer as it came over a socket. */
export function parsed(answer: string): Received {
  const cut = answer.indexOf('\r\n\r\n');
  const [first, ...lines] = answer.slice(0, cut).split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return new Received(Number(first.split(' ')[1]), headers, answer.slice(cut + 4));
}
