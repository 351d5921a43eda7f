import assert from 'node:assert/strict';
import type { DatasetGraph, GraphNode } from '../../../../schemas/http/datasets/property-graph.ts';
import { croissant } from '../../../../services/datasets/graphs/croissant.ts';
import { datasetPart } from '../../../../services/datasets/graphs/dataset-part.ts';
import { datasetTypes } from '../../../../services/datasets/graphs/dataset-types.ts';
import { mergedGraph } from '../../../../services/datasets/graphs/merged-graph.ts';
import { movedFiles, renamedDataset } from '../../../../services/datasets/graphs/renamed-dataset.ts';
import { datasetRequest, node } from '../request-graphs.ts';

const edge = (from: string | number, to: string | number, ...labels: string[]) => ({ from, to, labels });
const fileOf = (labels: string[], encodingFormat?: string): GraphNode => ({
  '@id': 'f',
  labels: ['cr:FileObject', ...labels],
  properties: encodingFormat === undefined ? {} : { encodingFormat },
});
const withFile = (file: GraphNode): DatasetGraph => ({
  nodes: [node('d', 'sc:Dataset', {}), file],
  edges: [edge('d', 'f', 'distribution')],
});

describe("a dataset's graph", () => {
  it('is what its node leads to, without what the request is about', () => {
    const request = datasetRequest('register', { id: 'd', files: ['a.csv'] });
    const more = {
      nodes: [
        ...request.nodes,
        node('set', 'cr:RecordSet', {}),
        node('field', 'cr:Field', {}),
        node('e', 'sc:Dataset', {}),
        node('far', 'cr:FileObject', {}),
      ],
      edges: [
        ...request.edges,
        edge('d', 'set', 'recordSet'),
        edge('set', 'field', 'field'),
        edge('field', 'set', 'of'),
        edge('d', 'e', 'isBasedOn'),
        edge('e', 'far', 'distribution'),
        edge('d', 'user', 'author'),
      ],
    };
    const part = datasetPart(more, 'd');
    const labels = part.nodes.map((each) => each.labels[0]).sort();
    assert.deepEqual(labels, ['cr:Field', 'cr:FileObject', 'cr:RecordSet', 'sc:Dataset', 'sc:Dataset']);
    assert.ok(!part.edges.some(({ to }) => to === 'far' || to === 'user'));
  });

  it('has what leads to its parts, as statistics do, and is not what is of another dataset', () => {
    const graph: DatasetGraph = {
      nodes: [
        node('d', 'sc:Dataset', {}),
        node('e', 'sc:Dataset', {}),
        node('a', 'cr:Field', {}),
        node('b', 'cr:Field', {}),
        node('stat', 'dg:ColumnStatistics', {}),
        node('store', 'dg:DatabaseConnection', {}),
        node('theirs', 'cr:FileObject', {}),
        node('operator', 'SQL_Operator', {}),
        node('note', 'Note', {}),
      ],
      edges: [
        edge('d', 'a', 'field'),
        edge('d', 'b', 'field'),
        edge('stat', 'a', 'statistics'),
        edge('stat', 'b', 'statistics'),
        edge('a', 'store', 'containedIn'),
        edge('theirs', 'store', 'containedIn'),
        edge('e', 'theirs', 'distribution'),
        edge('operator', 'a', 'input'),
        edge('note', 'd', 'about'),
      ],
    };
    const part = datasetPart(graph, 'd');
    assert.deepEqual(part.nodes.map((each) => each['@id']).sort(), ['a', 'b', 'd', 'stat', 'store']);
    assert.equal(part.edges.filter(({ labels }) => labels.includes('statistics')).length, 2);
    const many = Array.from({ length: 50_000 }, (_, at) => node(at, 'sc:Dataset', {}));
    const began = performance.now();
    datasetPart({ nodes: many, edges: many.slice(1).map((_, at) => edge(at, at + 1, 'next')) }, 0);
    assert.ok(performance.now() - began < 5_000);
  });

  it('nests what edges lead to under their labels, each node once', () => {
    const graph: DatasetGraph = {
      nodes: [
        node('d', 'sc:Dataset', { name: 'n', recordSet: 'kept' }),
        node('s', 'cr:RecordSet', { name: 's' }),
        node(7, 'cr:Field', {}),
      ],
      edges: [edge('d', 's', 'recordSet'), edge('s', 7, 'field'), edge(7, 'd', 'of'), edge('d', 's', 'also')],
    };
    const document = croissant(graph, 'd');
    assert.deepEqual(document['recordSet'], [
      'kept',
      { '@id': 's', name: 's', field: [{ '@id': 7, of: [{ '@id': 'd' }] }] },
    ]);
    assert.deepEqual(document['also'], [{ '@id': 's' }]);
    assert.deepEqual(document['distribution'], []);
    assert.equal(document['@type'], 'sc:Dataset');
  });

  it('of a hundred thousand nodes in a row, or named like the prototype of objects, is a document all the same', () => {
    const nodes = Array.from({ length: 100_000 }, (_, at) => node(at, 'sc:Thing', {}));
    const edges = nodes.slice(1).map((_, at) => edge(at, at + 1, 'next'));
    assert.ok(JSON.stringify(croissant({ nodes, edges }, 0)).length > 100);
    const odd = { nodes: [node('d', 'sc:Dataset', {}), node('x', 'y', {})], edges: [edge('d', 'x', '__proto__')] };
    assert.match(JSON.stringify(croissant(odd, 'd')), /"__proto__":\[\{"@id":"x"\}\]/);
  });

  for (const [labels, format, types] of [
    [['CSV'], undefined, ['CSV']],
    [['csv'], 'text/csv; charset=utf-8', ['CSV']],
    [[], 'text/csv', ['CSV']],
    [['PDFSet'], undefined, ['PDF']],
    [[], 'application/PDF', ['PDF']],
    [[], 'image/png', ['ImageSet']],
    [[], 'text/plain', ['TextSet']],
    [['RelationalDatabase'], 'text/sql', ['RelationalDatabase']],
    [[], 'application/vnd.apache.parquet', ['Table']],
    [['CSV', 'Table'], 'image/jpeg', ['CSV', 'ImageSet', 'Table']],
    [['Dataset'], 'application/zip', []],
  ] as const) {
    it(`of a file labelled ${labels.join() || 'with nothing'}, ${format ?? 'without a format'}, is of type ${types.join() || 'none'}`, () => {
      assert.deepEqual(datasetTypes(withFile(fileOf([...labels], format)), 'd'), types);
    });
  }

  it('keeps unknown fields and every kind of value when it is merged, renamed and moved', () => {
    const odd = {
      ...node('d', 'sc:Dataset', { n: null, z: 0, f: false, t: '', l: [1, { a: 's3://scratchpad/d/x' }] }),
      extra: { y: 1 },
    };
    const graph = { nodes: [odd], edges: [{ ...edge('d', 'd', 'self'), weight: 2 }] };
    const merged = mergedGraph({ nodes: [], edges: [] }, graph);
    assert.deepEqual(mergedGraph(merged, graph), graph);
    const moved = movedFiles(renamedDataset(merged, 'd', 'new'), 'new', 'dataset');
    assert.deepEqual(moved.nodes[0], {
      ...odd,
      '@id': 'new',
      properties: { ...odd.properties, archivedAt: 's3://dataset/new', l: [1, { a: 's3://dataset/new/x' }] },
    });
    assert.deepEqual(moved.edges, [{ from: 'new', to: 'new', labels: ['self'], weight: 2 }]);
  });
});
