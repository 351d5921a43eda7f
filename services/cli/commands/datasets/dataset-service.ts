import { createHash } from 'node:crypto';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { unusableId } from '../../../datasets/dataset-id.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { type Answer, RunningService } from '../../service/running-service.ts';
import { datasetAnswer, type ShownDataset } from './dataset-answers.ts';

const API = { name: 'dataset service', root: '/dmm/api/v1', below: '/dmm', namesMissing: true };

/** Options of every command. */
export interface ServiceOptions {
  readonly url?: string;
  /** Print the answer of the service as it is. */
  readonly json: boolean;
}

/** The dataset API of a running system. What it refuses is thrown as a HalcyonError with its words. */
export class DatasetService {
  /** Asks for what has no method here. */
  readonly running: RunningService;

  private constructor(running: RunningService) {
    this.running = running;
  }

  /** Finds the service (`serviceAddress`); whether it answers shows when it is asked. */
  static async find(options: Pick<ServiceOptions, 'url'>, io: CommandIo): Promise<DatasetService> {
    return new DatasetService(await RunningService.find(API, options, io));
  }

  /** An id that a path can have. @throws HalcyonError `invalid_parameter` */
  usable(id: string): string {
    const why = unusableId(id);
    if (why === null) return id;
    throw new HalcyonError('invalid_parameter', `the dataset '${id}' ${why}`);
  }

  /** One dataset. @throws HalcyonError `not_found` that names the id */
  async dataset(id: string): Promise<Answer<ShownDataset>> {
    const path = `/dataset/${encodeURIComponent(this.usable(id))}`;
    try {
      const { read, text } = await this.running.ask({ method: 'GET', path }, datasetAnswer);
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
    const response = await this.running.answered({ method: 'GET', path });
    const hash = createHash('sha256');
    for await (const piece of this.running.piecesOf(response)) {
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
}
