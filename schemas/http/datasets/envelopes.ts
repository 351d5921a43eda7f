import { z } from 'zod';

const freeForm = z.record(z.string(), z.unknown());
const code = z.int().describe('200, or 201 where something was made.');
const message = z.string();

export const datasetSuccessEnvelope = z
  .object({ code, message, dataset: freeForm })
  .meta({ id: 'DatasetSuccessEnvelope' });

export const datasetsSuccessEnvelope = z
  .object({
    code,
    message,
    datasets: z.array(freeForm),
    next: z.string().nullable().optional(),
    offset: z.int().optional().describe('Of a search: how many were passed over.'),
    count: z.int().optional().describe('Of a search: how many are here.'),
    total: z.int().optional().describe('Of a search: how many there are.'),
  })
  .meta({
    id: 'DatasetsSuccessEnvelope',
    examples: [
      {
        code: 200,
        message: 'Datasets found',
        datasets: [
          {
            '@context': {
              '@vocab': 'https://schema.org/',
              sc: 'https://schema.org/',
              cr: 'http://mlcommons.org/croissant/',
            },
            '@type': 'sc:Dataset',
            distribution: [],
            recordSet: [],
            '@id': '4f1c1f4e-6a3b-4a57-9d55-0a5b8a6f0c22',
            name: 'Places',
            status: 'Ready',
          },
        ],
        next: null,
      },
    ],
  });

export const apSuccessEnvelope = z.object({ code, message, ap: freeForm }).meta({ id: 'APSuccessEnvelope' });

/** Answer of a conversion. */
export const convertedEnvelope = z.object({ code, message, croissant: freeForm }).meta({ id: 'ConvertedEnvelope' });

/** Body of every error of the dataset API but 422. */
export const datasetError = z
  .object({ detail: z.object({ code: z.int().describe('The status.'), error: z.string() }) })
  .meta({ id: 'DatasetError', examples: [{ detail: { code: 404, error: 'there is no dataset of this id' } }] });

const database = z.object({
  ok: z.boolean(),
  product: z.string(),
  version: z.string(),
  latency_ms: z.number(),
});

/** Whether both databases answer a real query. */
export const databasesAnswer = z.object({ code, message, relational: database, embedded: database }).meta({
  id: 'DatabasesAnswer',
  examples: [
    {
      code: 200,
      message: 'Both databases answer',
      relational: { ok: true, product: 'PostgreSQL', version: '17.5', latency_ms: 1.2 },
      embedded: { ok: true, product: 'DuckDB', version: '1.5.5', latency_ms: 0.8 },
    },
  ],
});
