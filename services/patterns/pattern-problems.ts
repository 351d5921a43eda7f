import type { Problem } from '../../schemas/errors.ts';
import { firstProblems } from '../../schemas/http/first-problems.ts';
import { unaddressable } from './addressable-id.ts';
import { linkedTasks, TASK_LABEL } from './task-links.ts';

/** Label of the one node that a pattern is named by. */
export const ROOT_LABEL = 'Analytical_Pattern';

/** Longest piece of a request that a message repeats, in characters. */
const SHOWN = 80;

/** What the checks read of a property graph, in PG-JSON or in the form of the dataset API. */
export interface CheckedGraph {
  readonly nodes: readonly { readonly id: string | number; readonly labels: readonly string[] }[];
  readonly edges: readonly {
    readonly from: string | number;
    readonly to: string | number;
    readonly labels: readonly string[];
  }[];
}

/**
 * What keeps a property graph from being an analytical pattern, all of it: exactly one node labelled `Analytical_Pattern`,
 * with an id that an address can hold, as the tasks linked to it have one; ids of nodes unique; every edge between nodes of
 * the graph; every node reached from the root, whatever the direction of the edges. Places are those of the graph in a
 * request's body, messages name the node or edge.
 */
export function patternProblems(graph: CheckedGraph): Problem[] {
  const problems: Problem[] = [];
  const places = placesOf(graph, problems);
  const roots = rootsOf(graph, problems);
  const neighbours = neighboursOf(graph, places, problems);
  if (roots.length > 0) {
    findUnreached(graph, roots, neighbours, problems);
    for (const task of linkedTasks(graph, graph.nodes[roots[0]].id)) {
      const why = unaddressable(task);
      const place = places.get(task) ?? 0;
      if (why !== null) problem(problems, ['nodes', place, 'id'], `the ${TASK_LABEL} node ${shown(task)} ${why}`);
    }
  }
  return firstProblems(problems);
}

/** The one node that a valid pattern is named by. */
export function rootOf<N extends CheckedGraph['nodes'][number]>(graph: { readonly nodes: readonly N[] }): N {
  const root = graph.nodes.find((node) => node.labels.includes(ROOT_LABEL));
  if (root === undefined) throw new Error('a graph without a root is no pattern: check it first');
  return root;
}

/** Place of each node by its id. */
function placesOf({ nodes }: CheckedGraph, problems: Problem[]): Map<string | number, number> {
  const places = new Map<string | number, number>();
  for (const [place, { id }] of nodes.entries()) {
    const first = places.get(id);
    if (first === undefined) places.set(id, place);
    else problem(problems, ['nodes', place, 'id'], `node ${shown(id)} is there already, as node ${first} of the list`);
  }
  return places;
}

function rootsOf({ nodes }: CheckedGraph, problems: Problem[]): number[] {
  const roots = [...nodes.keys()].filter((place) => nodes[place].labels.includes(ROOT_LABEL));
  if (roots.length === 0) {
    problem(problems, ['nodes'], `one node should be labelled ${ROOT_LABEL}, none is`);
  }
  if (roots.length > 1) {
    const [first, second] = roots;
    const others = roots.length === 2 ? '' : ` and ${roots.length - 2} more`;
    const so = `and so ${others === '' ? 'is' : 'are'} ${shown(nodes[first].id)}${others}`;
    const msg = `node ${shown(nodes[second].id)} is labelled ${ROOT_LABEL}, ${so}; one node should be`;
    problem(problems, ['nodes', second, 'labels'], msg);
  }
  for (const place of roots) {
    const why = unaddressable(String(nodes[place].id));
    if (why !== null)
      problem(problems, ['nodes', place, 'id'], `the ${ROOT_LABEL} node ${shown(nodes[place].id)} ${why}`);
  }
  return roots;
}

/** Places of the nodes that share an edge with each node. */
function neighboursOf(
  { nodes, edges }: CheckedGraph,
  places: ReadonlyMap<string | number, number>,
  problems: Problem[],
): number[][] {
  const neighbours: number[][] = nodes.map(() => []);
  for (const [place, { from, to }] of edges.entries()) {
    const ends = { from: places.get(from), to: places.get(to) };
    for (const [side, id] of [
      ['from', from],
      ['to', to],
    ] as const) {
      if (ends[side] !== undefined) continue;
      const msg = `edge ${place} (${shown(from)} to ${shown(to)}): its '${side}' ${shown(id)} is no node of the graph`;
      problem(problems, ['edges', place, side], msg);
    }
    if (ends.from === undefined || ends.to === undefined) continue;
    neighbours[ends.from].push(ends.to);
    neighbours[ends.to].push(ends.from);
  }
  return neighbours;
}

function findUnreached(
  { nodes }: CheckedGraph,
  roots: readonly number[],
  neighbours: readonly number[][],
  problems: Problem[],
): void {
  const reached = new Set(roots);
  // The set grows while it is walked: what is added is visited as well.
  for (const place of reached) for (const next of neighbours[place]) reached.add(next);
  for (const [place, { id }] of nodes.entries()) {
    if (reached.has(place)) continue;
    problem(problems, ['nodes', place], `node ${shown(id)} is not connected to the ${ROOT_LABEL} node`);
  }
}

function problem(problems: Problem[], loc: (string | number)[], msg: string): void {
  problems.push({ loc: ['body', ...loc], msg, type: 'value_error' });
}

/** An id as messages show it. */
function shown(id: string | number): string {
  return typeof id === 'number' ? String(id) : `'${beginning(id)}'`;
}

/** The beginning of a text, as messages show what may be long. */
export function beginning(text: string): string {
  const whole = text.toWellFormed();
  return whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
}
