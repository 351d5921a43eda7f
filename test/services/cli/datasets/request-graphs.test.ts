import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { DatasetGraph, GraphNode } from '../../../../schemas/http/datasets/property-graph.ts';
import { packageFile } from '../../../../schemas/package-root.ts';
import { loading, querying, registration } from '../../../../services/cli/commands/datasets/request-graphs.ts';
import { runInFrame } from '../../../../services/cli/frame/command-frame.ts';
import { halcyonCommand } from '../../../../services/cli/halcyon-command.ts';
import { until } from '../../../until.ts';
import { sent } from '../../datasets/dataset-client.ts';
import { recordedIo } from '../recorded-io.ts';

const REAL = packageFile('..', 'shared', 'data', 'dataset_api');

describe('graphs of the commands', () => {
  const io = recordedIo();

  it('have the nodes and edges of the real requests', function () {
    if (!existsSync(REAL)) return this.skip();
    const files = ['a.csv', 'b.csv'].map((name, at) => {
      return { dataset: `d${at}`, name, contentUrl: `s3://dataset/d${at}/${name}`, encodingFormat: 'text/csv' };
    });
    const pairs = [
      ['register/crete_electricity.json', registration('x', { name: 'x' }, ['a.csv'], io)],
      ['query/query_two_csv.json', querying('SELECT 1', files, 'output', io)],
    ] as const;
    for (const [name, graph] of pairs) assert.deepEqual(shapeOf(graph), shapeOf(sent(join(REAL, name))), name);
    const real = sent(join(REAL, 'load/crete_electricity.json'));
    const withoutFiles = shapeOf(real).filter((one) => !one.includes('cr:FileObject'));
    assert.deepEqual(shapeOf(loading('x', io)), withoutFiles);
  });

  it('name the user, the time, and the type of each file', () => {
    const { nodes } = registration('x', { name: 'x' }, ['a.csv', 'b.parquet', 'c.bin'], io);
    const labelled = (label: string) => nodes.filter(({ labels }) => labels.includes(label));
    assert.equal(labelled('User')[0].properties['Name'], userInfo().username);
    const { PublishedDate, StartTime } = labelled('Analytical_Pattern')[0].properties;
    assert.deepEqual([PublishedDate, StartTime], ['2026-01-01', '00:00:00']);
    assert.deepEqual(
      labelled('cr:FileObject').map(({ labels, properties }) => [labels[1], properties['encodingFormat']]),
      [
        ['CSV', 'text/csv'],
        ['Table', 'application/vnd.apache.parquet'],
        [undefined, 'application/octet-stream'],
      ],
    );
  });

  it('are waited for on standard input no longer than until Ctrl-C', async () => {
    const controller = new AbortController();
    const stdin = new PassThrough();
    const waiting = recordedIo({ stdin, signal: controller.signal });
    const ended = runInFrame(halcyonCommand, ['dataset', 'register', '--graph', '-'], waiting);
    await until('it is read from', () => stdin.listenerCount('data') + stdin.listenerCount('readable') > 0);
    controller.abort();
    assert.equal(await ended, 130);
    assert.equal(waiting.err(), 'interrupted\n');
  });

  /** Labels of the nodes, and of the edges with those of their ends. */
  function shapeOf({ nodes, edges }: DatasetGraph): string[] {
    const kinds = new Map(nodes.map(({ '@id': id, labels }: GraphNode) => [id, labels.join('+')]));
    const lines = edges.map(({ from, to, labels }) => `${kinds.get(from)} ${labels} ${kinds.get(to)}`);
    return [...kinds.values(), ...lines].sort();
  }
});
