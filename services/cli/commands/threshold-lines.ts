import type { ThresholdsAnswer } from '../../../schemas/http/answers/thresholds-answer.ts';
import { printable } from '../../../schemas/printable.ts';
import { type Column, tableLines, wrapped } from '../terminal/table-lines.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Variable' },
  { title: 'Unit', leaves: 4 },
  { title: 'Floor', align: 'right' },
  { title: 'From' },
  { title: 'Asks', align: 'right' },
  { title: 'Usual', align: 'right', leaves: 5 },
  { title: 'Expected', align: 'right' },
  { title: 'Below', align: 'right' },
  { title: 'Above', align: 'right' },
  { title: 'Step', align: 'right', leaves: 6 },
  { title: 'Weather', align: 'right', leaves: 2 },
  { title: 'Rounds to', align: 'right', leaves: 1 },
];

const LIMITS: readonly Column[] = [
  { title: 'Limits' },
  { title: 'Fails beyond' },
  { title: 'Suspect beyond' },
  { title: 'Set by', leaves: 2 },
  { title: 'Why', leaves: 1, shrinks: 1 },
];

const STUCK: readonly Column[] = [
  { title: 'Stuck' },
  { title: 'Unchanged', align: 'right' },
  { title: 'Equal reports', align: 'right' },
  { title: 'Neighbours moved', align: 'right' },
  { title: 'one alone', align: 'right' },
  { title: 'Most moved', align: 'right', leaves: 2 },
  { title: 'Own steps', align: 'right', leaves: 1 },
];

type Variable = ThresholdsAnswer['variables'][number];

/** The thresholds of a station for people. */
export function thresholdLines(answer: ThresholdsAnswer, width: number): readonly string[] {
  const { checks, neighbors, neighbors_compared: compared, variables } = answer;
  const method = `${answer.temporal_method} over ${answer.window_hours} h, flags beyond ${answer.threshold}`;
  const stuck = variables.filter(({ flat_line }) => flat_line !== null).map(stuckRow);
  const limits = variables.map(limitsRow).filter(({ length }) => length > 0);
  const asked = neighbors.map(({ station_id: id, km }) => `${printable(id)} ${km.toFixed(1)} km`).join(', ');
  const whom = `Asks by ${answer.spatial_method} the nearest ${compared} that reported, within ${answer.neighbor_radius_km} km:`;
  return [
    printable(`${answer.station_id}  ${answer.station_name}, network ${answer.network}`),
    `for a report at ${answer.time}; its window has slots of ${answer.cadence_minutes} min`,
    ...wrapped(`${method} (${answer.threshold_units})`, width),
    `checks ${checks.length === 0 ? 'none' : checks.join(', ')}; baseline ${answer.baseline ?? 'none'}`,
    '',
    ...tableLines(COLUMNS, variables.map(row), width),
    ...usualLevels(variables, width),
    ...(limits.length === 0 ? [] : ['', ...tableLines(LIMITS, limits, width)]),
    ...(stuck.length === 0 ? [] : ['', ...tableLines(STUCK, stuck, width)]),
    '',
    ...wrapped(asked === '' ? 'No neighbour to ask.' : `${whom} ${asked}`, width),
  ];
}

function limitsRow({ variable, gross_range: spans, limits }: Variable): readonly string[] {
  if (spans === null) return [];
  const { fail, suspect } = spans;
  const set = limits === null ? ['-', '-'] : [printable(limits.by), printable(limits.reason)];
  return [variable, `${fail.low} to ${fail.high}`, `${suspect.low} to ${suspect.high}`, ...set];
}

/** Where the smallest deviation that is judged comes from. */
function floorSource({ floor_from, days }: Variable): string {
  if (floor_from !== 'learnt') return floor_from;
  return days === 0 ? 'last hours' : `${days} days`;
}

function row(it: Variable): readonly string[] {
  return [
    it.variable,
    it.units,
    short(it.floor),
    it.judged ? floorSource(it) : 'not judged',
    short(it.asks_from),
    short(it.usual_step),
    short(it.expected_value),
    short(it.flagged_below),
    short(it.flagged_above),
    short(it.step),
    short(it.weather_from),
    short(it.resolution),
  ];
}

/** Where an hourly station usually stands; nothing of one that reports more often. */
function usualLevels(variables: readonly Variable[], width: number): readonly string[] {
  const known = variables.filter(({ usual_level: level }) => level !== null);
  if (known.length === 0) return [];
  const levels = known.map(({ variable, units, usual_level: level }) => `${variable} ${short(level)} ${units}`);
  return ['', ...wrapped(`Usual level in these three hours of the day: ${levels.join(', ')}`, width)];
}

function stuckRow({ variable, flat_line: rule }: Variable): readonly string[] {
  const cells =
    rule === null ? [] : [rule.range, rule.range_of_few, rule.reached || null, rule.own_steps || null].map(short);
  return [variable, `${rule?.minutes} min`, String(rule?.reports), ...cells];
}

/** Three decimals; a dash for what there is not. */
function short(value: number | null): string {
  return value === null ? '-' : String(Math.round(value * 1000) / 1000);
}
