import assert from 'node:assert/strict';
import { apRequest } from '../../../../../schemas/http/datasets/property-graph.ts';
import { rolesOf } from '../../../../../services/datasets/graphs/request-roles.ts';
import { queriedFiles } from '../../../../../services/web/client/datasets/dataset-answers.ts';
import {
  loading,
  querying,
  registration,
  resultOf,
} from '../../../../../services/web/client/datasets/dataset-graphs.ts';

const ID = '4f1c1f4e-6a3b-4a57-9d55-0a5b8a6f0c22';
const FILE = {
  dataset: ID,
  title: 'Places',
  name: 'places.csv',
  contentUrl: `s3://dataset/${ID}/places.csv`,
  encodingFormat: 'text/csv',
};

describe('requests about datasets', () => {
  it('are such as the service takes', () => {
    const files = [{ name: 'places.csv', type: 'text/csv' }];
    const requests = {
      register: registration({ id: ID, name: 'Places', description: '', files }, 'me'),
      load: loading(ID, 'me'),
      query: querying('SELECT * FROM {{arg1}}, {{arg2}}', [FILE, FILE], { name: 'All', id: 'result' }, 'me'),
    };
    for (const [process, graph] of Object.entries(requests)) {
      assert.ok(apRequest.safeParse(graph).success, process);
      const { datasets, operators } = rolesOf(graph, process as keyof typeof requests);
      assert.equal(operators.length, 1);
      assert.ok(datasets.some((dataset) => dataset['@id'] === ID));
    }
    assert.equal(resultOf(requests.query), 'result');
    assert.equal(resultOf(requests.load), null);
  });
});

describe('the files of a dataset that a query reads', () => {
  const described = { '@id': ID, name: 'Places', status: 'Ready' as const, recordSet: [] };

  it('are those of a table', () => {
    const picture = { name: 'a.png', contentUrl: 's3://a', contentSize: 1, sha256: '', encodingFormat: 'image/png' };
    const files = [{ ...FILE, contentSize: 1, sha256: '' }, picture];
    assert.deepEqual(queriedFiles({ ...described, distribution: [], files }), [FILE]);
  });

  it('are those of its last day where it is a network', () => {
    const table = (from: string) => ({
      '@id': 'a',
      name: 'observations',
      contentUrl: `halcyon://north/observations?from=${from}&to=2026-03-05T12:00:00Z`,
      encodingFormat: 'application/vnd.apache.parquet',
    });
    const distribution = [table('2026-01-01T00:00:00Z'), table('2026-03-05T06:00:00Z')];
    assert.deepEqual(
      queriedFiles({ ...described, distribution }).map(({ contentUrl }) => /from=([^&]*)/.exec(contentUrl)?.[1]),
      ['2026-03-04T12:00:00Z', '2026-03-05T06:00:00Z'],
    );
  });
});
