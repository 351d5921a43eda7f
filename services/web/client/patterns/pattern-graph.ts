import type { PgJson, PgJsonNode } from '../../../../schemas/http/patterns/pg-json.ts';
import { newId } from '../api/new-id.ts';

export type Pattern = PgJson;
export type PatternNode = PgJsonNode;
export type PatternEdge = PgJson['edges'][number];

/** The label of the one node that a pattern is named by. */
const ROOT = 'Analytical_Pattern';

/** Types of nodes that are offered; a pattern may have others. */
export const NODE_TYPES = [
  ROOT,
  'SQL_Operator',
  'Operator',
  'sc:Dataset',
  'cr:FileObject',
  'Data',
  'Task',
  'User',
] as const;

/** Types of edges that are offered. */
export const EDGE_TYPES = [
  'consist_of',
  'input',
  'output',
  'follows',
  'is_accomplished',
  'request',
  'intervene',
  'distribution',
] as const;

/** What a node is on the picture. */
export type NodeKind = 'root' | 'operator' | 'data' | 'other';

/** A pattern to begin with: its root, an operator, and what that reads and makes. */
export function newPattern(): Pattern {
  const [root, operator, input, output] = [node(ROOT), node('SQL_Operator'), node('sc:Dataset'), node('sc:Dataset')];
  return {
    nodes: [root, operator, input, output],
    edges: [
      { from: root.id, to: operator.id, labels: ['consist_of'] },
      { from: operator.id, to: input.id, labels: ['input'] },
      { from: operator.id, to: output.id, labels: ['output'] },
    ],
  };
}

/** A node of a type, with an id of its own. */
export function node(type: string): PatternNode {
  return { id: newId(), labels: [type], properties: {} };
}

/** The root of a pattern; undefined where it has none. */
export function rootOf({ nodes }: Pattern): PatternNode | undefined {
  return nodes.find(({ labels }) => labels.includes(ROOT));
}

/** What a node is called: as its property says, whatever its case; '' where it has no name. */
export function nameOf({ properties }: PatternNode): string {
  const key = nameKey(properties);
  const name = properties?.[key];
  return typeof name === 'string' ? name : '';
}

/** The node under another name. */
export function renamed(node: PatternNode, name: string): PatternNode {
  const key = nameKey(node.properties);
  return { ...node, properties: { ...node.properties, [key]: name } };
}

function nameKey(properties: PatternNode['properties']): string {
  return Object.keys(properties ?? {}).find((key) => key.toLowerCase() === 'name') ?? 'name';
}

/** The pattern without a node and without the edges that it had. */
export function withoutNode(pattern: Pattern, id: string): Pattern {
  return {
    ...pattern,
    nodes: pattern.nodes.filter((one) => one.id !== id),
    edges: pattern.edges.filter(({ from, to }) => from !== id && to !== id),
  };
}

/** The pattern under another id, to be stored beside the first. */
export function copyOf(pattern: Pattern): Pattern {
  const old = rootOf(pattern)?.id;
  const id = newId();
  const other = (one: string) => (one === old ? id : one);
  return {
    ...pattern,
    nodes: pattern.nodes.map((one) => ({ ...one, id: other(one.id) })),
    edges: pattern.edges.map((edge) => ({ ...edge, from: other(edge.from), to: other(edge.to) })),
  };
}

/** What a node is on the picture, by its labels. */
export function kindOf({ labels }: Pick<PatternNode, 'labels'>): NodeKind {
  if (labels.includes(ROOT)) return 'root';
  if (labels.some((label) => /Operator$/.test(label))) return 'operator';
  return labels.some((label) => /Data|Set|File|Table|CSV|Column|Text|Image|Result/.test(label)) ? 'data' : 'other';
}
