import { DATASET_STATES, type DatasetState } from '../../../schemas/dataset.ts';
import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';

/**
 * The state of a dataset after a step: the one that its node's property `status` names, in any case, where that is a step
 * forward or to `Deleted`, else the usual one.
 *
 * @param from the state before; null of a new dataset
 */
export function nextState(node: GraphNode, from: DatasetState | null, usual: DatasetState): DatasetState {
  const given = node.properties['status'];
  const asked = DATASET_STATES.find(
    (state) => typeof given === 'string' && state.toLowerCase() === given.toLowerCase(),
  );
  if (asked === undefined) return usual;
  const place = (state: DatasetState | null) => (state === null ? -1 : DATASET_STATES.indexOf(state));
  return place(asked) > place(from) ? asked : usual;
}
