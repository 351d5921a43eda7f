import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';

const KINDS = [['Operator', 'SQL_Operator'], ['sc:Dataset'], ['cr:FileObject', 'CSV'], ['ResultType']];

/**
 * A pattern of `size` nodes: a tree of operators, data and results under a root, and an edge across for every tenth node.
 *
 * @param id of the root
 * @param variant what two patterns of one id differ by
 */
export function madePattern(id: string, size: number, variant = 0): PgJson {
  const nodes: PgJson['nodes'] = [
    { id, labels: ['Analytical_Pattern'], properties: { name: `Pattern ${id}`, process: 'query', variant } },
  ];
  const edges: PgJson['edges'] = [];
  for (let k = 1; k < size; k++) {
    const labels = KINDS[k % KINDS.length];
    nodes.push({
      id: `${id}/${k}`,
      labels,
      properties: { name: `${labels[0]} ${k}`, step: k, description: 'What this step does, in a sentence.' },
    });
    const parent = Math.floor((k - 1) / 4);
    edges.push({ from: parent === 0 ? id : `${id}/${parent}`, to: `${id}/${k}`, labels: ['consist_of'] });
    if (k % 10 === 0) edges.push({ from: `${id}/${k - 5}`, to: `${id}/${k}`, labels: ['input'], properties: null });
  }
  return { nodes, edges };
}
