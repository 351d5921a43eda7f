import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readConfiguration } from '../../../schemas/configuration.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { askService, type ServiceRequest, unreachable } from './ask-service.ts';
import { type ServiceAddress, serviceAddress } from './service-address.ts';
import { jsonOf, notOurs, type ServiceApi, serviceRefusal } from './service-refusal.ts';

/** Longest answer that is held in memory [bytes]: several times the largest graph. */
const MOST_BYTES = 256 * 2 ** 20;

/** An answer: what was read of it, and all of it as it came. */
export interface Answer<T> {
  readonly read: T;
  readonly text: string;
}

/** An API of a running system. What it refuses is thrown as a HalcyonError with its words. */
export class RunningService {
  readonly #api: ServiceApi;
  readonly #address: ServiceAddress;
  readonly #signal: AbortSignal;

  private constructor(api: ServiceApi, address: ServiceAddress, signal: AbortSignal) {
    this.#api = api;
    this.#address = address;
    this.#signal = signal;
  }

  /** Finds the service (`serviceAddress`); whether it answers shows when it is asked. */
  static async find(
    api: ServiceApi,
    { url }: { readonly url?: string },
    { environment, signal }: Pick<CommandIo, 'environment' | 'signal'>,
  ): Promise<RunningService> {
    return new RunningService(api, await serviceAddress(url, readConfiguration(environment)), signal);
  }

  /**
   * Asks for what is answered as JSON.
   *
   * @param request with its path below that of the API
   * @param shape what is read of the answer
   */
  async ask<S extends z.ZodType>(request: ServiceRequest, shape: S): Promise<Answer<z.output<S>>> {
    const response = await this.answered(request);
    const text = await this.#textOf(response);
    const { success, data: read } = shape.safeParse(jsonOf(text));
    if (!success) throw notOurs(this.#api, this.#address, response.statusCode ?? 0);
    return { read, text };
  }

  /** Sends JSON. */
  send<S extends z.ZodType>(
    method: 'POST' | 'PUT',
    path: string,
    body: string,
    shape: S,
  ): Promise<Answer<z.output<S>>> {
    return this.ask({ method, path, headers: { 'Content-Type': 'application/json' }, body }, shape);
  }

  /** An answer whose body is still to be read, by `piecesOf`. @throws HalcyonError what the service refuses */
  async answered(request: ServiceRequest): Promise<IncomingMessage> {
    const refused = new AbortController();
    const signal = AbortSignal.any([this.#signal, refused.signal]);
    const response = await askService(this.#address, { ...request, path: this.#api.root + request.path }, signal);
    if (response.statusCode === 200) return response;
    const text = await this.#textOf(response);
    // What is still being sent is sent for nothing.
    refused.abort();
    throw serviceRefusal(this.#api, this.#address, response, text);
  }

  /** The body of an answer as it comes in. */
  async *piecesOf(response: IncomingMessage): AsyncGenerator<Buffer> {
    try {
      yield* response as AsyncIterable<Buffer>;
    } catch (cause) {
      throw unreachable(this.#address, cause);
    }
  }

  async #textOf(response: IncomingMessage): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of this.piecesOf(response)) {
      size += piece.length;
      if (size > MOST_BYTES) throw notOurs(this.#api, this.#address, response.statusCode ?? 0);
      pieces.push(piece);
    }
    return Buffer.concat(pieces, size).toString('utf8');
  }
}
