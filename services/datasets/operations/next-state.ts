import { DATASET_STATES, type DatasetState } from '../../../schemas/dataset.ts';
import type { GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { alternatives } from '../../../schemas/http/field-problems.ts';
import { malformed, shown } from '../graphs/request-roles.ts';

/**
 * The state of a dataset after a step: the one that its node's property `status` names, in any case, where that is a step
 * forward or to `Deleted`, else the usual one.
 *
 * @param from the state before; null of a new dataset
 */
export function nextState(node: GraphNode, from: DatasetState | null, usual: DatasetState): DatasetState {
  const asked = askedState(node);
  if (asked === undefined) return usual;
  const place = (state: DatasetState | null) => (state === null ? -1 : DATASET_STATES.indexOf(state));
  return place(asked) > place(from) ? asked : usual;
}

/** Property of a dataset's node that says since when its files are no longer there. */
export const REMOVED = 'filesRemoved';

/**
 * Refuses datasets that are to have a state that is none: the usual one would be taken, which may publish what was to be
 * withdrawn. So are those that say what the service alone knows.
 *
 * @throws HalcyonError `malformed_pattern` that names all of them
 */
export function assertMarks(nodes: readonly GraphNode[]): void {
  const problems = nodes.flatMap((node) => {
    const { '@id': id, properties } = node;
    const given = properties['status'] ?? null;
    const found: string[] = [];
    if (given !== null && askedState(node) === undefined) {
      found.push(`the status of the dataset ${id} should be ${alternatives(DATASET_STATES)}, it is ${shown(given)}`);
    }
    if (Object.hasOwn(properties, REMOVED)) {
      found.push(`${REMOVED} of the dataset ${id} is what the service alone says: leave it out`);
    }
    return found;
  });
  if (problems.length > 0) throw malformed(problems);
}

/** The state that a node's property names; undefined where it names none. */
function askedState({ properties }: GraphNode): DatasetState | undefined {
  const given = properties['status'];
  return DATASET_STATES.find((state) => typeof given === 'string' && state.toLowerCase() === given.toLowerCase());
}
