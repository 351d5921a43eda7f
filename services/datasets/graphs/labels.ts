import { ROOT_LABEL } from '../../patterns/pattern-problems.ts';
import { TASK_LABEL } from '../../patterns/task-links.ts';

/** Labels that nodes and edges of dataset requests are told apart by, as the platform writes them. */
export const DATASET = 'sc:Dataset';
export const FILE_OBJECT = 'cr:FileObject';
export const OPERATOR = 'DataModelManagement_Operator';
export const SQL_OPERATOR = 'SQL_Operator';
export const USER = 'User';
export const CONSIST_OF = 'consist_of';
export const INPUT = 'input';
export const OUTPUT = 'output';
export const DISTRIBUTION = 'distribution';

/** Labels by which patterns tell nodes apart. */
const OF_PATTERNS = [ROOT_LABEL, TASK_LABEL];

/** What nodes and edges are told apart by. */
interface Labelled {
  readonly labels: readonly string[];
}

/**
 * True for a node or an edge with a label, whatever prefix either has, and in any case: requests of some years write `Dataset`,
 * others `sc:Dataset`, `dg:SQL_Operator` or `http://mlcommons.org/croissant/FileObject`.
 */
export function hasLabel({ labels }: Labelled, label: string): boolean {
  const name = bareName(label);
  return labels.some((one) => bareName(one) === name);
}

/** True for the node of a dataset. */
export function isDataset(node: Labelled): boolean {
  return hasLabel(node, DATASET);
}

/** Labels as the pattern API reads them: those that it tells nodes apart by as it writes them, the others as they are. */
export function patternLabels({ labels }: Labelled): string[] {
  return labels.map((label) => OF_PATTERNS.find((one) => bareName(one) === bareName(label)) ?? label);
}

/** A label without its prefix, in lower case. */
export function bareName(label: string): string {
  const prefix = Math.max(label.lastIndexOf(':'), label.lastIndexOf('/'), label.lastIndexOf('#'));
  return label.slice(prefix + 1).toLowerCase();
}
