import uPlot from 'uplot';
import type { Variable } from '../../../../schemas/variables.ts';
import type { AnomalyAnswer, ReportedFault } from '../api/answers.ts';
import { element } from '../dom/element.ts';
import { paintSymbol, symbol } from '../map/symbols.ts';
import { message } from '../messages/message.ts';
import { preferences } from '../preferences/preferences.ts';
import { shownNumber } from '../state/numbers.ts';
import { stateLabel, stateOfClass } from '../state/station-state.ts';
import { fromUnit, inUnit } from '../state/units.ts';
import { shownUnit, shownValue, variableLabel } from '../state/variables.ts';
import { colour, stationPaints } from '../style/look.ts';
import { clockOf, dayOf } from '../time/moments.ts';
import type { Band } from './band.ts';
import type { Comparison } from './comparison.ts';
import { lastValueWords } from './last-value.ts';
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
  /** True where nothing comes of it though the station reports. */
  readonly isSilent: boolean;
  /** Neighbours beside it; null where it is not compared. */
  readonly comparison: Comparison | null;
}

/** What somebody does to a chart. */
export interface ChartActions {
  /** An anomaly was clicked. */
  readonly onAnomaly: (anomaly: AnomalyAnswer) => void;
  /** A stretch was marked by dragging, ms since the epoch; null where none can be. */
  readonly onStretch: ((from: number, to: number) => void) | null;
}

/** Charts with the same key show the same time under the pointer. */
const TOGETHER = uPlot.sync('station');
/** How near a click has to be to an anomaly [px]. */
const REACH = 18;
const HEIGHT = 132;
/** A report stands for so much before and after it [ms]. */
const HALF_REPORT_MS = 300_000;
/** Length of a day [s]. */
const DAY_S = 86_400;
/** More, where the times stand below. */
const AXIS = 40;

/**
 * One variable of a station over time, with what was expected and what was found.
 *
 * @param isLast true for the lowest of several, which has the times
 * @param place that it is put into: it has to be there to be measured
 */
