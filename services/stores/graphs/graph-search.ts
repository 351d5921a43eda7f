import type { PropertyGraph } from './canonical-graph.ts';

/** What graphs are asked for; everything that is given must hold. */
export interface GraphQuery {
  readonly kind: string;
  /** A node with this label, with these properties, or with both on the same node. */
  readonly node?: { readonly label?: string; readonly properties?: Readonly<Record<string, unknown>> };
  readonly edge?: { readonly label?: string; readonly properties?: Readonly<Record<string, unknown>> };
}

/** What a graph is found by: a copy of it that PostgreSQL's jsonb can hold, never what is answered. */
export function searchText(graph: PropertyGraph): string {
  return JSON.stringify(
    {
      nodes: graph.nodes.map(({ id, labels, properties }) => ({ id, labels, properties: properties ?? {} })),
      edges: graph.edges.map(({ from, to, labels, properties }) => ({
        from,
        to,
        labels,
        properties: properties ?? {},
      })),
    },
    holdable,
  );
}

/** A query as a piece of the search copy: what contains it (`@>`) is found. */
export function searchPiece({ node, edge }: GraphQuery): string {
  const piece = (asked: GraphQuery['node']) => ({
    ...(asked?.label !== undefined && { labels: [asked.label] }),
    ...(asked?.properties !== undefined && { properties: asked.properties }),
  });
  return JSON.stringify(
    { ...(node !== undefined && { nodes: [piece(node)] }), ...(edge !== undefined && { edges: [piece(edge)] }) },
    holdable,
  );
}

/** jsonb knows no U+0000 and no half of a surrogate pair; both become U+FFFD, in names of properties too. */
function holdable(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.every((name) => plain(name) === name)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [plain(name), held]));
}

function plain(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
