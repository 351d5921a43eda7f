import { z } from 'zod';

const nodeId = z.union([z.string(), z.int()]);
const labels = z.array(z.string());
const properties = z.record(z.string(), z.unknown());

/** A node: `id` is taken for `@id`. Fields beside these are kept. */
const node = z
  .looseObject({
    '@id': nodeId.optional().describe('Unique in its graph; of a dataset a UUID, or one is given to it.'),
    labels: labels.describe('What the node is, in any order.'),
    properties: properties.describe('Properties by name, of any JSON type.'),
  })
  .transform((given, context): GraphNode => {
    const { id, ...rest } = given;
    if (rest['@id'] !== undefined) return { ...given, '@id': rest['@id'] };
    const other = nodeId.safeParse(id, { reportInput: true });
    if (other.success) return { '@id': other.data, ...rest } as GraphNode;
    const missing = id === undefined;
    const message = missing ? 'Field required' : 'Input should be a valid string or integer';
    context.addIssue({ code: 'custom', path: ['@id'], message, params: { type: missing ? 'missing' : 'union_type' } });
    return z.NEVER;
  })
  .meta({ id: 'Node', override: { required: ['@id', 'labels', 'properties'] } });

const edge = z
  .looseObject({ from: nodeId, to: nodeId, labels: labels.default([]) })
  .meta({ id: 'Edge', description: 'It leads from one node to another, which it names by their ids.' });

/** Body of every request that changes or queries datasets (section 2.1 of the interface document). */
export const apRequest = z
  .looseObject({
    directed: z.boolean().default(true),
    multigraph: z.boolean().default(true),
    nodes: z.array(node),
    edges: z.array(edge),
  })
  .meta({ id: 'APRequest' });

/** A node of such a graph, with whatever else it was given. */
export interface GraphNode {
  readonly '@id': string | number;
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface GraphEdge {
  readonly from: string | number;
  readonly to: string | number;
  readonly labels: readonly string[];
}

/** A property graph in the form of the dataset API. */
export interface DatasetGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
