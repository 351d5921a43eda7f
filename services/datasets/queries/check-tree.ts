import { EXPRESSION_FUNCTIONS, ROW_FUNCTIONS } from './allowed-functions.ts';
import { checkReader, isReader } from './check-reader.ts';
import { named, refused } from './refused.ts';

/** An object of the tree: a query, a table in FROM, an expression, or a part of one. */
export type TreeNode = Readonly<Record<string, unknown>>;

/** Classes of expressions that may stand in a statement; left out are parameters, which nobody would fill. */
const EXPRESSIONS = new Set(
  `BETWEEN CASE CAST COLLATE COLUMN_REF COMPARISON CONJUNCTION CONSTANT FUNCTION LAMBDA OPERATOR POSITIONAL_REFERENCE
  STAR SUBQUERY WINDOW`.split(/\s+/),
);

/** Queries, tables and what else of a tree carries a type by name. Tables and functions are looked at more closely. */
const PARTS = new Set(
  `SELECT_NODE SET_OPERATION_NODE RECURSIVE_CTE_NODE
  BASE_TABLE EMPTY EXPRESSION_LIST JOIN PIVOT SHOW_REF SUBQUERY TABLE_FUNCTION
  DISTINCT_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER ORDER_MODIFIER ORDER_DEFAULT ASCENDING DESCENDING
  ARRAY_TYPE_INFO DECIMAL_TYPE_INFO GENERIC_TYPE_INFO LIST_TYPE_INFO STRUCT_TYPE_INFO UNBOUND_TYPE_INFO`.split(/\s+/),
);

/** The engine's own tables and views stand under these names, also without their schema. */
const ENGINE_TABLE = /^(duckdb|pg|pragma|sqlite)_/i;
/** A table of such a name is looked for among the files. */
const FILE_LIKE = /[./\\:*?[\]]/;

/**
 * Looks at every object of a statement's tree, as the engine's parser has made it, and refuses what is not known to do
 * nothing but compute over the given files.
 *
 * @param files paths of the given files as they stand in the statement
 * @throws HalcyonError `query_failed` that names what is refused
 */
export function checkTree(tree: TreeNode, files: ReadonlySet<string>): void {
  const names = withNames(tree);
  const calls = new Set<unknown>();
  for (const node of nodesOf(tree)) {
    // The function of a table was judged with it: it stands on another list than those of expressions.
    if (calls.has(node)) continue;
    checkNode(node, names, files);
    if (node['type'] === 'TABLE_FUNCTION') calls.add(node['function']);
  }
}

function checkNode(node: TreeNode, names: ReadonlySet<string>, files: ReadonlySet<string>): void {
  const { class: expression, type } = node;
  if (typeof expression === 'string') {
    if (expression === 'PARAMETER') {
      throw refused('Parameters such as $1 or ? have no value here: write the value itself.');
    }
    if (!EXPRESSIONS.has(expression)) throw refused(`Expressions of the kind ${expression} cannot be used in a query.`);
    // Not by its class: window functions have a name too.
    if ('function_name' in node) checkFunction(String(node['function_name']));
    return;
  }
  if (typeof type !== 'string') return;
  if (!PARTS.has(type)) throw refused(`A part of the statement of the kind ${type} cannot be used in a query.`);
  if (type === 'BASE_TABLE') checkTable(node, names, files);
  if (type === 'TABLE_FUNCTION') checkTableFunction(node['function'] as TreeNode, files);
  if (type === 'SHOW_REF' && (node['query'] ?? null) === null) {
    throw refused('SHOW cannot be used in a query: DESCRIBE {{arg1}} lists the columns of a file.');
  }
}

function checkFunction(name: string): void {
  if (EXPRESSION_FUNCTIONS.has(name.toLowerCase())) return;
  throw refused(
    `The function ${named(name)} cannot be used in a query: it is misspelt, or not one of those that only compute. Functions of numbers, text, times, lists, structs and JSON, aggregates and window functions can.`,
  );
}

function checkTable(node: TreeNode, names: ReadonlySet<string>, files: ReadonlySet<string>): void {
  const [catalogue, schema, table] = ['catalog_name', 'schema_name', 'table_name'].map((key) =>
    String(node[key] ?? ''),
  );
  // `recurring` is how a recursive WITH with a key reads what it has gathered so far.
  const inSchema = catalogue !== '' || (schema !== '' && schema !== 'recurring');
  if (!inSchema && schema === '' && files.has(table)) return;
  if (!inSchema && names.has(table.toLowerCase()) && !ENGINE_TABLE.test(table) && !FILE_LIKE.test(table)) return;
  const whole = [catalogue, schema, table].filter((part) => part !== '').join('.');
  throw refused(
    `${named(whole)} cannot be read: a query reads the files that it is given, as {{arg1}}, {{arg2}} and so on, and what its own WITH names.`,
  );
}

function checkTableFunction(call: TreeNode, files: ReadonlySet<string>): void {
  const name = String(call['function_name']).toLowerCase();
  if (isReader(name)) checkReader(name, (call['children'] ?? []) as TreeNode[], files);
  else if (!ROW_FUNCTIONS.has(name)) {
    throw refused(
      `The function ${named(name)} cannot be used in FROM: files are read by read_csv, read_json and read_parquet or by {{arg1}} alone, rows are made by range, generate_series, unnest, repeat, json_each and json_tree.`,
    );
  }
}

/*
 * The names that the statement gives by WITH, wherever they hold: outside of that the engine finds nothing by such a name,
 * as there are no tables of users, and neither its own tables nor files are let through by it.
 */
function withNames(tree: TreeNode): Set<string> {
  const names = new Set<string>();
  for (const node of nodesOf(tree)) {
    const given = node['cte_map'] as { map?: { key: string }[] } | undefined;
    for (const { key } of given?.map ?? []) names.add(key.toLowerCase());
  }
  return names;
}

/** Every object of a tree, parents first. Not recursive: a statement may be nested deeper than the stack goes. */
function* nodesOf(tree: TreeNode): Generator<TreeNode> {
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (!Array.isArray(one)) yield one as TreeNode;
    for (const part of Object.values(one)) left.push(part);
  }
}
