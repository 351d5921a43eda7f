import type { Attributes, Graph } from '@viz-js/viz';
import type { PgJson, PgJsonNode } from '../../../schemas/http/patterns/pg-json.ts';
import { rootOf } from '../pattern-problems.ts';
import { boxLines, nameOf } from './box-lines.ts';
import { linesOf, shortened, xmlText } from './drawn-text.ts';
import { type ElementKind, elementKinds } from './element-kind.ts';

/**
 * How each kind looks. Boxes are light with dark text, lines and what stands on the background are of a grey that can be
 * read on white and on black, so that a drawing needs no background of its own. Margins leave room for fonts that are wider
 * than those that Graphviz reckons with.
 */
const LOOKS: Readonly<Record<ElementKind, Attributes>> = {
  root: {
    shape: 'box',
    style: 'filled,bold',
    peripheries: 2,
    fillcolor: '#ffe7a3',
    color: '#8a6100',
    margin: '0.3,0.1',
  },
  operator: { shape: 'hexagon', style: 'filled', fillcolor: '#cfe3fb', color: '#1f5fa8', margin: '0.05,0.05' },
  data: { shape: 'cylinder', style: 'filled', fillcolor: '#d3f0dc', color: '#1c7a43', margin: '0.25,0.12' },
  result: { shape: 'note', style: 'filled', fillcolor: '#f3d9ee', color: '#8b2f7c', margin: '0.3,0.12' },
  other: { shape: 'box', style: 'filled,rounded', fillcolor: '#eceff3', color: '#5b6673', margin: '0.25,0.1' },
};
const [ON_BOX, ON_BACKGROUND] = ['#1b2733', '#757575'];
const FONT = 'Helvetica,Arial,sans-serif';

/** Longest label of an edge, in characters. */
const EDGE_LABEL = 52;

/** Nodes and edges beyond which edges go without their labels: those double what the layout has to arrange. */
const LABELLED = 1_000;

/**
 * A pattern as Graphviz takes it. Nodes are named `n` and their place, edges have the id `e` and theirs: of the request
 * nothing but text stands in it.
 */
export function dotGraph(pattern: PgJson): Graph {
  const kinds = elementKinds(pattern);
  const names = new Map(pattern.nodes.map(({ id }, place) => [id, `n${place}`]));
  const labelled = pattern.nodes.length + pattern.edges.length <= LABELLED;
  return {
    directed: true,
    graphAttributes: {
      root: names.get(rootOf(pattern).id) ?? '',
      label: titleOf(pattern),
      labelloc: 't',
      fontname: FONT,
      fontsize: 18,
      fontcolor: ON_BACKGROUND,
      bgcolor: 'transparent',
      rankdir: 'LR',
      pad: 0.2,
      ranksep: 0.6,
    },
    nodeAttributes: { fontname: FONT, fontsize: 13, fontcolor: ON_BOX },
    edgeAttributes: { fontname: FONT, fontsize: 11, fontcolor: ON_BACKGROUND, color: ON_BACKGROUND },
    nodes: pattern.nodes.map((node, place) => ({
      name: `n${place}`,
      attributes: { ...LOOKS[kinds[place]], id: `n${place}`, label: boxLabel(node) },
    })),
    edges: pattern.edges.map(({ from, to, labels }, place) => ({
      tail: names.get(from) ?? '',
      head: names.get(to) ?? '',
      attributes: {
        id: `e${place}`,
        ...(labelled && labels.length > 0 && { label: label([shortened(labels.join(', '), EDGE_LABEL)]) }),
      },
    })),
  };
}

function boxLabel(node: PgJsonNode): string {
  const { name, small } = boxLines(node);
  return label([...name, ...small]);
}

function titleOf(pattern: PgJson): string {
  const root = rootOf(pattern);
  return label(linesOf(nameOf(root) ?? root.id, 80, 2));
}

/** Lines as a label: Graphviz would read a backslash as a name of the node's, and an ampersand as an entity. */
function label(lines: readonly string[]): string {
  return lines.map((line) => xmlText(line).replaceAll('\\', '\\\\')).join('\n');
}
