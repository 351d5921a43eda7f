import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { INPUT, OUTPUT } from './labels.ts';
import { malformed, parametersOf, type RequestRoles, shown } from './request-roles.ts';

/** One statement of a query: an operator with what it reads and what it makes. */
export interface QueryStep {
  readonly operator: GraphNode;
  readonly statement: string;
  /** Nodes of datasets behind its edges `input`. */
  readonly inputs: readonly GraphNode[];
  /** The node that the dataset it makes is put in place of. */
  readonly output: GraphNode;
  /** Ids of nodes by the name of the argument: `arg1`. */
  readonly arguments: ReadonlyMap<string, string | number>;
}

/**
 * The statements of a query in the order of their `Step`.
 *
 * @throws HalcyonError `malformed_pattern` that names everything that does not fit
 */
export function queryPlan(graph: DatasetGraph, { operators, datasets }: RequestRoles): QueryStep[] {
  const problems: string[] = [];
  const steps = operators.map((operator) => stepOf(graph, operator, datasets, problems));
  const outputs = steps.flatMap((step) => (step === null ? [] : [step.output['@id']]));
  for (const output of outputs.filter((id, at) => outputs.indexOf(id) !== at)) {
    problems.push(`the node ${shown(output)} is the output of two operators`);
  }
  if (problems.length > 0) throw malformed(problems);
  const order = ({ operator }: QueryStep) => Number(operator.properties['Step'] ?? 0) || 0;
  return steps.filter((step) => step !== null).sort((one, other) => order(one) - order(other));
}

function stepOf(
  graph: DatasetGraph,
  operator: GraphNode,
  datasets: readonly GraphNode[],
  problems: string[],
): QueryStep | null {
  const before = problems.length;
  const name = `the operator ${shown(operator['@id'])}`;
  const behind = (label: string) => {
    const ends = graph.edges.filter(({ from, labels }) => from === operator['@id'] && labels.includes(label));
    return datasets.filter((node) => ends.some(({ to }) => to === node['@id']));
  };
  const [inputs, outputs] = [behind(INPUT), behind(OUTPUT)];
  if (inputs.length === 0) problems.push(`${name} should have an edge '${INPUT}' to each dataset that it reads`);
  if (outputs.length !== 1) {
    problems.push(`${name} should have one edge '${OUTPUT}' to the dataset that it makes, it has ${outputs.length}`);
  }
  const software = operator.properties['Software'];
  const engine = typeof software === 'object' && software !== null ? (software as { name?: unknown }).name : undefined;
  if (typeof engine !== 'string' || engine.toLowerCase() !== 'duckdb') {
    problems.push(`${name} should have Software.name 'DuckDB', it is ${shown(engine)}`);
  }
  const statement = operator.properties['Query'];
  if (typeof statement !== 'string' || statement.trim() === '') {
    problems.push(`${name} should have its statement in Query, it is ${shown(statement)}`);
  }
  const args = new Map<string, string | number>();
  for (const [argument, id] of Object.entries(parametersOf(operator))) {
    if (!/^arg\d+$/.test(argument)) continue;
    if (typeof id === 'string' || typeof id === 'number') args.set(argument, id);
    else problems.push(`${name}: Parameters.${argument} should be the id of a file object, it is ${shown(id)}`);
  }
  if (problems.length > before) return null;
  return { operator, statement: String(statement), inputs, output: outputs[0], arguments: args };
}
