import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';

/** What a selector of a query asks for: a metric and the labels that are named with it. */
export interface NamedInQuery {
  readonly metrics: readonly string[];
  /** Labels of matchers and of groupings. */
  readonly labels: readonly string[];
}

/**
 * What a query names, by the grammar that Prometheus' own pages read queries with.
 *
 * @throws Error where the query is none
 */
export function namesOf(query: string): NamedInQuery {
  const metrics = new Set<string>();
  const labels = new Set<string>();
  const read = ({ from, to }: SyntaxNode) => query.slice(from, to);
  parser.parse(query).iterate({
    enter: ({ node }) => {
      if (node.type.isError) throw new Error(`no PromQL at ${node.from}: ${query}`);
      if (node.name === 'VectorSelector' && node.firstChild?.name === 'Identifier') metrics.add(read(node.firstChild));
      if (node.name === 'LabelName') labels.add(read(node));
    },
  });
  return { metrics: [...metrics], labels: [...labels] };
}
