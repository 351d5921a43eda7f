import { randomUUID } from 'node:crypto';
import type { DatasetGraph, GraphEdge, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { edgesAt } from './edges-at.ts';
import { DATASET, FILE_OBJECT, hasLabel, INPUT, isDataset, OUTPUT } from './labels.ts';
import { propertyOf } from './node-property.ts';
import { namedArguments } from './query-arguments.ts';
import { inputDatasetsOf } from './query-sources.ts';
import { malformed, type RequestRoles, shown } from './request-roles.ts';

/** One statement of a query: an operator with what it reads and what it makes. */
export interface QueryStep {
  readonly operator: GraphNode;
  /** As it was sent. */
  readonly statement: string;
  /** As it is run: with `{{arg1}}` for arguments that it calls otherwise. */
  readonly run: string;
  /** Nodes of the datasets that it reads: behind its edges `input`, or behind the files there. */
  readonly inputs: readonly GraphNode[];
  /** The node that the dataset it makes is put in place of. */
  readonly output: GraphNode;
  /** Ids or addresses of what stands for the arguments, by their names: `arg1`. */
  readonly arguments: ReadonlyMap<string, string | number>;
}

/** A query: its graph, in which every operator has an output, and its statements. */
export interface QueryPlan<G extends DatasetGraph> {
  readonly graph: G;
  readonly steps: readonly QueryStep[];
}

/**
 * The statements of a query in the order of their `Step`.
 *
 * @throws HalcyonError `malformed_pattern` that names everything that does not fit
 */
export function queryPlan<G extends DatasetGraph>(request: G, { operators, datasets }: RequestRoles): QueryPlan<G> {
  const problems: string[] = [];
  const steps = operators.map((operator) => stepOf(request, operator, datasets, problems));
  const outputs = steps.flatMap((step) => (step === null ? [] : [step.output['@id']]));
  for (const output of outputs.filter((id, at) => outputs.indexOf(id) !== at)) {
    problems.push(`the node ${shown(output)} is the output of two operators`);
  }
  if (problems.length > 0) throw malformed(problems);
  const order = ({ operator }: QueryStep) => Number(propertyOf(operator, 'Step') ?? 0) || 0;
  const planned = steps.filter((step) => step !== null).sort((one, other) => order(one) - order(other));
  return { graph: withOutputs(request, planned), steps: planned };
}

function stepOf(
  graph: DatasetGraph,
  operator: GraphNode,
  datasets: readonly GraphNode[],
  problems: string[],
): QueryStep | null {
  const before = problems.length;
  const name = `the operator ${shown(operator['@id'])}`;
  const labelled = edgesAt(graph, operator, INPUT);
  const inputEdges = labelled.length > 0 ? labelled : edgesToData(graph, operator);
  const outputEnds = edgesAt(graph, operator, OUTPUT).map(({ end }) => end);
  const outputs = datasets.filter((node) => outputEnds.includes(node['@id']));
  if (inputEdges.length === 0) problems.push(`${name} should have an edge '${INPUT}' to each dataset that it reads`);
  if (outputs.length > 1 || (outputs.length === 0 && outputEnds.length > 0)) {
    problems.push(`${name} should have one edge '${OUTPUT}' to the dataset that it makes, it has ${outputs.length}`);
  }
  const software = propertyOf(operator, 'Software') ?? undefined;
  const engine = typeof software === 'object' && software !== null ? nameOf(software) : software;
  // There is one engine: who names none means it.
  if (engine !== undefined && engine !== '' && String(engine).toLowerCase() !== 'duckdb') {
    problems.push(`${name} should have Software.name 'DuckDB', it is ${shown(engine)}`);
  }
  const statement = propertyOf(operator, 'Query');
  if (typeof statement !== 'string' || statement.trim() === '') {
    problems.push(`${name} should have its statement in Query, it is ${shown(statement)}`);
  }
  const ends = inputEdges.map(({ end }) => end);
  const inputs = inputDatasetsOf(graph, ends, datasets, name, problems);
  const named = namedArguments(operator, inputEdges, String(statement), name, problems);
  if (problems.length > before) return null;
  const output = outputs[0] ?? { '@id': randomUUID(), labels: [DATASET], properties: { '@type': DATASET } };
  return { operator, statement: String(statement), run: named.statement, inputs, output, arguments: named.args };
}

/** `name` of what is said of a software; undefined where it has none. */
function nameOf(software: object): unknown {
  return propertyOf({ properties: { ...software } }, 'name') ?? undefined;
}

/** The edges of an operator to datasets and files that it does not make, whatever they are called: it reads these. */
function edgesToData(graph: DatasetGraph, operator: GraphNode) {
  const data = graph.nodes.filter((node) => isDataset(node) || hasLabel(node, FILE_OBJECT)).map((node) => node['@id']);
  return graph.edges
    .filter((edge) => edge.from === operator['@id'] && !hasLabel(edge, OUTPUT) && data.includes(edge.to))
    .map((edge) => ({ edge, end: edge.to }));
}

/** The graph with a node for each output that it has none of, behind an edge of its operator. */
function withOutputs<G extends DatasetGraph>(graph: G, steps: readonly QueryStep[]): G {
  const added = steps.filter(({ output }) => !graph.nodes.includes(output));
  const edges: GraphEdge[] = added.map(({ operator, output }) => {
    return { from: operator['@id'], to: output['@id'], labels: [OUTPUT] };
  });
  const nodes = added.map(({ output }) => output);
  return added.length === 0
    ? graph
    : { ...graph, nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] };
}
