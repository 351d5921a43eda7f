import { z } from 'zod';
import type { DatasetGraph } from '../../../../schemas/http/datasets/property-graph.ts';

/*
 * What commands read of the answers of the dataset API. Properties of nodes are whatever somebody registered, so that no
 * more is asked of them than what the API itself guarantees.
 */

const id = z.union([z.string(), z.number()]);
const properties = z.record(z.string(), z.unknown());
const node = z.object({ '@id': id, labels: z.array(z.string()), properties });
const edge = z.object({ from: id, to: id, labels: z.array(z.string()) });

/** A graph that came back, with the ids that things now have. */
export const patternAnswer = z.object({
  ap: z.object({ nodes: z.array(node), edges: z.array(edge) }) satisfies z.ZodType<DatasetGraph>,
});

export const uploadAnswer = z.object({
  dataset: z.object({ id: z.string(), name: z.string(), contentSize: z.number(), sha256: z.string() }),
});

const listed = z.looseObject({ '@id': id.transform(String), status: z.string(), distribution: z.unknown() });
export type ListedDataset = z.infer<typeof listed>;

export const listAnswer = z.object({ datasets: z.array(listed), next: z.string().nullish() });

const file = z.object({
  name: z.string(),
  contentUrl: z.string(),
  contentSize: z.number(),
  sha256: z.string(),
  encodingFormat: z.unknown(),
});

const provenance = z.object({
  pattern: z.string(),
  statement: z.string(),
  software: z.object({ name: z.string(), version: z.string() }),
  inputs: z.array(z.object({ argument: z.string(), contentUrl: z.string() })),
  by: z.string().nullable(),
});

/** A dataset as it is shown alone; a network has no files and no history. */
const dataset = listed.extend({
  statusHistory: z.array(z.object({ status: z.string(), since: z.string() })).default([]),
  files: z.array(file).default([]),
  provenance: provenance.optional(),
  nodes: z.array(node),
  edges: z.array(edge),
});
export type ShownDataset = z.infer<typeof dataset>;

/** What was removed of a dataset. */
export const purgeAnswer = z.object({
  dataset: z.object({ filesRemoved: z.string(), files: z.array(file.pick({ name: true, contentSize: true })) }),
});

export const datasetAnswer = z.object({ dataset });
