import assert from 'node:assert/strict';
import { HalcyonError } from '../../../../schemas/errors.ts';
import type { DatasetGraph, GraphNode } from '../../../../schemas/http/datasets/property-graph.ts';
import { queryPlan } from '../../../../services/datasets/graphs/query-plan.ts';
import { type Process, rolesOf } from '../../../../services/datasets/graphs/request-roles.ts';
import { datasetRequest, node, queryRequest } from '../request-graphs.ts';

const REGISTER = datasetRequest('register', { files: ['a.csv'] });
const QUERY = queryRequest('SELECT 1 FROM {{arg1}}', [{ id: 'd', file: 'a.csv' }]);

/** A request in which nodes of a label are others. */
function changed(graph: DatasetGraph, label: string, change: (node: GraphNode) => GraphNode[]): DatasetGraph {
  return { ...graph, nodes: graph.nodes.flatMap((each) => (each.labels.includes(label) ? change(each) : [each])) };
}
const withProperties = (graph: DatasetGraph, label: string, properties: Record<string, unknown>) =>
  changed(graph, label, (each) => [{ ...each, properties: { ...each.properties, ...properties } }]);
const twice = (graph: DatasetGraph, label: string) =>
  ({
    ...changed(graph, label, (each) => [each, { ...each, '@id': `${each['@id']} again` }]),
    edges: [
      ...graph.edges,
      ...graph.nodes
        .filter(({ labels }) => labels.includes(label))
        .map((each) => ({ from: 'pattern', to: `${each['@id']} again`, labels: [] })),
    ],
  }) satisfies DatasetGraph;
const without = (graph: DatasetGraph, label: string) => {
  const gone = graph.nodes.filter(({ labels }) => labels.includes(label)).map((each) => each['@id']);
  const edges = graph.edges.filter(({ from, to }) => !gone.includes(from) && !gone.includes(to));
  return { ...changed(graph, label, () => []), edges };
};

/** What is wrong with a request, and what is said of it. */
const CASES: readonly (readonly [what: string, process: Process, graph: DatasetGraph, said: RegExp])[] = [
  [
    'no pattern',
    'register',
    without(REGISTER, 'Analytical_Pattern'),
    /exactly one node labelled Analytical_Pattern, this one has 0/,
  ],
  [
    'two patterns',
    'register',
    twice(REGISTER, 'Analytical_Pattern'),
    /exactly one node labelled Analytical_Pattern, this one has 2/,
  ],
  [
    'no operator',
    'register',
    without(REGISTER, 'DataModelManagement_Operator'),
    /labelled DataModelManagement_Operator, this one has 0/,
  ],
  [
    'two operators',
    'load',
    twice(REGISTER, 'DataModelManagement_Operator'),
    /labelled DataModelManagement_Operator, this one has 2/,
  ],
  ['no user', 'register', without(REGISTER, 'User'), /exactly one node labelled User, this one has 0/],
  ['two users', 'register', twice(REGISTER, 'User'), /exactly one node labelled User, this one has 2/],
  ['no dataset', 'update', without(REGISTER, 'sc:Dataset'), /at least one node labelled sc:Dataset, this one has 0/],
  [
    'two datasets to register',
    'register',
    twice(REGISTER, 'sc:Dataset'),
    /exactly one node labelled sc:Dataset, this one has 2/,
  ],
  [
    'two datasets to load',
    'load',
    twice(REGISTER, 'sc:Dataset'),
    /exactly one node labelled sc:Dataset, this one has 2/,
  ],
  ['another process', 'update', REGISTER, /Process should be 'update', it is 'register'/],
  [
    'no process',
    'register',
    withProperties(REGISTER, 'Analytical_Pattern', { Process: undefined }),
    /Process should be 'register', it is not given/,
  ],
  [
    'a process that is no text',
    'register',
    withProperties(REGISTER, 'Analytical_Pattern', { Process: ['register'] }),
    /it is '\["register"\]'/,
  ],
  [
    'another command',
    'register',
    withProperties(REGISTER, 'DataModelManagement_Operator', { Parameters: { command: 'drop' } }),
    /Parameters\.command 'create', it is 'drop'/,
  ],
  [
    'another command beside its parameters',
    'register',
    withProperties(REGISTER, 'DataModelManagement_Operator', { command: 'update' }),
    /should have command 'create', it is 'update'/,
  ],
  [
    'an id twice',
    'register',
    changed(REGISTER, 'User', (each) => [each, node('user', 'Note', {})]),
    /node 'user' is there already/,
  ],
  [
    'an edge to nowhere',
    'register',
    { ...REGISTER, edges: [...REGISTER.edges, { from: 'user', to: 'gone', labels: [] }] },
    /'gone' is no node of the graph/,
  ],
  [
    'a node apart',
    'register',
    { ...REGISTER, nodes: [...REGISTER.nodes, node('alone', 'Note', {})] },
    /'alone' is not connected/,
  ],
  [
    'no SQL operator',
    'query',
    without(QUERY, 'SQL_Operator'),
    /at least one node labelled SQL_Operator, this one has 0/,
  ],
  [
    'a management operator for a query',
    'query',
    datasetRequest('update'),
    /Process should be 'query'.*SQL_Operator, this one has 0|SQL_Operator, this one has 0.*Process should be 'query'/,
  ],
];

