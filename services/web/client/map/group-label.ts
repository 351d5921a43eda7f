import type { StationGroup } from '../../../../schemas/http/answers/states-answer.ts';
import { mercator, WORLD } from '../../../../schemas/mercator.ts';
import { shownNumber } from '../state/numbers.ts';

/** Radius of the symbol of a group, room around what is written, and height of a line [CSS px]. */
export const LABEL = { symbol: 6, room: 6, line: 14 } as const;
/** Widths of a digit in the two sizes of the label: bold, and small [CSS px]. */
const [BOLD, SMALL] = [7.6, 6.2];

/** What stands on a group of stations on the map. */
export interface GroupLabel {
  /** How many of its stations are in its gravest state. */
  readonly gravest: string;
  /** How many stations it has; null where all of them are in that state. */
  readonly all: string | null;
  /** [CSS px] */
  readonly width: number;
  readonly height: number;
}

/** The label of a group. */
export function groupLabel({ count, counts, state }: Pick<StationGroup, 'count' | 'counts' | 'state'>): GroupLabel {
  const gravest = shownNumber(counts[state]);
  const all = counts[state] === count ? null : shownNumber(count);
  const first = 2 * LABEL.symbol + 3 + BOLD * gravest.length;
  const width = 2 * LABEL.room + Math.max(first, SMALL * (all?.length ?? 0));
  return { gravest, all, width, height: (all === null ? 1 : 2) * LABEL.line + 8 };
}

/**
 * Where the label of a group stands in Web Mercator at zoom 0: at the middle of its stations, moved so far into its cell that
 * it does not reach over labels of other cells.
 *
 * @param scale 2 to the power of the zoom that is shown
 */
export function labelPlace(
  { cell, latitude, longitude }: Pick<StationGroup, 'cell' | 'latitude' | 'longitude'>,
  { width, height }: Pick<GroupLabel, 'width' | 'height'>,
  scale: number,
): readonly [x: number, y: number] {
  const [zoom, column, row] = cell.split('/').map(Number);
  const side = WORLD / 2 ** zoom;
  const within = (at: number, begin: number, half: number) =>
    2 * half > side ? begin + side / 2 : Math.min(Math.max(at, begin + half), begin + side - half);
  const [x, y] = mercator(latitude, longitude);
  return [within(x, column * side, (width / 2 + 1) / scale), within(y, row * side, (height / 2 + 1) / scale)];
}
