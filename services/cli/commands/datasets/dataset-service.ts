import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readConfiguration } from '../../../../schemas/configuration.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { unusableId } from '../../../datasets/dataset-id.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { askService, type ServiceRequest, unreachable } from '../../service/ask-service.ts';
import { type ServiceAddress, serviceAddress } from '../../service/service-address.ts';
import { jsonOf, notOurs, serviceRefusal } from '../../service/service-refusal.ts';
import { datasetAnswer, type ShownDataset } from './dataset-answers.ts';

const API = '/dmm/api/v1';
/** Longest answer that is held in memory [bytes]: several times the largest graph. */
const MOST_BYTES = 256 * 2 ** 20;

/** Options of every command. */
export interface ServiceOptions {
  readonly url?: string;
  /** Print the answer of the service as it is. */
  readonly json: boolean;
}

/** An answer: what was read of it, and all of it as it came. */
export interface Answer<T> {
  readonly read: T;
  readonly text: string;
}

/** The dataset API of a running system. What it refuses is thrown as a HalcyonError with its words. */
export class DatasetService {
  readonly #address: ServiceAddress;
  readonly #signal: AbortSignal;

  private constructor(address: ServiceAddress, signal: AbortSignal) {
    this.#address = address;
    this.#signal = signal;
  }

  /** Finds the service (`serviceAddress`); whether it answers shows when it is asked. */
  static async find({ url }: Pick<ServiceOptions, 'url'>, { environment, signal }: CommandIo): Promise<DatasetService> {
    return new DatasetService(await serviceAddress(url, readConfiguration(environment)), signal);
  }

  /**
   * Asks for what is answered as JSON.
   *
   * @param request with its path below that of the API
   * @param shape what is read of the answer
   */
  async ask<S extends z.ZodType>(request: ServiceRequest, shape: S): Promise<Answer<z.output<S>>> {
    const response = await this.#answered(request);
    const text = await this.#textOf(response);
    const { success, data: read } = shape.safeParse(jsonOf(text));
    if (!success) throw notOurs(this.#address, response.statusCode ?? 0);
    return { read, text };
  }

  /** Sends the property graph of a request, JSON. */
  send<S extends z.ZodType>(
    method: 'POST' | 'PUT',
    path: string,
    graph: string,
    shape: S,
  ): Promise<Answer<z.output<S>>> {
    return this.ask({ method, path, headers: { 'Content-Type': 'application/json' }, body: graph }, shape);
  }

  /** One dataset. @throws HalcyonError `not_found` that names the id */
  async dataset(id: string): Promise<Answer<ShownDataset>> {
    const why = unusableId(id);
    if (why !== null) throw new HalcyonError('invalid_parameter', `the dataset '${id}' ${why}`);
    try {
      const { read, text } = await this.ask(
        { method: 'GET', path: `/dataset/${encodeURIComponent(id)}` },
        datasetAnswer,
      );
      return { read: read.dataset, text };
    } catch (error) {
      if (!(error instanceof HalcyonError) || error.code !== 'not_found') throw error;
      throw new HalcyonError(
        'not_found',
        `dataset '${id}': ${error.message}; halcyon dataset list shows those there are`,
      );
    }
  }

  /** A file of a dataset as it comes in. Its end throws `storage_unavailable` where it was not what the service has. */
  async *file(id: string, name: string): AsyncGenerator<Buffer> {
    const path = `/dataset/${encodeURIComponent(id)}/file/${encodeURIComponent(name)}`;
    const response = await this.#answered({ method: 'GET', path });
    const hash = createHash('sha256');
    for await (const piece of this.#piecesOf(response)) {
      hash.update(piece);
      yield piece;
    }
    const expected = /^"([\da-f]{64})"$/.exec(response.headers.etag ?? '')?.[1];
    if (expected === undefined || expected === hash.digest('hex')) return;
    throw new HalcyonError(
      'storage_unavailable',
      `the received content of ${name} differs from that of the service; request it again`,
    );
  }

  async #answered(request: ServiceRequest): Promise<IncomingMessage> {
    const refused = new AbortController();
    const signal = AbortSignal.any([this.#signal, refused.signal]);
    const response = await askService(this.#address, { ...request, path: API + request.path }, signal);
    if (response.statusCode === 200) return response;
    const text = await this.#textOf(response);
    // What is still being sent is sent for nothing.
    refused.abort();
    throw serviceRefusal(this.#address, response, text);
  }

  async #textOf(response: IncomingMessage): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of this.#piecesOf(response)) {
      size += piece.length;
      if (size > MOST_BYTES) throw notOurs(this.#address, response.statusCode ?? 0);
      pieces.push(piece);
    }
    return Buffer.concat(pieces, size).toString('utf8');
  }

  async *#piecesOf(response: IncomingMessage): AsyncGenerator<Buffer> {
    try {
      yield* response as AsyncIterable<Buffer>;
    } catch (cause) {
      throw unreachable(this.#address, cause);
    }
  }
}
