import type { PgJson } from '../../../schemas/http/patterns/pg-json.ts';
import { boxLines } from './box-lines.ts';
import { shortened, xmlText } from './drawn-text.ts';
import { elementKinds } from './element-kind.ts';

/** Most characters of a property's value, and of a tooltip. */
const [VALUE, TOOLTIP] = [200, 2_000];

/** The drawn nodes and edges, with the titles that Graphviz gives them, which are but the names of `dotGraph`. */
const DRAWN = /(<g id="([ne])(\d+)" class="[a-z]+">\s*<title>)[^<]*(<\/title>)([\s\S]*?<\/g>)/g;

/**
 * Gives every drawn node and edge its tooltip, an SVG title (kind, id, labels and properties), and the lines of a box
 * their weight and size: Graphviz centres lines of one kind only.
 *
 * @param svg what Graphviz drew of `dotGraph(pattern)`
 */
export function finishedSvg(svg: string, pattern: PgJson): string {
  const kinds = elementKinds(pattern);
  // Without the document type: it names an address, and browsers need none.
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(DRAWN, (_whole, before: string, list: string, name: string, after: string, shapes: string) => {
      const place = Number(name);
      const isNode = list === 'n';
      const text = isNode ? nodeTitle(pattern, place, kinds[place]) : edgeTitle(pattern, place);
      const drawn = isNode ? weighted(shapes, boxLines(pattern.nodes[place]).name.length) : shapes;
      return `${before}${xmlText(shortened(text, TOOLTIP))}${after}${drawn}`;
    });
}

/** Lines of a box as they are drawn: the first `names` in bold, the others small. */
function weighted(shapes: string, names: number): string {
  let line = 0;
  return shapes.replace(/<text ([^>]*)font-size="[\d.]+"/g, (_whole, attributes: string) => {
    line += 1;
    return `<text ${attributes}${line <= names ? 'font-weight="bold" font-size="13"' : 'font-size="10"'}`;
  });
}

function nodeTitle({ nodes }: PgJson, place: number, kind: string): string {
  const { id, labels, properties } = nodes[place];
  return [`${id} (${kind})`, labels.join(', '), ...propertyLines(properties)].filter(Boolean).join('\n');
}

function edgeTitle({ edges }: PgJson, place: number): string {
  const { from, to, labels, properties } = edges[place];
  return [labels.join(', '), `${from} → ${to}`, ...propertyLines(properties)].filter(Boolean).join('\n');
}

function propertyLines(properties: Readonly<Record<string, unknown>> | null | undefined): string[] {
  return Object.entries(properties ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${shortened(name, VALUE)}: ${shortened(text, VALUE)}`;
  });
}
