import { z } from 'zod';

const freeForm = z.record(z.string(), z.unknown());
const code = z.int().describe('200, or 201 where something was made.');
const message = z.string();

export const datasetSuccessEnvelope = z
  .object({ code, message, dataset: freeForm })
  .meta({ id: 'DatasetSuccessEnvelope' });

export const datasetsSuccessEnvelope = z
  .object({ code, message, datasets: z.array(freeForm), next: z.string().nullable().optional() })
  .meta({ id: 'DatasetsSuccessEnvelope' });

export const apSuccessEnvelope = z.object({ code, message, ap: freeForm }).meta({ id: 'APSuccessEnvelope' });

/** Body of every error of the dataset API but 422. */
export const datasetError = z
  .object({ detail: z.object({ code: z.int().describe('The status.'), error: z.string() }) })
  .meta({ id: 'DatasetError' });

const database = z.object({
  ok: z.boolean(),
  product: z.string(),
  version: z.string(),
  latency_ms: z.number(),
});

/** Whether both databases answer a real query. */
export const databasesAnswer = z
  .object({ code, message, relational: database, embedded: database })
  .meta({ id: 'DatabasesAnswer' });
