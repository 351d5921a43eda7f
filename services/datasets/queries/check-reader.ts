import { FILE_READERS } from './allowed-functions.ts';
import type { TreeNode } from './check-tree.ts';
import { named, refused } from './refused.ts';

/** True for a function in FROM that reads files and may be used. */
export function isReader(name: string): boolean {
  return FILE_READERS.has(name);
}

/**
 * Looks at the arguments of a function that reads files: given files first, written out, then options by name.
 *
 * @throws HalcyonError `query_failed` for any other file and any option that is not known to be harmless
 */
export function checkReader(name: string, children: readonly TreeNode[], files: ReadonlySet<string>): void {
  const [first, ...options] = children;
  const paths = first === undefined || optionName(first) !== null ? null : constantPaths(first);
  if (paths === null) {
    throw refused(`${name} takes a file of the query as its first argument, ${name}({{arg1}}), or a list of them.`);
  }
  const other = paths.find((path) => !files.has(path));
  if (other !== undefined) {
    throw refused(
      `${name} cannot read ${named(other)}: only the files that the query is given, as {{arg1}}, {{arg2}}.`,
    );
  }
  for (const child of options) {
    const option = optionName(child);
    if (option === null) throw refused(`After its files, ${name} takes options by name, such as header = true.`);
    if (FILE_READERS.get(name)?.has(option.toLowerCase())) continue;
    throw refused(`The option ${named(option)} of ${name} cannot be used in a query.`);
  }
}

/** Name of an option, `name = value` or `name := value`; null for a plain argument. */
function optionName(child: TreeNode): string | null {
  const { alias, type, left } = child;
  if (typeof alias === 'string' && alias !== '') return alias;
  const columns = type === 'COMPARE_EQUAL' ? (left as TreeNode)['column_names'] : undefined;
  return Array.isArray(columns) && columns.length === 1 ? String(columns[0]) : null;
}

/** The paths of a text or a list of texts; null where they would only be known when the statement runs. */
function constantPaths(node: TreeNode): string[] | null {
  if (node['class'] === 'CONSTANT') {
    const { value } = node['value'] as TreeNode;
    return typeof value === 'string' ? [value] : null;
  }
  if (node['class'] !== 'FUNCTION' || node['function_name'] !== 'list_value') return null;
  const parts = ((node['children'] ?? []) as TreeNode[]).map(constantPaths);
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}
