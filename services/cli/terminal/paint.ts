import { styleText } from 'node:util';
import type { Environment } from '../../../schemas/settings.ts';
import type { Output } from '../frame/command-frame.ts';

type Style = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/**
 * Colours only where they are wanted: on a terminal, unless NO_COLOR (no-color.org) is set or TERM is `dumb`; FORCE_COLOR
 * colours pipes too, and `FORCE_COLOR=0` nothing.
 */
export function paintFor(output: Output, environment: Environment): Paint {
  const coloured = wantsColour(output, environment);
  return (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text);
}

function wantsColour(output: Output, environment: Environment): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((environment['NO_COLOR'] ?? '') !== '') return false;
  return output.isTTY === true && environment['TERM'] !== 'dumb';
}

/** Whether an output shows blocks: a terminal whose locale is of UTF-8. */
export function canDraw(output: Output, environment: Environment): boolean {
  const locale = environment['LC_ALL'] || environment['LC_CTYPE'] || environment['LANG'] || '';
  return output.isTTY === true && environment['TERM'] !== 'dumb' && /utf-?8/i.test(locale);
}

/** Columns where there is no terminal: room for every column of the tables. */
const PIPE_WIDTH = 120;
/** Columns of a terminal that does not say how many it has. */
const PLAIN_WIDTH = 80;
/** Below it nothing readable is left. */
const LEAST_WIDTH = 60;

/** Columns to fill: of the terminal, or 120 where there is none. */
export function widthOf(output: Output): number {
  if (output.isTTY !== true) return PIPE_WIDTH;
  return Math.max(LEAST_WIDTH, output.columns || PLAIN_WIDTH);
}
