import { z } from 'zod';
import { messageOf } from '../../../schemas/errors.ts';
import { databasesAnswer } from '../../../schemas/http/datasets/envelopes.ts';
import { endpoint, json } from '../../http/endpoint.ts';
import { query } from '../../http/query-fields.ts';
import type { DatasetEndpointDependencies } from './dataset-endpoint-dependencies.ts';

export const testRelationalEmbedded = endpoint({
  name: 'test-relational-embedded',
  method: 'GET',
  part: 'datasets',
  roles: ['user'],
  path: '/dmm/api/v1/test-relational-embedded',
  description:
    'Whether the relational database (the catalogue) and the embedded analytical one (DuckDB, as queries use it) answer ' +
    'a real query, and how fast. 503 with the same body where one does not.',
  pathParameters: z.object({}),
  query: query({}),
  success: json('Both answer.', databasesAnswer),
  errors: { 503: { description: 'One of them does not answer, or too much is under way.', schema: databasesAnswer } },
  async answer(_call, { datasets: { catalogue, queries }, logFailure }: DatasetEndpointDependencies) {
    const [relational, embedded] = await Promise.all([
      asked('PostgreSQL', () => catalogue.check()),
      asked('DuckDB', async () => ({ product: 'DuckDB', version: await queries.check() })),
    ]);
    const silent = [relational, embedded].filter(({ ok }) => !ok);
    const status = silent.length === 0 ? 200 : 503;
    const message =
      silent.length === 0
        ? 'Both databases answer'
        : `${silent.map(({ product }) => product).join(' and ')} does not answer`;
    return { status, body: { code: status, message, relational, embedded } };

    async function asked(product: string, ask: () => Promise<{ product: string; version: string }>) {
      const began = performance.now();
      const latency = () => Math.round((performance.now() - began) * 10) / 10;
      try {
        return { ok: true, ...(await ask()), latency_ms: latency() };
      } catch (error) {
        logFailure(`${product} does not answer: ${messageOf(error)}`, error);
        return { ok: false, product, version: '', latency_ms: latency() };
      }
    }
  },
});
