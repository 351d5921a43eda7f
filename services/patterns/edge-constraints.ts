import type { Problem } from '../../schemas/errors.ts';
import { firstProblems } from '../../schemas/http/first-problems.ts';
import { beginning, type CheckedGraph, ROOT_LABEL } from './pattern-problems.ts';
import { LINK_LABELS, TASK_LABEL } from './task-links.ts';

/** What an edge of a label connects: a node with one of some labels, and one with one of others. */
interface EdgeConstraint {
  /** Labels of the edge; any of them. */
  readonly edge: readonly string[];
  /** What the labels of the node at one end match, and of the one at the other. */
  readonly ends: readonly [RegExp, RegExp];
  /** In words, for messages. */
  readonly words: string;
}

const ROOT = new RegExp(`^${ROOT_LABEL}$`);
const OPERATOR = /Operator$/;
const TASK = new RegExp(`^${TASK_LABEL}$`);
const USER = /^User$/;
const DATASET = /^(?:\w+:)?Dataset$/;
/** What is read or made: a dataset, what it consists of, or a result. */
const DATA =
  /^(?:\w+:)?(?:Dataset|FileObject|FileSet|RecordSet|Field|DatabaseConnection|Data|CSV|Table|Column|PDF|Text|Image|RelationalDatabase|Result\w*|\w*(?:Set|Data))$/;
const PART = /^(?:\w+:)?(?:FileObject|FileSet|CSV|Table|PDF|RelationalDatabase|\w*Set)$/;

/**
 * What edges of patterns connect, in either direction: versions of the platform write some of them from, others to the
 * operator. Edges of other labels connect what they will.
 */
const CONSTRAINTS: readonly EdgeConstraint[] = [
  { edge: ['consist_of', 'consistOf'], ends: [ROOT, OPERATOR], words: `the ${ROOT_LABEL} node and an operator` },
  { edge: ['input'], ends: [OPERATOR, DATA], words: 'an operator and what it reads' },
  { edge: ['output'], ends: [OPERATOR, DATA], words: 'an operator and what it makes' },
  { edge: ['follows'], ends: [OPERATOR, OPERATOR], words: 'two operators' },
  {
    edge: [...LINK_LABELS, 'isAccomplished', 'isAchieved'],
    ends: [TASK, ROOT],
    words: `a ${TASK_LABEL} node and the ${ROOT_LABEL} node`,
  },
  { edge: ['request'], ends: [USER, TASK], words: `a User node and a ${TASK_LABEL} node` },
  { edge: ['intervene'], ends: [USER, OPERATOR], words: 'a User node and an operator' },
  { edge: ['distribution'], ends: [DATASET, PART], words: 'a dataset and one of its files' },
];

/** The edges of a graph that connect what edges of their label do not; ends that are no nodes are told elsewhere. */
export function edgeProblems({ nodes, edges }: CheckedGraph): Problem[] {
  const labels = new Map(nodes.map((node) => [node.id, node.labels]));
  const problems: Problem[] = [];
  for (const [place, edge] of edges.entries()) {
    const [from, to] = [labels.get(edge.from), labels.get(edge.to)];
    if (from === undefined || to === undefined) continue;
    for (const { edge: names, ends, words } of CONSTRAINTS) {
      const name = edge.labels.find((label) => names.includes(label));
      if (name === undefined || joins(ends, from, to) || joins(ends, to, from)) continue;
      const msg =
        `edge ${place} ('${beginning(String(edge.from))}' to '${beginning(String(edge.to))}') is labelled '${name}', which connects ${words}; ` +
        `here it connects ${shown(from)} and ${shown(to)}`;
      problems.push({ loc: ['body', 'edges', place, 'labels'], msg, type: 'value_error' });
    }
  }
  return firstProblems(problems);
}

function joins([one, other]: EdgeConstraint['ends'], from: readonly string[], to: readonly string[]): boolean {
  return from.some((label) => one.test(label)) && to.some((label) => other.test(label));
}

/** The labels of a node, as messages show them. */
function shown(labels: readonly string[]): string {
  return labels.length === 0 ? 'a node without a label' : labels.slice(0, 3).map(beginning).join(' and ');
}
