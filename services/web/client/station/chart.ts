import uPlot from 'uplot';
import type { Variable } from '../../../../schemas/variables.ts';
import type { AnomalyAnswer, ReportedFault } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { paintSymbol } from '../map/symbols.ts';
import { stateOfClass } from '../state/station-state.ts';
import { shownUnit, shownValue, variableLabel } from '../state/variables.ts';
import { colour, stationPaints } from '../style/look.ts';
import type { Band } from './band.ts';
import { valueRange } from './value-range.ts';

/** What a chart shows. Times in ms since the epoch, ascending. */
export interface ChartData {
  readonly variable: Variable;
  readonly from: number;
  readonly to: number;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly band: Band;
  /** Of this variable. */
  readonly anomalies: readonly AnomalyAnswer[];
  readonly faults: readonly ReportedFault[];
}

/** Charts with the same key show the same time under the pointer. */
const TOGETHER = uPlot.sync('station');
/** How near a click has to be to an anomaly [px]. */
const REACH = 18;
const HEIGHT = 132;
/** A report stands for so much before and after it [ms]. */
const HALF_REPORT_MS = 300_000;
/** More, where the times stand below. */
const AXIS = 40;

/**
 * One variable of a station over time, with what was expected and what was found.
 *
 * @param isLast true for the lowest of several, which has the times
 * @param onAnomaly an anomaly was clicked
 * @param place that it is put into: it has to be there to be measured
 */
export function chart(
  data: ChartData,
  isLast: boolean,
  onAnomaly: (anomaly: AnomalyAnswer) => void,
  place: HTMLElement,
): { readonly destroy: () => void } {
  const { variable, values, anomalies } = data;
  const box = element('div', { class: 'plot' });
  const value = element('output', { class: 'value' }, shownValue(variable, lastOf(values)));
  const root = element(
    'figure',
    { class: 'chart' },
    element(
      'figcaption',
      {},
      element('b', {}, variableLabel(variable)),
      element('span', { class: 'soft' }, shownUnit(variable)),
      value,
    ),
    box,
  );
  place.append(root);
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', described(data));
  const seconds = data.times.map((time) => time / 1000);
  const size = () => ({ width: Math.max(260, box.clientWidth), height: HEIGHT + (isLast ? AXIS : 0) });
  const plot = new uPlot(
    { ...optionsOf(data, isLast, value), ...size() },
    [seconds, [...values], data.band.low, data.band.high] as uPlot.AlignedData,
    box,
  );
  plot.over.addEventListener('click', (event) => {
    const found = nearest(plot, anomalies, event.offsetX, event.offsetY);
    if (found !== null) onAnomaly(found);
  });
  const sized = new ResizeObserver(() => plot.setSize(size()));
  sized.observe(box);
  return {
    destroy: () => {
      sized.disconnect();
      plot.destroy();
    },
  };
}

function optionsOf(data: ChartData, isLast: boolean, output: HTMLElement): Omit<uPlot.Options, 'width' | 'height'> {
  const { variable, anomalies } = data;
  const ink = colour('--soft');
  const grid = { stroke: colour('--line'), width: 1 };
  const font = '12px system-ui, sans-serif';
  const none = { show: false } as const;
  return {
    tzDate: (second) => uPlot.tzDate(new Date(second * 1000), 'Etc/UTC'),
    legend: none,
    // The same for all, so that one time stands under the other.
    padding: [6, 14, isLast ? 0 : 6, 0],
    cursor: { sync: { key: TOGETHER.key }, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { min: data.from / 1000, max: data.to / 1000 },
      y: { range: (_plot, low, high) => valueRange(variable, low, high) },
    },
    axes: [
      isLast
        ? { stroke: ink, grid, font, ticks: none, size: AXIS, values: TIMES }
        : { stroke: ink, grid, font, ticks: none, size: 0, values: () => [] },
      { stroke: ink, grid, font, ticks: none, size: 52, space: 34 },
    ],
    series: [
      {},
      {
        stroke: colour('--ink'),
        width: 1.6,
        points: { show: false },
        ...(variable === 'rain' && barsOf()),
      },
      { stroke: 'transparent', points: { show: false } },
      { stroke: 'transparent', points: { show: false } },
    ],
    bands: [{ series: [3, 2], fill: colour('--band') }],
    hooks: {
      drawClear: [(plot) => shadeFaults(plot, data)],
      draw: [
        (plot) => {
          const paints = stationPaints();
          for (const anomaly of anomalies) {
            const x = plot.valToPos(Date.parse(anomaly.timestamp) / 1000, 'x', true);
            const y = plot.valToPos(anomaly.actual_value, 'y', true);
            const radius = 5.5 * devicePixelRatio;
            paintSymbol(
              plot.ctx,
              paints,
              stateOfClass(anomaly.classification),
              anomaly.state === 'provisional',
              x,
              y,
              radius,
            );
          }
        },
      ],
      setCursor: [
        (plot) => {
          const at = plot.cursor.idx;
          const shown = at === null || at === undefined ? lastOf(data.values) : data.values[at];
          output.textContent = shownValue(variable, shown);
        },
      ],
    },
  };
}

/** Shades the time that the sensor was under a fault. */
function shadeFaults(plot: uPlot, { faults, from, to }: ChartData): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = colour('--fault');
  for (const { start, end } of faults) {
    const first = Math.max(from, Date.parse(start) - HALF_REPORT_MS);
    const last = Math.min(to, end === null ? to : Date.parse(end) + HALF_REPORT_MS);
    const left = plot.valToPos(first / 1000, 'x', true);
    ctx.fillRect(left, bbox.top, plot.valToPos(last / 1000, 'x', true) - left, bbox.height);
  }
  ctx.restore();
}

/** Marks of the time axis: days and hours in words that need no key. */
const TIMES: uPlot.Axis.Values = [
  [3600 * 24, '{D} {MMM}', null, null, null, null, null, null, 1],
  [3600, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
];

/** Rain falls in ten minutes: a bar for each report. */
function barsOf(): Partial<uPlot.Series> {
  const bars = uPlot.paths.bars?.({ size: [0.9, 20], align: 0 });
  return {
    fill: colour('--weather-event'),
    stroke: colour('--weather-event'),
    ...(bars !== undefined && { paths: bars }),
  };
}

function nearest(plot: uPlot, anomalies: readonly AnomalyAnswer[], x: number, y: number): AnomalyAnswer | null {
  let least = REACH;
  let found: AnomalyAnswer | null = null;
  for (const anomaly of anomalies) {
    const dx = plot.valToPos(Date.parse(anomaly.timestamp) / 1000, 'x') - x;
    const dy = plot.valToPos(anomaly.actual_value, 'y') - y;
    const distance = Math.hypot(dx, dy);
    if (distance > least) continue;
    least = distance;
    found = anomaly;
  }
  return found;
}

/** What the chart shows, for whoever cannot see it. */
function described({ variable, values, anomalies, faults }: ChartData): string {
  const numbers = values.filter((value) => value !== null);
  const label = variableLabel(variable);
  if (numbers.length === 0) return `${label}: no values`;
  const [low, high] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  return `${label} from ${shownValue(variable, low)} to ${shownValue(variable, high)}, ${anomalies.length} anomalies, ${faults.length} faults`;
}

function lastOf(values: readonly (number | null)[]): number | null {
  return values.findLast((value) => value !== null) ?? null;
}
