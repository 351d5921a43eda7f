import { parseSync } from 'vite';

/** A text in the sources of the pages that people would read, and that no catalogue has. */
export interface PageText {
  readonly line: number;
  readonly text: string;
}

/** A node of the syntax tree (ESTree), as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Names of attributes and properties whose text is for people. */
const WORDED = new Set([
  'aria-label',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
  'text',
  'does',
]);
/** Names of attributes and properties whose text is for the machine, whatever it looks like. */
const MACHINE = new Set(['class', 'role', 'type', 'autocomplete', 'font', 'name', 'viewBox', 'd', 'id', 'rel', 'href']);
/** Functions that are given words: of each from which argument on. */
const WORDED_CALLS: Readonly<Record<string, number>> = { element: 2, drawing: 2, refill: 1, announce: 0 };
/** What is thrown by a programmer's mistake, and names of HTTP headers, are no text of the pages. */
const MACHINE_CALLS = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'message',
  'headers',
  'querySelector',
  'found',
  'colour',
]);

/**
 * The texts of a source that people would read: what an element is given, what attributes for people say, and any other
 * text that looks like a sentence or begins like one.
 *
 * @param source TypeScript
 */
export function pageTexts(file: string, source: string): PageText[] {
  const found: PageText[] = [];
  const lineOf = (start: number) => source.slice(0, start).split('\n').length;
  const take = (node: Node, isWorded: boolean) => {
    const text = textOf(node);
    if (text === null || !(isWorded ? /\p{L}{2}/u.test(text) : looksLikeWords(text))) return;
    found.push({ line: lineOf(node.start), text });
  };
  const look = (node: Node, isWorded: boolean): void => {
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS') || node.type.startsWith('Export')) {
      if (node.type !== 'ExportNamedDeclaration') return;
    }
    take(node, isWorded);
    if (node.type === 'Property') {
      const name = nameOf(node['key'] as Node);
      if (MACHINE.has(name)) return;
      look(node['value'] as Node, WORDED.has(name));
      return;
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = nameOf(node['callee'] as Node);
      if (MACHINE_CALLS.has(name)) return;
      const from = WORDED_CALLS[name] ?? Number.POSITIVE_INFINITY;
      look(node['callee'] as Node, false);
      for (const [k, argument] of (node['arguments'] as Node[]).entries()) look(argument, k >= from);
      return;
    }
    if (node.type === 'AssignmentExpression' && nameOf(node['left'] as Node) === 'textContent') {
      look(node['right'] as Node, true);
      return;
    }
    // A text that another is chosen by is not shown, and neither is the field of a record.
    const isPassedOn = ['ConditionalExpression', 'LogicalExpression', 'TemplateLiteral', 'ArrayExpression'].includes(
      node.type,
    );
    for (const [field, value] of Object.entries(node)) {
      if (field === 'test' || (node.type === 'BinaryExpression' && node['operator'] !== '+')) continue;
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) look(child, isWorded && isPassedOn && !(field === 'left' && node['operator'] === '&&'));
      }
    }
  };
  look(parseSync(file, source).program as unknown as Node, false);
  return found;
}

/** Two words, or one that begins with a capital as labels do. */
function looksLikeWords(text: string): boolean {
  return /\p{L}{2,} \p{L}+/u.test(text) || /^\p{Lu}\p{Ll}{2,}$/u.test(text.trim());
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateElement') return (node['value'] as { cooked: string }).cooked;
  return null;
}

function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node['property'] as Node);
  return String(node['name'] ?? node['value'] ?? '');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
