import { HalcyonError } from '../../../schemas/errors.ts';
import type { DatasetGraph, GraphNode } from '../../../schemas/http/datasets/property-graph.ts';
import { patternProblems, ROOT_LABEL } from '../../patterns/pattern-problems.ts';
import { CONSIST_OF, DATASET, hasLabel, OPERATOR, patternLabels, SQL_OPERATOR, USER } from './labels.ts';
import { parametersOf, propertyOf } from './node-property.ts';

/** What a request can ask for, by the `Process` of its pattern, and the `command` of the operator that goes with it. */
const COMMANDS = { register: 'create', update: 'update', load: 'update', query: 'query' } as const;
export type Process = keyof typeof COMMANDS;

/** How many nodes of a label a request has. */
const ONE = { least: 1, most: 1, words: 'exactly one node' } as const;
const SOME = { least: 1, most: Number.POSITIVE_INFINITY, words: 'at least one node' } as const;

/** The nodes of a request by what they are in it. */
export interface RequestRoles {
  readonly pattern: GraphNode;
  readonly operators: readonly GraphNode[];
  readonly datasets: readonly GraphNode[];
}

/**
 * Finds the nodes of a request that say what is asked for.
 *
 * @throws HalcyonError `malformed_pattern` that names everything that does not fit
 */
export function rolesOf(graph: DatasetGraph, process: Process): RequestRoles {
  const problems: string[] = [];
  const labelled = (
    label: string,
    { least, most, words }: typeof ONE | typeof SOME,
    otherwise: () => readonly GraphNode[] = () => [],
  ) => {
    const own = graph.nodes.filter((node) => hasLabel(node, label));
    const nodes = own.length > 0 ? own : otherwise();
    if (nodes.length < least || nodes.length > most) {
      problems.push(`a request to ${process} has ${words} labelled ${label}, this one has ${nodes.length}`);
    }
    return nodes;
  };
  const one = process === 'register' || process === 'load' ? ONE : SOME;
  const [pattern] = labelled(ROOT_LABEL, ONE);
  const label = process === 'query' ? SQL_OPERATOR : OPERATOR;
  const operators = labelled(label, process === 'query' ? SOME : ONE, () => partsOf(graph, pattern));
  labelled(USER, ONE);
  const datasets = labelled(DATASET, one);
  if (pattern !== undefined && !says(propertyOf(pattern, 'Process'), process)) {
    const given = shown(propertyOf(pattern, 'Process'));
    problems.push(`the ${ROOT_LABEL} node's Process should be '${process}', it is ${given}`);
  }
  for (const operator of operators) {
    // Some versions have it among the parameters, others beside them; where it is nowhere, `Process` says it alone.
    const given = [
      ['Parameters.command', parametersOf(operator)['command']],
      ['command', propertyOf(operator, 'command')],
    ] as const;
    for (const [place, command] of given) {
      if (command === undefined || says(command, COMMANDS[process])) continue;
      const right = `${place} '${COMMANDS[process]}'`;
      problems.push(`the operator ${shown(operator['@id'])} should have ${right}, it is ${shown(command)}`);
    }
  }
  problems.push(...structureProblems(graph));
  if (problems.length > 0) throw malformed(problems);
  return { pattern, operators, datasets };
}

/** What a pattern consists of: its operators, whatever they are called. */
function partsOf({ nodes, edges }: DatasetGraph, pattern: GraphNode | undefined): GraphNode[] {
  const own = edges.filter((edge) => edge.from === pattern?.['@id'] && hasLabel(edge, CONSIST_OF));
  // An operator of the other kind is one, and the wrong one.
  const isKnown = (node: GraphNode) => hasLabel(node, OPERATOR) || hasLabel(node, SQL_OPERATOR);
  return nodes.filter((node) => !isKnown(node) && own.some(({ to }) => to === node['@id']));
}

/** True for a word in any case. */
function says(given: unknown, word: string): boolean {
  return typeof given === 'string' && given.toLowerCase() === word;
}

/** An error that names problems of a request's graph. */
export function malformed(problems: readonly string[]): HalcyonError {
  return new HalcyonError('malformed_pattern', problems.join('; '));
}

/** A value of a request as messages repeat it. */
export function shown(value: unknown): string {
  if (value === undefined) return 'not given';
  const text = typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? 'not given');
  return `'${text.length > 80 ? `${text.slice(0, 80)}…` : text}'`;
}

/** What keeps the graph from being a pattern at all; how many roots it has is said already. */
function structureProblems({ nodes, edges }: DatasetGraph): string[] {
  const checked = { nodes: nodes.map((node) => ({ id: node['@id'], labels: patternLabels(node) })), edges };
  const ofRoots = new RegExp(`labelled ${ROOT_LABEL}`);
  return patternProblems(checked)
    .map(({ msg }) => msg)
    .filter((message) => !ofRoots.test(message));
}
