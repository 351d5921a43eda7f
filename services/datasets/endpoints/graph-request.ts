import { z } from 'zod';
import type { AuditAction } from '../../../schemas/audit.ts';
import { apSuccessEnvelope } from '../../../schemas/http/datasets/envelopes.ts';
import { apRequest, type DatasetGraph, requestGraph } from '../../../schemas/http/datasets/property-graph.ts';
import type { Caller } from '../../access/caller.ts';
import { type Audited, type Call, type Endpoint, endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { DatasetDependencies } from '../dataset-dependencies.ts';
import { isDataset } from '../graphs/labels.ts';
import { nextState } from '../operations/next-state.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';

/** What an endpoint does with the property graph of a request; resolves with the graph that is answered. */
export type GraphOperation = <G extends DatasetGraph>(
  dependencies: DatasetDependencies,
  request: G,
  caller: Caller | null,
  signal: AbortSignal,
  charge: Call<unknown, unknown, unknown>['charge'],
) => Promise<G>;

/** An endpoint that takes a property graph and answers with it, completed. */
export function graphRequest(definition: {
  readonly name: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly description: string;
  /** As it is recorded. */
  readonly action: AuditAction;
  /** `code` of the answer. */
  readonly code: 200 | 201;
  readonly message: string;
  readonly errors: Endpoint['errors'];
  readonly timeLimit?: Endpoint['timeLimit'];
  readonly quotas?: Endpoint['quotas'];
  /** A request that it takes. */
  readonly example: DatasetGraph;
  readonly does: GraphOperation;
}): Endpoint<DatasetEndpointDependencies> {
  const { does, code, message, example, action, ...rest } = definition;
  return endpoint({
    ...rest,
    part: 'datasets',
    roles: ['uploader'],
    audit: { action, of: ({ bodyText }, body) => datasetsIn(bodyText, body, action) },
    pathParameters: z.object({}),
    query: query({}),
    body: { kind: 'json', schema: apRequest, wrapper: 'ap', limit: 'graphBytes', examples: [example] },
    success: json('The graph as it now is.', apSuccessEnvelope),
    // Thirty-two bodies of the largest size are 512 MiB.
    atOnce: 32,
    async answer({ bodyText, caller, signal, charge }, { datasets }: DatasetEndpointDependencies) {
      const ap = await does(datasets, requestGraph(bodyText), caller, signal, charge);
      return { status: 200, body: { code, message, ap } };
    },
  });
}

/**
 * The datasets of a request as they are recorded: by the ids that they have been given.
 *
 * @param bodyText the graph of the request, read anew only where there is no completed one: it may be large
 * @param body of the answer, with the completed graph; undefined where there is none
 * @param action what is asked for: an update may say that a dataset is deleted
 */
function datasetsIn(bodyText: string, body: unknown, action: AuditAction): ReturnType<NonNullable<Audited['of']>> {
  const { ap = requestGraph(bodyText) } = (body ?? {}) as { readonly ap?: DatasetGraph };
  const datasets = ap.nodes.filter(isDataset);
  const ids = datasets.map((node) => String(node['@id']));
  const [first] = ids;
  if (first === undefined) return {};
  const deletes = action === 'dataset.update' && datasets.some((node) => nextState(node, null, 'Staged') === 'Deleted');
  const known = { action: deletes ? 'dataset.delete' : action, about: { kind: 'dataset', id: first } } as const;
  return { ...known, ...(ids.length > 1 && { detail: ids.join(', ') }) };
}
