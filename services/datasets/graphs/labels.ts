import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/** Labels that nodes and edges of dataset requests are told apart by, as the platform writes them. */
export const DATASET = 'sc:Dataset';
export const FILE_OBJECT = 'cr:FileObject';
export const OPERATOR = 'DataModelManagement_Operator';
export const SQL_OPERATOR = 'SQL_Operator';
export const USER = 'User';
export const INPUT = 'input';
export const OUTPUT = 'output';
export const DISTRIBUTION = 'distribution';

/** A dataset of schema.org, with the prefixes that are in use for it, or none. */
const ANY_DATASET = /^(?:sc:|schema:|https?:\/\/schema\.org\/)?Dataset$/;

/** True for the node of a dataset: requests of some years write `Dataset`, others `sc:Dataset`. */
export function isDataset({ labels }: Pick<GraphNode, 'labels'>): boolean {
  return labels.some((label) => ANY_DATASET.test(label));
}
