import assert from 'node:assert/strict';
import type { DatasetGraph } from '../../../../schemas/http/datasets/property-graph.ts';
import { croissantDocument } from '../../../../services/datasets/graphs/croissant-document.ts';
import { node } from '../request-graphs.ts';

const SHA = 'a'.repeat(64);
const file = (id: string, properties: Record<string, unknown> = {}) =>
  node(id, 'cr:FileObject', { name: `${id}.csv`, contentUrl: `s3://dataset/d/${id}.csv`, sha256: SHA, ...properties });

function graph(...more: DatasetGraph['nodes']): DatasetGraph {
  const edges = more.map(({ '@id': to, labels }) => {
    if (labels[0] === 'cr:Field') return { from: 'r', to, labels: ['field'] };
    return { from: 'd', to, labels: [labels[0] === 'cr:RecordSet' ? 'recordSet' : 'distribution'] };
  });
  const dataset = node('d', 'sc:Dataset', {
    name: 'Zoo',
    citeAs: '',
    version: null,
    datePublished: '24-05-2025',
    status: 'ready',
  });
  return { nodes: [dataset, ...more], edges };
}

describe('a Croissant document', () => {
  it('has the files of a dataset, days with the year first, and nothing that is empty or ours', () => {
    const { '@context': context, ...document } = croissantDocument(graph(file('f')), 'd');
    assert.equal((context as Record<string, unknown>)['recordSet'], 'cr:recordSet');
    assert.deepEqual(document, {
      '@type': 'sc:Dataset',
      '@id': 'd',
      name: 'Zoo',
      datePublished: '2025-05-24',
      conformsTo: 'http://mlcommons.org/croissant/1.0',
      distribution: [
        {
          '@type': 'cr:FileObject',
          '@id': 'f',
          name: 'f.csv',
          contentUrl: 's3://dataset/d/f.csv',
          encodingFormat: 'text/csv',
          sha256: SHA,
        },
      ],
    });
  });

  it('has record sets whose fields come from the file that they, or edges of them, name, or from the one there is', () => {
    const parts = [
      node('r', 'cr:RecordSet', { 'cr:examples': '{"a":[1]}' }),
      node('c', 'cr:Field', { dataType: 'int' }),
    ];
    const fieldOf = (given: DatasetGraph): Record<string, unknown> => {
      const [records] = croissantDocument(given, 'd')['recordSet'] as Record<string, unknown>[];
      return { examples: records['examples'], ...(records['field'] as Record<string, unknown>[])[0] };
    };
    const source = { extract: { column: 'c' }, fileObject: { '@id': 'f' } };
    const field = { examples: { a: [1] }, '@type': 'cr:Field', '@id': 'c', name: 'c', dataType: 'sc:Integer' };
    assert.deepEqual(fieldOf(graph(file('f'), ...parts)), { ...field, source });
    const two = graph(file('e'), file('f'), ...parts);
    assert.deepEqual(fieldOf(two), field);
    const linked = { ...two, edges: [...two.edges, { from: 'c', to: 'f', labels: ['source/fileObject'] }] };
    assert.deepEqual(fieldOf(linked), { ...field, source });
    const said = node('c', 'cr:Field', { dataType: 'sc:Text', source: { fileObject: { '@id': 'e' } } });
    assert.deepEqual(fieldOf(graph(file('e'), file('f'), parts[0], said))['source'], { fileObject: { '@id': 'e' } });
  });

  it('leaves out digests that are none', () => {
    const [one] = croissantDocument(graph(file('f', { sha256: 'unknown', md5: 'B'.repeat(32) })), 'd')[
      'distribution'
    ] as object[];
    assert.ok(!('sha256' in one) && 'md5' in one);
  });

  it('names a field again that leads back to itself, by however many edges', () => {
    const chain = Array.from({ length: 40 }, (_, k) => node(`f${k}`, 'cr:Field', { name: `f${k}` }));
    const inside = chain.slice(0, -1).flatMap((_, k) => {
      const edge = { from: `f${k}`, to: `f${k + 1}`, labels: ['subField'] };
      return [edge, edge, edge];
    });
    const { nodes, edges } = graph(node('r', 'cr:RecordSet', {}), chain[0]);
    const back = { from: 'f39', to: 'f0', labels: ['subField'] };
    const all = { nodes: [...nodes, ...chain.slice(1)], edges: [...edges, ...inside, back] };
    const text = JSON.stringify(croissantDocument(all, 'd'));
    assert.match(text, /"f19"/);
    assert.ok(text.length < 20_000, `${text.length} characters`);
  });
});
