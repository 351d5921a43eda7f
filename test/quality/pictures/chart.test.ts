import assert from 'node:assert/strict';
import { XMLValidator } from 'fast-xml-parser';
import { drawnCurve } from '../drawn-curve.ts';
import { type Axis, placeOn, timeAxis, valueAxis } from './axis.ts';
import { type Chart, drawnChart } from './chart.ts';

const DAY = Date.UTC(2022, 8, 5);

describe('a chart', () => {
  const chart: Chart = {
    title: 'A "title" <script>',
    words: 'what is said & why',
    x: timeAxis(DAY - 2 * 3_600_000, DAY + 2 * 3_600_000, 1),
    y: valueAxis('degC', [10, 20]),
    lines: [
      {
        points: [
          [DAY, 10],
          [DAY + 600_000, Number.NaN],
          [DAY + 1_200_000, 20],
        ],
        ...{ colour: '#000', width: 2, label: 'a' },
      },
    ],
    marks: [{ x: DAY, y: 10, expected: 20, colour: '#f00' }],
    keys: [{ colour: '#f00', label: 'failure' }],
  };

  it('is an SVG document whose texts are no markup', () => {
    const svg = drawnChart(chart);
    assert.equal(XMLValidator.validate(svg), true);
    assert.doesNotMatch(svg, /<script>/);
    assert.match(svg, /failure/);
  });

  it('breaks a line where a value is missing', () => {
    const [line] = /<path d="M[^"]*" fill="none" stroke="#000"/.exec(drawnChart(chart)) ?? [''];
    assert.equal(line.match(/M/g)?.length, 2);
    assert.doesNotMatch(line, /L|NaN/);
  });

  it('draws a second plot below, and shades stretches in both', () => {
    const below = { y: valueAxis('difference, degC', [0, 3]), lines: [{ ...chart.lines[0], colour: '#00f' }] };
    const spans = [{ from: DAY, to: DAY + 3_600_000, colour: '#eee' }];
    const svg = drawnChart({ ...chart, below, spans });
    assert.equal(XMLValidator.validate(svg), true);
    assert.equal(svg.match(/<rect [^>]*fill="#eee"/g)?.length, 2);
    assert.match(svg, /difference, degC/);
    assert.match(svg, /stroke="#00f"/);
    assert.doesNotMatch(svg, /NaN|undefined/);
  });

  it('leaves out the text of a tick that the right edge would cut', () => {
    const at = (time: number) => drawnChart({ ...chart, x: timeAxis(time - 12 * 3_600_000, time, 24) });
    assert.doesNotMatch(at(DAY), /2022-09-05/);
    assert.match(at(DAY + 2 * 3_600_000), /2022-09-05/);
  });

  it('has ticks at round numbers, hours, and the day at midnight', () => {
    const texts = (axis: Axis) => axis.ticks.map(({ text }) => text);
    assert.deepEqual(texts(chart.y), ['10', '15', '20']);
    assert.deepEqual(texts(chart.x), ['22:00', '23:00', '2022-09-05', '01:00', '02:00']);
    assert.deepEqual(texts(valueAxis('hPa', [1.01, 1.02])), ['1.010', '1.015', '1.020']);
  });

  it('places values by a logarithm where it has one', () => {
    assert.equal(placeOn({ title: '', low: 1, high: 100, logarithmic: true, ticks: [] }, 10), 0.5);
  });

  it('draws the curve of recall', () => {
    const point = { variable: 'bar', size: 'tiny', amplitude: 0.7, floors: 0.7, settled: 17 } as const;
    const svg = drawnCurve([point, { ...point, size: 'large', amplitude: 10, floors: 10, settled: 100 }]);
    assert.equal(XMLValidator.validate(svg), true);
    assert.doesNotMatch(svg, /NaN|undefined/);
  });
});
