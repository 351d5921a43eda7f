import { z } from 'zod';
import { isShownText, NO_UNSEEN } from '../../shown-text.ts';

const nodeId = z.union([z.string(), z.int()]);
const labels = z.array(z.string());
const properties = z.record(z.string(), z.unknown()).nullable().default({});

/** A node: `id` is taken for `@id`. Fields beside these are kept. */
const node = z
  .looseObject({
    '@id': nodeId.optional().describe('Unique in its graph; of a dataset a UUID, or one is given to it.'),
    labels: labels.describe('What the node is, in any order.'),
    properties: properties.describe('Properties by name, of any JSON type; null means none.'),
  })
  .superRefine((given, context) => {
    const { name } = given.properties ?? {};
    if (typeof name === 'string' && !isShownText(name)) {
      context.addIssue({
        code: 'custom',
        path: ['properties', 'name'],
        message: `String should be a name ${NO_UNSEEN}`,
      });
    }
  })
  .superRefine((given, context) => {
    if (given['@id'] !== undefined) return;
    const { id } = given;
    if (nodeId.safeParse(id).success) return;
    const missing = id === undefined;
    const message = missing ? 'Field required' : 'Input should be a valid string or integer';
    context.addIssue({ code: 'custom', path: ['@id'], message, params: { type: missing ? 'missing' : 'union_type' } });
  })
  .meta({ id: 'Node', override: { required: ['@id', 'labels'] } });

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

/** A request's graph with whatever else it holds beside nodes and edges. */
export type RequestGraph = DatasetGraph & Readonly<Record<string, unknown>>;

/** A graph as it may be sent. */
interface SentGraph extends Readonly<Record<string, unknown>> {
  readonly nodes: readonly (Partial<Omit<GraphNode, 'properties'>> & {
    readonly id?: string | number;
    readonly properties?: GraphNode['properties'] | null;
  })[];
  readonly edges: readonly (Omit<GraphEdge, 'labels'> & Partial<GraphEdge>)[];
}

/**
 * The graph of a body that `apRequest` has found right, by itself or as `ap` of an object, read from its text: a schema's own
 * copy lacks properties called `__proto__`. What is not given has its default.
 */
export function requestGraph(text: string): RequestGraph {
  const body = JSON.parse(text) as SentGraph | { readonly ap: SentGraph };
  const sent = 'nodes' in body ? (body as SentGraph) : (body as { readonly ap: SentGraph }).ap;
  const nodes = sent.nodes.map((given) => {
    const node = { ...given, properties: given.properties ?? {} };
    if (node['@id'] !== undefined) return node;
    const { id, ...rest } = node;
    return { '@id': id, ...rest };
  });
  const edges = sent.edges.map((edge) => ({ ...edge, labels: edge.labels ?? [] }));
  return { directed: true, multigraph: true, ...sent, nodes: nodes as GraphNode[], edges };
}
