import type { Anomaly, Classification } from '../../../schemas/anomaly.ts';
import type { Observation } from '../../../schemas/observation.ts';
import { SLOT_MS, SLOTS_PER_HOUR, slotOf, timeOfSlot } from '../../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../../schemas/variables.ts';
import { timeAxis, valueAxis } from './axis.ts';
import type { Chart, Line } from './chart.ts';
import type { ChosenCase } from './chosen-cases.ts';

/** What is shown before and after the case [slots]. */
export const [BEFORE_SLOTS, AFTER_SLOTS] = [12 * SLOTS_PER_HOUR, 6 * SLOTS_PER_HOUR];
const TICK_HOURS = 3;
/** Neighbours that are drawn: more would hide each other. */
const DRAWN = 8;
/** Colour of each class (Okabe and Ito 2008, Color Universal Design), of the station and of its neighbours. */
const COLOURS: Readonly<Record<Classification, string>> = {
  device_failure: '#d55e00',
  weather_event: '#0072b2',
  suspected: '#e69f00',
};
const [OWN, OTHERS] = ['#000', '#b5b5b5'];
const LABELS: Readonly<Record<Classification, string>> = {
  device_failure: 'device failure',
  weather_event: 'weather event',
  suspected: 'suspected',
};

/**
 * The picture of a case: the station's values and its neighbours', and at each anomaly of it what was expected instead.
 *
 * @param anomalies of the replay that found it
 * @param observations of the stretch that is shown
 * @param nearest ids of the neighbours, nearest first
 */
export function caseChart(
  { anomaly }: ChosenCase,
  anomalies: readonly Anomaly[],
  observations: readonly Observation[],
  nearest: readonly string[],
): Chart {
  const { station, stationName, variable, slot, classification, reason } = anomaly;
  const [from, to] = [timeOfSlot(slot - BEFORE_SLOTS), timeOfSlot(slot + AFTER_SLOTS)];
  const lineOf = (id: string, style: Omit<Line, 'points'>): Line => {
    const values = new Map<number, number>();
    for (const { station: reporting, time, values: those } of observations) {
      const value = those[variable];
      if (reporting === id && value !== null) values.set(slotOf(time), value);
    }
    const points = Array.from({ length: BEFORE_SLOTS + AFTER_SLOTS + 1 }, (_, k) => {
      const at = slot - BEFORE_SLOTS + k;
      return [timeOfSlot(at), values.get(at) ?? Number.NaN] as const;
    });
    return { points, ...style };
  };
  const neighbours = nearest.slice(0, DRAWN).map((id, k) => {
    const label = k === 0 ? { label: `its ${Math.min(DRAWN, nearest.length)} nearest neighbours` } : {};
    return lineOf(id, { colour: OTHERS, width: 1, ...label });
  });
  const own = lineOf(station, { colour: OWN, width: 2, label: station });
  const marked = anomalies.filter(
    (one) => one.station === station && one.variable === variable && one.time >= from && one.time <= to,
  );
  const drawn = [...neighbours, own].flatMap(({ points }) => points.map(([, value]) => value));
  const values = [...drawn, ...marked.map(({ expected }) => expected)].filter((value) => !Number.isNaN(value));
  const classes = [...new Set(marked.map((one) => one.classification))];
  const { title, unit } = VARIABLE_SPECIFICATIONS[variable];
  const time = new Date(timeOfSlot(slot)).toISOString().slice(0, 16).replace('T', ' ');
  return {
    title: `${time} UTC, ${title}: ${LABELS[classification]} at ${stationName}`,
    words: reason,
    x: timeAxis(from, to, TICK_HOURS),
    y: valueAxis(unit, values),
    lines: [...neighbours, own],
    marks: marked.map(({ time: at, actual, expected, classification: called }) => ({
      ...{ x: Math.round(at / SLOT_MS) * SLOT_MS, y: actual, expected, colour: COLOURS[called] },
    })),
    keys: classes.map((called) => ({ colour: COLOURS[called], label: `${LABELS[called]}, with what was expected` })),
  };
}
