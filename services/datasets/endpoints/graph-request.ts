import { z } from 'zod';
import { apSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { apRequest, type DatasetGraph, requestGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { Caller } from '../../access/caller.ts';
import { type Endpoint, endpoint, json } from '../../http/endpoints/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { DatasetParts } from '../dataset-parts.ts';

/** What an endpoint does with the property graph of a request; resolves with the graph that is answered. */
export type GraphOperation = <G extends DatasetGraph>(
  parts: DatasetParts,
  request: G,
  caller: Caller | null,
  signal: AbortSignal,
) => Promise<G>;

/** An endpoint that takes a property graph and answers with it, completed. */
export function graphRequest(definition: {
  readonly name: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly description: string;
  /** `code` of the answer. */
  readonly code: 200 | 201;
  readonly message: string;
  readonly errors: Endpoint['errors'];
  readonly timeLimit?: Endpoint['timeLimit'];
  readonly quotas?: Endpoint['quotas'];
  /** A request that it takes. */
  readonly example: DatasetGraph;
  readonly does: GraphOperation;
}): Endpoint {
  const { does, code, message, example, ...rest } = definition;
  return endpoint({
    ...rest,
    part: 'datasets',
    roles: ['uploader', 'curator'],
    pathParameters: z.object({}),
    query: query({}),
    body: { kind: 'json', schema: apRequest, limit: 'graphBytes', examples: [example] },
    success: json('The graph as it now is.', apSuccessEnvelope),
    // Thirty-two bodies of the largest size are 512 MiB.
    atOnce: 32,
    async answer({ bodyText, caller, signal, charge }, { datasets }) {
      const queries: DatasetParts['queries'] = {
        check: (...given) => datasets.queries.check(...given),
        run: async (job) => {
          const result = await datasets.queries.run(job);
          charge('rows', result.rows);
          return result;
        },
      };
      const ap = await does({ ...datasets, queries }, requestGraph(bodyText), caller, signal);
      return { status: 200, body: { code, message, ap } };
    },
  });
}
