import { drawing } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { kindOf, type NodeKind, nameOf, type Pattern } from './pattern-graph.ts';
import { NODE, patternLayout } from './pattern-layout.ts';

/** Longest text on a node, in letters. */
const LETTERS = 20;
/** Around the picture [px]. */
const EDGE = 12;

/** Outlines of the nodes by what they are, about their top left corner. */
const OUTLINES: Readonly<Record<NodeKind, string>> = outlines();

function outlines(): Record<NodeKind, string> {
  const { width: w, height: h } = NODE;
  return {
    root: `M0 0H${w}V${h}H0ZM4 4V${h - 4}H${w - 4}V4Z`,
    operator: `M14 0H${w - 14}L${w} ${h / 2}L${w - 14} ${h}H14L0 ${h / 2}Z`,
    data: `M0 6Q${w / 2} -6 ${w} 6V${h - 6}Q${w / 2} ${h + 6} 0 ${h - 6}Z`,
    other: `M10 0H${w - 10}Q${w} 0 ${w} 10V${h - 10}Q${w} ${h} ${w - 10} ${h}H10Q0 ${h} 0 ${h - 10}V10Q0 0 10 0Z`,
  };
}

/** What is wrong, by places in the lists of nodes and edges. */
export interface WrongPlaces {
  readonly nodes: ReadonlySet<number>;
  readonly edges: ReadonlySet<number>;
}

/**
 * A picture of a pattern: nodes with their types, and edges from one to the other.
 *
 * @param onNode somebody has pointed at a node, by its place in the list
 */
export function patternPicture(pattern: Pattern, wrong: WrongPlaces, onNode: (index: number) => void): SVGSVGElement {
  const { nodes, edges } = pattern;
  const { places, width, height } = patternLayout(pattern);
  const placeOf = new Map(nodes.map(({ id }, k) => [id, places[k]]));
  const lines = edges.flatMap(({ from, to, labels }, k) => {
    const [begin, end] = [placeOf.get(from), placeOf.get(to)];
    return begin === undefined || end === undefined ? [] : [edgeLine(begin, end, labels, wrong.edges.has(k))];
  });
  const boxes = nodes.map((one, k) => {
    const kind = kindOf(one);
    const text = (y: number, words: string, type: string) =>
      drawing('text', { x: NODE.width / 2, y, class: type }, shortened(words));
    return drawing(
      'g',
      {
        class: `node ${kind}${wrong.nodes.has(k) ? ' wrong' : ''}`,
        transform: `translate(${places[k].x} ${places[k].y})`,
        on: { click: () => onNode(k) },
      },
      drawing('path', { d: OUTLINES[kind] }),
      text(nameOf(one) === '' ? 27 : 19, one.labels[0] ?? '', 'type'),
      nameOf(one) !== '' && text(35, nameOf(one), 'name'),
    );
  });
  return drawing(
    'svg',
    {
      class: 'pattern-picture',
      role: 'img',
      'aria-label': message('patterns.picture', { nodes: nodes.length, edges: edges.length }),
      viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`,
      width: width + 2 * EDGE,
      height: height + 2 * EDGE,
    },
    drawing(
      'defs',
      {},
      drawing(
        'marker',
        { id: 'arrow', viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: 'auto' },
        drawing('path', { d: 'M0 0L8 4L0 8Z', class: 'arrow' }),
      ),
    ),
    ...lines,
    ...boxes,
  );
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** An edge from the side of one node to that of the other, with its label. */
function edgeLine(from: Place, to: Place, labels: readonly string[], isWrong: boolean): SVGElement {
  const middle = { x: NODE.width / 2, y: NODE.height / 2 };
  const side = (one: Place, other: Place): [number, number] => {
    if (other.x === one.x) return [one.x + middle.x, one.y + (other.y > one.y ? NODE.height : 0)];
    return [one.x + (other.x > one.x ? NODE.width : 0), one.y + middle.y];
  };
  const [beginX, beginY] = side(from, to);
  const [endX, endY] = side(to, from);
  return drawing(
    'g',
    { class: isWrong ? 'edge wrong' : 'edge' },
    drawing('path', { d: `M${beginX} ${beginY}L${endX} ${endY}`, 'marker-end': 'url(#arrow)' }),
    drawing('text', { x: (beginX + endX) / 2, y: (beginY + endY) / 2 - 5 }, labels[0] ?? ''),
  );
}

function shortened(text: string): string {
  return text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text;
}
