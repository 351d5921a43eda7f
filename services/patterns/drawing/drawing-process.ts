import { instance } from '@viz-js/viz';
import { worker } from 'workerpool';
import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { dotGraph } from './dot-graph.ts';
import { finishedSvg } from './finished-svg.ts';

/** Nodes and edges beyond which the ranks of dot take minutes: rings round the root are drawn in seconds. */
const RANKED = 1_000;

const graphviz = instance();

worker({
  draw: async (pattern: PgJson): Promise<string> => {
    const engine = pattern.nodes.length + pattern.edges.length <= RANKED ? 'dot' : 'twopi';
    return finishedSvg((await graphviz).renderString(dotGraph(pattern), { format: 'svg', engine }), pattern);
  },
});
