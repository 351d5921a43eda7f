import assert from 'node:assert/strict';
import { edgeProblems } from '../../../services/patterns/edge-constraints.ts';
import { datasetRequest, queryRequest } from '../datasets/request-graphs.ts';
import { VALID } from './broken-patterns.ts';

const LABELS = {
  root: ['Analytical_Pattern'],
  sql: ['Operator', 'SQL_Operator'],
  next: ['Query_Operator'],
  task: ['Task'],
  user: ['User'],
  set: ['sc:Dataset'],
  file: ['cr:FileObject', 'CSV'],
  bare: [],
} as const;
const nodes = Object.entries(LABELS).map(([id, labels]) => ({ id, labels }));
const problemsOf = (from: string, label: string, to: string) =>
  edgeProblems({ nodes, edges: [{ from, to, labels: [label] }] });

describe('what edges of patterns connect', () => {
  for (const [from, label, to] of [
    ['root', 'consist_of', 'sql'],
    ['root', 'consistOf', 'sql'],
    ['sql', 'input', 'set'],
    ['file', 'input', 'sql'],
    ['sql', 'output', 'file'],
    ['sql', 'follows', 'next'],
    ['task', 'isAchieved', 'root'],
    ['root', 'is_accomplished_by', 'task'],
    ['user', 'request', 'task'],
    ['user', 'intervene', 'sql'],
    ['set', 'distribution', 'file'],
    ['bare', 'mentions', 'user'],
    ['sql', 'input', 'nowhere'],
  ]) {
    it(`may be ${from} ${label} ${to}`, () => assert.deepEqual(problemsOf(from, label, to), []));
  }

  for (const [from, label, to, said] of [
    [
      'root',
      'consist_of',
      'set',
      /which connects the Analytical_Pattern node and an operator; here it connects Analytical_Pattern and sc:Dataset/,
    ],
    ['user', 'input', 'set', /labelled 'input', which connects an operator and what it reads/],
    ['sql', 'output', 'bare', /here it connects Operator and SQL_Operator and a node without a label/],
    ['sql', 'follows', 'root', /two operators/],
    ['user', 'is_achieved', 'root', /a Task node and the Analytical_Pattern node/],
    ['set', 'distribution', 'sql', /a dataset and one of its files/],
  ] as const) {
    it(`may not be ${from} ${label} ${to}, and it is told`, () => {
      const [problem, ...others] = problemsOf(from, label, to);
      assert.deepEqual([problem.loc, others], [['body', 'edges', 0, 'labels'], []]);
      assert.match(problem.msg, said);
    });
  }

  it('holds for good patterns, and for requests of the dataset API', () => {
    const requests = [
      datasetRequest('register', { files: ['a.csv'] }),
      queryRequest('SELECT 1', [{ id: 'd', file: 'a.csv' }]),
    ];
    const graphs = requests.map((graph) => ({
      ...graph,
      nodes: graph.nodes.map((node) => ({ ...node, id: node['@id'] })),
    }));
    for (const graph of graphs) assert.deepEqual(edgeProblems(graph), []);
    assert.ok(VALID.some(([, graph]) => graph.edges.length > 0 && edgeProblems(graph).length === 0));
  });

  it('show the beginning of what is long', () => {
    const long = 'x'.repeat(10_000);
    const ends = [
      { id: long, labels: [long] },
      { id: 'root', labels: ['Analytical_Pattern'] },
    ];
    const [{ msg }] = edgeProblems({ nodes: ends, edges: [{ from: long, to: 'root', labels: ['follows'] }] });
    assert.ok(msg.length < 500, `${msg.length} characters`);
  });
});
