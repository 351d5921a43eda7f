import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { ROOT_LABEL } from '../pattern-problems.ts';

/** What a node is in a pattern, which its drawing shows by shape and colour. */
export type ElementKind = 'root' | 'operator' | 'data' | 'result' | 'other';

/** Labels of what operators read: the terms of Croissant, and those of the platform's patterns. */
const DATA =
  /^(sc:|cr:)|^(Data|Dataset|File|FileObject|FileSet|RecordSet|Field|Table|Column)$|Database$|^(CSV|PDF|TextSet|ImageSet)$/;

/** The kind of every node, in their order. What an operator puts out is a result, whatever else it is. */
export function elementKinds({ nodes, edges }: PgJson): ElementKind[] {
  const outputs = new Set(edges.filter(({ labels }) => labels.includes('output')).map(({ to }) => to));
  return nodes.map(({ id, labels }) => {
    if (labels.includes(ROOT_LABEL)) return 'root';
    if (labels.some((label) => label.endsWith('Operator'))) return 'operator';
    if (outputs.has(id) || labels.some((label) => label.startsWith('Result'))) return 'result';
    return labels.some((label) => DATA.test(label)) ? 'data' : 'other';
  });
}
