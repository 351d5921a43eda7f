import { VARIABLE_SPECIFICATIONS } from '../../../../schemas/variables.ts';
import type { FaultNow } from '../api/answers.ts';
import { drawing } from '../dom/element.ts';
import { message } from '../messages/message.ts';
import { variableLabel } from '../state/variables.ts';
import { SLOT_MS } from '../time/moments.ts';

/** Size of the picture, in its own units. */
const SIZE = { width: 220, height: 52 };
/** Room above and below the lines, in units of the picture. */
const ROOM = 4;
/** Values that lie so many slots apart are joined: hourly stations have a line too. */
const JOINED_SLOTS = 7;

/** The last day of a sensor (line) beside what its neighbours imply (dashes), with the time under the fault shaded. */
export function sparkline({ course, start, variable, station_name: station }: FaultNow): SVGSVGElement | null {
  if (course === null) return null;
  const { values, neighbours } = course;
  const known = [...values, ...neighbours].filter((value) => value !== null);
  if (known.length === 0) return null;
  const low = known.reduce((a, b) => Math.min(a, b));
  const high = known.reduce((a, b) => Math.max(a, b));
  // What is less than the departure that matters does not fill the picture.
  const lacking = Math.max(0, VARIABLE_SPECIFICATIONS[variable].floor - (high - low)) / 2;
  const [bottom, top] = [low - lacking, high + lacking];
  const last = Math.max(1, values.length - 1);
  const x = (place: number) => (place / last) * SIZE.width;
  const y = (value: number) =>
    SIZE.height - ROOM - ((value - bottom) / Math.max(top - bottom, 1e-9)) * (SIZE.height - 2 * ROOM);
  const onset = (Date.parse(start) - Date.parse(course.from)) / SLOT_MS;
  const shaded = x(Math.min(last, Math.max(0, onset)));
  return drawing(
    'svg',
    {
      class: 'sparkline',
      preserveAspectRatio: 'none',
      viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
      role: 'img',
      'aria-label': message('now.sparkline', { station, variable: variableLabel(variable) }),
    },
    drawing('rect', { class: 'under', x: shaded, y: 0, width: SIZE.width - shaded, height: SIZE.height }),
    drawing('path', { class: 'median', d: pathOf(neighbours, x, y) }),
    drawing('path', { class: 'sensor', d: pathOf(values, x, y) }),
  );
}

function pathOf(
  values: readonly (number | null)[],
  x: (place: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  let before = Number.NEGATIVE_INFINITY;
  for (const [place, value] of values.entries()) {
    if (value === null) continue;
    const verb = place - before <= JOINED_SLOTS ? 'L' : 'M';
    path += `${verb}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
    before = place;
  }
  return path;
}
