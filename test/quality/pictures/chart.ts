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
interface Mark {
  readonly x: number;
  readonly y: number;
  readonly expected: number;
  readonly colour: string;
}

/** Lines over one axis of values. */
interface Plot {
  readonly y: Axis;
  readonly lines: readonly Line[];
}

/** What is drawn. */
export interface Chart extends Plot {
  readonly title: string;
  /** Said below the title, broken into lines. */
  readonly words: string;
  readonly x: Axis;
  readonly marks: readonly Mark[];
  /** What stands in the legend beside the labels of lines. */
  readonly keys: readonly { readonly colour: string; readonly label: string }[];
  /** Stretches of x that are shaded. */
  readonly spans?: readonly { readonly from: number; readonly to: number; readonly colour: string }[];
  /** A second plot below the first, over the same x. */
  readonly below?: Plot;
}

const WIDTH = 760;
/** The plot inside, and the one below it. */
const [LEFT, RIGHT, TOP, BOTTOM] = [56, WIDTH - 14, 92, 336];
const [TOP_BELOW, BOTTOM_BELOW] = [BOTTOM + 18, BOTTOM + 148];
/** Below the plots: the ticks and the title of x. */
const FOOT = 44;
/** Most characters of the title, and of the words in a line. */
const TITLE = 84;
const WORDS_WIDTH = 106;
const WORDS_LINES = 2;
/** Width of a character of the legend and of a tick, about [px]: digits are wide. */
const [CHARACTER, DIGIT] = [6.2, 7.2];
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
  const words = linesOf(chart.words, WORDS_WIDTH, WORDS_LINES);
  const keys = [
    ...chart.lines.flatMap(({ colour, label }) => (label === undefined ? [] : [{ colour, label }])),
    ...chart.keys,
  ];
  let keyX = LEFT;
  const legend = keys.map(({ colour, label }) => {
    const at = keyX;
    keyX += 30 + CHARACTER * label.length;
    return `<rect x="${px(at)}" y="72" width="12" height="8" fill="${colour}"/>${drawnText([at + 16, 80], label)}`;
  });
  const bottom = chart.below === undefined ? BOTTOM : BOTTOM_BELOW;
  const height = bottom + FOOT;
  const y = placeIn(chart, TOP, BOTTOM);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="${INK}">`,
    `<title>${xmlText(chart.title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    drawnText([LEFT, 20], shortened(chart.title, TITLE), ' font-size="14" font-weight="bold"'),
    ...words.map((line, k) => drawnText([LEFT, 38 + 15 * k], line)),
    ...legend,
    ...drawnPlot(chart, chart, x, TOP, BOTTOM),
    ...(chart.below === undefined ? [] : drawnPlot(chart, chart.below, x, TOP_BELOW, BOTTOM_BELOW)),
    ...chart.x.ticks
      .filter(({ at, text }) => x(at) + (DIGIT / 2) * text.length <= WIDTH)
      .map(({ at, text }) => drawnText([x(at), bottom + 16], text, ' text-anchor="middle"')),
    drawnText([(LEFT + RIGHT) / 2, height - 8], chart.x.title, ' text-anchor="middle"'),
    ...chart.marks.map(({ x: at, y: value, expected, colour }) => {
      const [px0, py0, py1] = [px(x(at)), px(y(value)), px(y(expected))];
      const tick = `M${px(x(at) - TICK)} ${py1}h${2 * TICK}M${px0} ${py1}V${py0}`;
      return `<path d="${tick}" stroke="${colour}" stroke-width="1.5" fill="none"/><circle cx="${px0}" cy="${py0}" r="${RADIUS}" fill="${colour}"/>`;
    }),
    '</svg>\n',
  ].join('\n');
}

/** Pixel of a value in a plot between two heights [px]. */
function placeIn(plot: Plot, top: number, bottom: number): (value: number) => number {
  return (value) => bottom - placeOn(plot.y, value) * (bottom - top);
}

/** One plot between two heights [px]: shaded stretches, ticks of both axes, lines. */
function drawnPlot(chart: Chart, plot: Plot, x: (value: number) => number, top: number, bottom: number): string[] {
  const y = placeIn(plot, top, bottom);
  const middle = (top + bottom) / 2;
  return [
    ...(chart.spans ?? []).map(
      ({ from, to, colour }) =>
        `<rect x="${px(x(from))}" y="${top}" width="${px(x(to) - x(from))}" height="${bottom - top}" fill="${colour}"/>`,
    ),
    ...plot.y.ticks.map(({ at, text }) =>
      [
        `<path d="M${LEFT} ${px(y(at))}H${RIGHT}" stroke="${PALE}"/>`,
        drawnText([LEFT - 6, y(at) + 4], text, ' text-anchor="end"'),
      ].join(''),
    ),
    ...chart.x.ticks.map(({ at }) => `<path d="M${px(x(at))} ${top}V${bottom}" stroke="${PALE}"/>`),
    drawnText([14, middle], plot.y.title, ` text-anchor="middle" transform="rotate(-90 14 ${middle})"`),
    ...plot.lines.flatMap((line) => drawnLine(line, x, y)),
  ];
}

/** @param at where it begins, or what it is anchored at [px] */
function drawnText(at: readonly [x: number, y: number], content: string, attributes = ''): string {
  return `<text x="${px(at[0])}" y="${px(at[1])}"${attributes}>${xmlText(content)}</text>`;
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
