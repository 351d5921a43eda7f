import { linesOf, shortened, xmlText } from '../../../services/patterns/drawing/drawn-text.ts';
import { type Axis, placeOn } from './axis.ts';

/** A line through points; it is broken where one is NaN. */
export interface Line {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly colour: string;
  readonly width: number;
  /** Said of it in the legend; none where it is not given. */
  readonly label?: string;
  readonly dots?: boolean;
}

/** A value that is marked, and a tick where it was expected, with a line between the two. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly expected: number;
  readonly colour: string;
}

/** What is drawn. */
export interface Chart {
  readonly title: string;
  /** Said below the title, broken into lines. */
  readonly words: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  /** What stands in the legend beside the labels of lines. */
  readonly keys: readonly { readonly colour: string; readonly label: string }[];
}

const [WIDTH, HEIGHT] = [760, 380];
/** The plot inside. */
const [LEFT, RIGHT, TOP, BOTTOM] = [56, WIDTH - 14, 92, HEIGHT - 44];
/** Most characters of the title, and of the words in a line. */
const TITLE = 92;
const WORDS_WIDTH = 118;
const WORDS_LINES = 2;
/** Half the width of the tick of an expectation, and the radius of a marked value [px]. */
const [TICK, RADIUS] = [5, 3.5];
const [INK, PALE] = ['#333', '#ddd'];

/** A number of pixels, as short as it can be. */
function px(value: number): string {
  return String(Number(value.toFixed(1)));
}

/** A chart as an SVG document that needs nothing else. */
export function drawnChart(chart: Chart): string {
  const x = (value: number) => LEFT + placeOn(chart.x, value) * (RIGHT - LEFT);
  const y = (value: number) => BOTTOM - placeOn(chart.y, value) * (BOTTOM - TOP);
  const text = (at: readonly [number, number], content: string, attributes = '') =>
    `<text x="${px(at[0])}" y="${px(at[1])}"${attributes}>${xmlText(content)}</text>`;
  const words = linesOf(chart.words, WORDS_WIDTH, WORDS_LINES);
  const keys = [
    ...chart.lines.flatMap(({ colour, label }) => (label === undefined ? [] : [{ colour, label }])),
    ...chart.keys,
  ];
  let keyX = LEFT;
  const legend = keys.map(({ colour, label }) => {
    const at = keyX;
    keyX += 30 + 6.2 * label.length;
    return `<rect x="${px(at)}" y="72" width="12" height="8" fill="${colour}"/>${text([at + 16, 80], label)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="${INK}">`,
    `<title>${xmlText(chart.title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text([LEFT, 20], shortened(chart.title, TITLE), ' font-size="14" font-weight="bold"'),
    ...words.map((line, k) => text([LEFT, 38 + 15 * k], line)),
    ...legend,
    ...chart.y.ticks.map(({ at, text: said }) =>
      [
        `<path d="M${LEFT} ${px(y(at))}H${RIGHT}" stroke="${PALE}"/>`,
        text([LEFT - 6, y(at) + 4], said, ' text-anchor="end"'),
      ].join(''),
    ),
    ...chart.x.ticks.map(({ at, text: said }) =>
      [
        `<path d="M${px(x(at))} ${TOP}V${BOTTOM}" stroke="${PALE}"/>`,
        text([x(at), BOTTOM + 16], said, ' text-anchor="middle"'),
      ].join(''),
    ),
    text([(LEFT + RIGHT) / 2, HEIGHT - 8], chart.x.title, ' text-anchor="middle"'),
    text(
      [14, (TOP + BOTTOM) / 2],
      chart.y.title,
      ` text-anchor="middle" transform="rotate(-90 14 ${(TOP + BOTTOM) / 2})"`,
    ),
    ...chart.lines.flatMap((line) => drawnLine(line, x, y)),
    ...chart.marks.map(({ x: at, y: value, expected, colour }) => {
      const [px0, py0, py1] = [px(x(at)), px(y(value)), px(y(expected))];
      const tick = `M${px(x(at) - TICK)} ${py1}h${2 * TICK}M${px0} ${py1}V${py0}`;
      return `<path d="${tick}" stroke="${colour}" stroke-width="1.5" fill="none"/><circle cx="${px0}" cy="${py0}" r="${RADIUS}" fill="${colour}"/>`;
    }),
    '</svg>\n',
  ].join('\n');
}

function drawnLine(line: Line, x: (value: number) => number, y: (value: number) => number): string[] {
  let pen = 'M';
  let path = '';
  for (const [at, value] of line.points) {
    if (Number.isNaN(value)) {
      pen = 'M';
      continue;
    }
    path += `${pen}${px(x(at))} ${px(y(value))}`;
    pen = 'L';
  }
  const drawn = `<path d="${path}" fill="none" stroke="${line.colour}" stroke-width="${line.width}" stroke-linejoin="round"/>`;
  const dots = line.dots === true ? line.points.filter(([, value]) => !Number.isNaN(value)) : [];
  return [
    drawn,
    ...dots.map(
      ([at, value]) => `<circle cx="${px(x(at))}" cy="${px(y(value))}" r="${RADIUS}" fill="${line.colour}"/>`,
    ),
  ];
}