export function chart(
  data: ChartData,
  isLast: boolean,
  { onAnomaly, onStretch }: ChartActions,
  place: HTMLElement,
): { readonly destroy: () => void } {
  const { variable, values, anomalies, isSilent } = data;
  const box = element('div', { class: 'plot' });
  const value = element('output', { class: 'value' }, lastValueWords(data));
  const root = element(
    'figure',
    { class: 'chart' },
    element(
      'figcaption',
      {},
      element('b', {}, variableLabel(variable)),
      element('span', { class: 'soft' }, shownUnit(variable)),
      isSilent && element('span', { class: 'row' }, symbol('silent_sensor'), stateLabel('silent_sensor')),
      value,
    ),
    box,
  );
  place.append(root);
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', described(data));
  const shown = (some: readonly (number | null)[]) => some.map((one) => (one === null ? null : inUnit(variable, one)));
  const seconds = data.times.map((time) => time / 1000);
  const size = () => ({ width: Math.max(260, box.clientWidth), height: HEIGHT + (isLast ? AXIS : 0) });
  let isMarked = false;
  // Charts that show the same time mark the same stretch: it is that of the one under the pointer.
  const onMark =
    onStretch === null
      ? null
      : (from: number, to: number) => {
          if (isMarked) onStretch(from, to);
          isMarked = false;
        };
  const plot = new uPlot(
    { ...optionsOf(data, isLast, value, onMark), ...size() },
    [
      seconds,
      shown(values),
      shown(data.band.low),
      shown(data.band.high),
      ...(data.comparison === null
        ? []
        : [shown(data.comparison.median), shown(data.comparison.low), shown(data.comparison.high)]),
    ] as uPlot.AlignedData,
    box,
  );
  plot.over.addEventListener('mousedown', () => {
    isMarked = true;
  });
  plot.over.addEventListener('click', (event) => {
    isMarked = false;
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

function optionsOf(
  data: ChartData,
  isLast: boolean,
  output: HTMLElement,
  onStretch: ChartActions['onStretch'],
): Omit<uPlot.Options, 'width' | 'height'> {
  const { variable, anomalies } = data;
  const ink = colour('--soft');
  const grid = { stroke: colour('--line'), width: 1 };
  const font = '12px system-ui, sans-serif';
  const none = { show: false } as const;
  return {
    tzDate: (second) => uPlot.tzDate(new Date(second * 1000), preferences().zone),
    legend: none,
    // The same for all, so that one time stands under the other.
    padding: [6, 14, isLast ? 0 : 6, 0],
    cursor: {
      sync: { key: TOGETHER.key },
      drag: { x: onStretch !== null, y: false, setScale: false, dist: 5 },
      points: { size: 7 },
    },
    scales: {
      x: { min: data.from / 1000, max: data.to / 1000 },
      y: { range: (_plot, low, high) => shownRange(variable, low, high) },
    },
    axes: [
      isLast
        ? { stroke: ink, grid, font, ticks: none, size: AXIS, values: timesOf }
        : { stroke: ink, grid, font, ticks: none, size: 0, values: () => [] },
      { stroke: ink, grid, font, ticks: none, size: 52, space: 34, values: numbersOf },
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
      ...(data.comparison === null ? [] : comparedSeries()),
    ],
    bands: [
      { series: [3, 2], fill: colour('--band') },
      ...(data.comparison === null ? [] : [{ series: [6, 5] as [number, number], fill: colour('--spread') }]),
    ],
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (onStretch === null || width === 0) return;
          const at = (pixel: number) => plot.posToVal(pixel, 'x') * 1000;
          onStretch(at(left), at(left + width));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
      drawClear: [(plot) => shadeFaults(plot, data)],
      draw: [
        (plot) => {
          const paints = stationPaints();
          for (const anomaly of anomalies) {
            const x = plot.valToPos(Date.parse(anomaly.timestamp) / 1000, 'x', true);
            const y = plot.valToPos(inUnit(data.variable, anomaly.actual_value), 'y', true);
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
          output.textContent =
            at === null || at === undefined ? lastValueWords(data) : shownValue(variable, data.values[at]);
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

/** Marks of the time axis: the clock, and below it the day where another begins. */
function timesOf(_plot: uPlot, splits: number[], _axis: number, _space: number, step: number): string[] {
  return splits.map((second, k) => {
    const [day, clock] = [dayOf(second * 1000), clockOf(second * 1000)];
    if (step >= DAY_S) return day;
    const isNew = k === 0 || dayOf(splits[k - 1] * 1000) !== day;
    return isNew ? `${clock}\n${day}` : clock;
  });
}

/** The range of an axis, in the reader's unit; from what is drawn in it. */
function shownRange(variable: Variable, low: number | null, high: number | null): [from: number, to: number] {
  const own = (value: number | null) => (value === null ? null : fromUnit(variable, value));
  const [from, to] = valueRange(variable, own(low), own(high));
  return [inUnit(variable, from), inUnit(variable, to)];
}

/** Marks of the axis of values, by the locale of everything else; as many digits as their step has. */
function numbersOf(_plot: uPlot, splits: number[]): string[] {
  const step = Math.abs((splits[1] ?? 1) - (splits[0] ?? 0));
  const digits = [0, 1, 2, 3].find((one) => Math.abs(step * 10 ** one - Math.round(step * 10 ** one)) < 1e-6) ?? 3;
  return splits.map((value) => shownNumber(value, digits));
}

/** The median of the neighbours, and the two ends of their middle half. */
function comparedSeries(): uPlot.Series[] {
  const points = { show: false };
  const edge = { stroke: 'transparent', points };
  return [{ stroke: colour('--weather-event'), width: 1.6, dash: [5, 4], points }, edge, edge];
}

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
    const dy = plot.valToPos(inUnit(anomaly.variable, anomaly.actual_value), 'y') - y;
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
  if (numbers.length === 0) return message('station.chart_empty', { variable: label });
  const [low, high] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  return message('station.chart', {
    variable: label,
    low: shownValue(variable, low),
    high: shownValue(variable, high),
    anomalies: anomalies.length,
    faults: faults.length,
  });
}