const PLANS: readonly (readonly [what: string, graph: DatasetGraph, said: RegExp])[] = [
  [
    'other software',
    withProperties(QUERY, 'SQL_Operator', { Software: { name: 'PostgreSQL' } }),
    /Software\.name 'DuckDB', it is 'PostgreSQL'/,
  ],
  ['no statement', withProperties(QUERY, 'SQL_Operator', { Query: ' ' }), /statement in Query, it is ' '/],
  ['a statement that is no text', withProperties(QUERY, 'SQL_Operator', { Query: 7 }), /statement in Query, it is '7'/],
  [
    'an argument that is no id',
    withProperties(QUERY, 'SQL_Operator', { Parameters: { command: 'query', arg1: {} } }),
    /Parameters\.arg1 should be the id of a file object/,
  ],
  [
    'two outputs',
    { ...QUERY, edges: [...QUERY.edges, { from: 'operator', to: 'd', labels: ['output'] }] },
    /one edge 'output' .*, it has 2/,
  ],
  [
    'an input that is of no dataset',
    {
      nodes: [...QUERY.nodes, node('alone', 'cr:FileObject', {})],
      edges: [...QUERY.edges, { from: 'operator', to: 'alone', labels: ['input'] }],
    },
    /reads 'alone', and no dataset is said to have it: add an edge 'distribution'/,
  ],
  [
    'an edge that calls a file as none is called',
    {
      ...QUERY,
      edges: QUERY.edges.map((edge) =>
        edge.labels.includes('input') ? { ...edge, properties: { argname: 'the first' } } : edge,
      ),
    },
    /argname of its edge to 'd' should be a name like 'arg1', it is 'the first'/,
  ],
  [
    'no input',
    { ...QUERY, edges: QUERY.edges.filter(({ labels }) => !labels.includes('input')) },
    /an edge 'input' to each dataset/,
  ],
];

describe('a request graph', () => {
  for (const [what, process, graph, said] of CASES) {
    it(`is refused with ${what}`, () => {
      assert.throws(() => rolesOf(graph, process), { code: 'malformed_pattern', message: said });
    });
  }

  for (const [what, graph, said] of PLANS) {
    it(`is refused as a query with ${what}`, () => {
      const roles = { pattern: graph.nodes[0], ...labelled(graph) };
      assert.throws(() => queryPlan(graph, roles), { code: 'malformed_pattern', message: said });
    });
  }

  it('is told everything that is wrong with it at once', () => {
    const graph = withProperties(without(without(REGISTER, 'User'), 'sc:Dataset'), 'DataModelManagement_Operator', {
      Parameters: { command: 'drop' },
    });
    try {
      rolesOf(graph, 'load');
      assert.fail('it should be refused');
    } catch (error) {
      assert.ok(error instanceof HalcyonError);
      for (const said of [
        /User, this one has 0/,
        /sc:Dataset, this one has 0/,
        /Process should be 'load'/,
        /command 'update'/,
      ]) {
        assert.match(error.message, said);
      }
    }
  });

  it('tells nothing twice, and quotes no long text', () => {
    const graph = withProperties(REGISTER, 'Analytical_Pattern', { Process: 'x'.repeat(10_000) });
    assert.throws(
      () => rolesOf(graph, 'register'),
      (error: Error) => error.message.length < 300,
    );
  });

  it('of a query has its steps in the order of Step, whatever the order of nodes', () => {
    const operator = (id: string, step: number) =>
      node(id, 'SQL_Operator', {
        Step: step,
        Query: 'SELECT 1',
        Software: { name: 'duckdb' },
        Parameters: { command: 'query' },
      });
    const output = (id: string) => node(id, 'sc:Dataset', {});
    const graph = {
      nodes: [operator('second', 2), operator('first', 1), node('d', 'sc:Dataset', {}), output('one'), output('two')],
      edges: [
        { from: 'first', to: 'd', labels: ['input'] },
        { from: 'second', to: 'one', labels: ['input'] },
        { from: 'first', to: 'one', labels: ['output'] },
        { from: 'second', to: 'two', labels: ['output'] },
      ],
    };
    const plan = queryPlan(graph, { pattern: graph.nodes[0], ...labelled(graph) });
    assert.deepEqual(
      plan.steps.map((step) => step.operator['@id']),
      ['first', 'second'],
    );
  });
});

function labelled({ nodes }: DatasetGraph) {
  const having = (label: string) => nodes.filter(({ labels }) => labels.includes(label));
  return { operators: having('SQL_Operator'), datasets: having('sc:Dataset') };
}
