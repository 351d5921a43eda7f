import { drawing } from '../dom/element.ts';
import type { StationState } from '../state/station-state.ts';

/**
 * Shapes of the states, as SVG paths about the origin in a square of about [-1, 1]: told apart without colour, too. A
 * failure is a cross, what is suspected a triangle, weather a diamond, silence a bar, a silent sensor
 * two upright bars; what is well is a small dot.
 */
const SHAPES: Readonly<Record<StationState, string>> = {
  device_failure: 'M-1-.55-.55-1 0-.45.55-1 1-.55.45 0 1 .55.55 1 0 .45-.55 1-1 .55-.45 0Z',
  suspected: 'M0-1.05 1.05.8H-1.05Z',
  weather_event: 'M0-1.1 1.1 0 0 1.1-1.1 0Z',
  silent: 'M-.95-.3H.95V.3H-.95Z',
  silent_sensor: 'M-.8-.8H-.2V.8H-.8ZM.2-.8H.8V.8H.2Z',
  not_judged: 'M.4 0A.4.4 0 1 1-.4 0 .4.4 0 1 1 .4 0Z',
  good: 'M.6 0A.6.6 0 1 1-.6 0 .6.6 0 1 1 .6 0Z',
};

/** Custom property with the colour of a state, see style/colours.css. */
export function colourName(state: StationState): string {
  return `--${state.replaceAll('_', '-')}`;
}

/** True where a symbol is hollow: a verdict that later reports may still change. What is good or silent is no verdict. */
export function isHollow(state: StationState, provisional: boolean): boolean {
  return provisional && (state === 'device_failure' || state === 'suspected' || state === 'weather_event');
}

/** The symbol of a state in a text or a legend; decoration: the words beside it say the same. */
export function symbol(state: StationState, provisional = false): SVGSVGElement {
  const hollow = isHollow(state, provisional);
  return drawing(
    'svg',
    { class: `symbol ${state}${hollow ? ' hollow' : ''}`, viewBox: '-1.4 -1.4 2.8 2.8', 'aria-hidden': 'true' },
    drawing('path', { d: SHAPES[state] }),
  );
}

/** Colours that symbols are painted with. */
export interface Paints {
  readonly state: Readonly<Record<StationState, string>>;
  /** Behind hollow symbols, and around solid ones, so that they stand apart where they touch. */
  readonly paper: string;
}

/** Symbols painted once for each state, size and look, to be copied many times a frame. */
export class SymbolSheet {
  readonly #painted = new Map<string, HTMLCanvasElement>();
  readonly #paints: Paints;
  readonly #ratio: number;

  /** @param ratio device pixels of a CSS pixel */
  constructor(paints: Paints, ratio: number) {
    this.#paints = paints;
    this.#ratio = ratio;
  }

  /** A picture of a symbol of a radius [CSS px]; its centre is the symbol's. */
  picture(state: StationState, hollow: boolean, radius: number): HTMLCanvasElement {
    const key = `${state} ${hollow} ${radius}`;
    const known = this.#painted.get(key);
    if (known !== undefined) return known;
    const made = this.#paint(state, hollow, radius);
    this.#painted.set(key, made);
    return made;
  }

  #paint(state: StationState, hollow: boolean, radius: number): HTMLCanvasElement {
    const size = Math.ceil((2 * radius * 1.25 + 4) * this.#ratio);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const context = canvas.getContext('2d');
    if (context === null) return canvas;
    paintSymbol(context, this.#paints, state, hollow, size / 2, size / 2, radius * this.#ratio);
    return canvas;
  }
}

/**
 * Paints a symbol on a canvas; all numbers in its pixels.
 *
 * @param hollow of a verdict that may still change
 */
export function paintSymbol(
  context: CanvasRenderingContext2D,
  { state: colours, paper }: Paints,
  state: StationState,
  hollow: boolean,
  x: number,
  y: number,
  radius: number,
): void {
  const path = new Path2D(SHAPES[state]);
  const line = (share: number, style: string) => {
    context.lineWidth = share;
    context.strokeStyle = style;
    context.stroke(path);
  };
  context.save();
  context.translate(x, y);
  context.scale(radius, radius);
  context.lineJoin = 'round';
  line(hollow ? 0.55 : 0.36, paper);
  context.fillStyle = hollow ? paper : colours[state];
  context.fill(path);
  if (hollow) line(0.27, colours[state]);
  context.restore();
}
