import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';
import { drawnChart } from './pictures/chart.ts';
import type { CurvePoint } from './tables/curve-table.ts';

/** A colour for each variable, in their order (Okabe and Ito 2008, Color Universal Design). */
const COLOURS = ['#d55e00', '#0072b2', '#009e73', '#cc79a7', '#e69f00'];
const FLOORS = VARIABLES.map(
  (name) => `${VARIABLE_SPECIFICATIONS[name].floor} ${VARIABLE_SPECIFICATIONS[name].unit}`,
).join(', ');
const TICKS = [0.5, 1, 2, 5, 10, 20];

/** The curve of recall against size as SVG: a line for each variable, sizes in its documented floors. */
export function drawnCurve(points: readonly CurvePoint[]): string {
  const floors = points.map((point) => point.floors);
  const [low, high] = [Math.min(0.5, ...floors), Math.max(10, ...floors) * 1.1];
  return drawnChart({
    title: 'Faults that are named, by their size',
    words: `Settled verdicts, mean over the seeds. A floor is the smallest departure worth noticing: ${FLOORS}.`,
    x: {
      ...{ title: 'size of the fault, floors', low, high, logarithmic: true },
      ticks: TICKS.filter((at) => at >= low && at <= high).map((at) => ({ at, text: String(at) })),
    },
    y: {
      ...{ title: 'named, %', low: 0, high: 104, logarithmic: false },
      ticks: [0, 25, 50, 75, 100].map((at) => ({ at, text: String(at) })),
    },
    lines: VARIABLES.map((variable, v) => ({
      points: points
        .filter((point) => point.variable === variable)
        .map((point) => [point.floors, point.settled] as const),
      ...{ colour: COLOURS[v], width: 2, label: variable, dots: true },
    })),
    marks: [],
    keys: [],
  });
}
