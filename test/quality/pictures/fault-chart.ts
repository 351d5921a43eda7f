import { isShared } from '../../../detectors/relations/usual-share.ts';
import { QUANTITIES } from '../../../detectors/words/quantities.ts';
import type { Fault } from '../../../schemas/fault.ts';
import { isoOf } from '../../../schemas/time.ts';
import { VARIABLE_INDEX, VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';
import { timeAxis, valueAxis } from './axis.ts';
import type { Chart, Line } from './chart.ts';
import type { FaultCourse, Points } from './fault-course.ts';

const DAY_MS = 86_400_000;
/** Neighbours that are drawn: more would hide each other. */
const DRAWN = 6;
/** Ticks a day apart, or so many days; and the most of them that their dates leave room for. */
const TICKS_APART = [1, 2, 3, 5, 7, 14, 28];
const MOST_TICKS = 9;
/** Colours (Okabe and Ito 2008, Color Universal Design). */
const [OWN, IMPLIED, TOLD, OTHERS, SHADE] = ['#000', '#0072b2', '#d55e00', '#b5b5b5', '#fdeedd'];

/** Name of the picture of a fault: `bias-bar-a-2025-10-14`. */
export function faultName({
  kind,
  variable,
  station,
  start,
}: Pick<Fault, 'kind' | 'variable' | 'station' | 'start'>): string {
  return `${kind}-${variable}-${encodeURIComponent(station)}-${dayOf(start)}`;
}

/** The picture of a fault of days: above what the sensor reads and what its neighbours imply, below how far it is from that. */
export function faultChart(fault: Fault, course: FaultCourse): Chart {
  const { unit } = VARIABLE_SPECIFICATIONS[fault.variable];
  const isShare = isShared(VARIABLE_INDEX[fault.variable]);
  const [first, last] = [course.own[0][0], course.own[course.own.length - 1][0]];
  const [from, to] = [fault.start, Math.min(fault.end ?? last, last)];
  const days = (last - first) / DAY_MS;
  const apartDays = TICKS_APART.find((one) => days / one <= MOST_TICKS) ?? TICKS_APART[TICKS_APART.length - 1];
  // One alone is all that they imply.
  const drawn = course.each.length === 1 ? [] : course.each.slice(0, DRAWN);
  const above: Line[] = [
    ...drawn.map((points, k): Line => {
      const label = k === 0 ? { label: `each of the nearest ${drawn.length} by itself` } : {};
      return { points, colour: OTHERS, width: 1, ...label };
    }),
    {
      points: course.implied,
      colour: IMPLIED,
      width: 2,
      label: `its ${course.each.length === 1 ? 'only neighbour implies' : 'neighbours imply'}`,
    },
    { points: course.own, colour: OWN, width: 2, label: `${fault.station} reads` },
  ];
  const level = (value: number, start: number, end: number): Points => [
    [start, value],
    [end, value],
  ];
  const told = fault.offset ?? fault.ratio;
  const below: Line[] = [
    { points: level(isShare ? 1 : 0, first, last), colour: IMPLIED, width: 1.5 },
    { points: course.apart, colour: OWN, width: 1.5 },
    ...(told === null ? [] : [{ points: level(told, from, to), colour: TOLD, width: 2 }]),
  ];
  return {
    title: `${fault.stationName}, ${QUANTITIES[fault.variable]}: ${fault.kind} from ${dayOf(fault.start)}${fault.end === null ? ' on' : ` to ${dayOf(fault.end)}`}`,
    words: fault.reason,
    x: {
      ...timeAxis(first, last, 24 * apartDays),
      title: `UTC; ${fault.variable === 'rain' ? 'sums' : 'means'} over three hours`,
    },
    y: valueAxis(unit, valuesOf(above)),
    lines: above,
    marks: [],
    keys: [
      { colour: SHADE, label: 'told as a fault' },
      ...(told === null ? [] : [{ colour: TOLD, label: 'estimate' }]),
    ],
    spans: [{ from, to, colour: SHADE }],
    below: { y: valueAxis(isShare ? 'share, over a day' : `difference, ${unit}`, valuesOf(below)), lines: below },
  };
}

function valuesOf(lines: readonly Line[]): number[] {
  return lines.flatMap(({ points }) => points.map(([, value]) => value)).filter((value) => !Number.isNaN(value));
}

function dayOf(time: number): string {
  return isoOf(time).slice(0, 10);
}
