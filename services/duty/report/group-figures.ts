import { VARIABLES, type Variable } from '../../../schemas/variables.ts';
import { countedIn } from './fault-figures.ts';
import type { FaultsOfSensors } from './faults-of-sensors.ts';
import type { Period } from './period.ts';
import { type Hours, type StationHours, sumOfHours } from './sensor-hours.ts';

/** Some sensors together. */
export interface GroupFigures {
  readonly stations: number;
  readonly sensors: number;
  readonly hours: Hours;
  /** Faults of them that opened. */
  readonly opened: number;
}

/** The sensors of a variable. */
export interface VariableFigures extends GroupFigures {
  readonly variable: Variable;
}

/** The sensors of the stations of a manufacturer; null: not declared. */
export interface ManufacturerFigures extends GroupFigures {
  readonly manufacturer: string | null;
}

/** The sensors of the stations of a model. */
export interface ModelFigures extends ManufacturerFigures {
  readonly model: string | null;
}

/** Figures by variable, in the order of VARIABLES. */
export function figuresOfVariables(
  stations: readonly StationHours[],
  faults: FaultsOfSensors,
  period: Period,
): VariableFigures[] {
  return VARIABLES.map((variable) => {
    const having = stations.filter(({ sensors }) => sensors.some((sensor) => sensor.variable === variable));
    return { variable, ...figuresOf(having, faults, period, variable) };
  });
}

/** Figures by manufacturer, by name, stations that declare none last. */
export function figuresOfManufacturers(
  stations: readonly StationHours[],
  faults: FaultsOfSensors,
  period: Period,
): ManufacturerFigures[] {
  const made = grouped(stations, ({ station }) => [station.manufacturer]);
  return made.map(([[manufacturer], those]) => ({ manufacturer, ...figuresOf(those, faults, period) }));
}

/** Figures by manufacturer and model, as those by manufacturer. */
export function figuresOfModels(
  stations: readonly StationHours[],
  faults: FaultsOfSensors,
  period: Period,
): ModelFigures[] {
  const made = grouped(stations, ({ station }) => [station.manufacturer, station.model]);
  return made.map(([[manufacturer, model], those]) => ({ manufacturer, model, ...figuresOf(those, faults, period) }));
}

/** @param only the variable that is looked at; every one where it is left out */
function figuresOf(
  those: readonly StationHours[],
  faults: FaultsOfSensors,
  period: Period,
  only?: Variable,
): GroupFigures {
  const sensors = those.flatMap(({ station, sensors: own }) =>
    own
      .filter(({ variable }) => only === undefined || variable === only)
      .map(({ variable, hours }) => ({ hours, faults: faults.of(station.id, variable) })),
  );
  return {
    stations: those.length,
    sensors: sensors.length,
    hours: sumOfHours(sensors.map(({ hours }) => hours)),
    opened: sensors.reduce((sum, sensor) => sum + countedIn(sensor.faults, period).opened, 0),
  };
}

type Names = readonly (string | null)[];

/** Stations by names of theirs, in the order of these. */
function grouped(stations: readonly StationHours[], namesOf: (one: StationHours) => Names): [Names, StationHours[]][] {
  const groups = new Map<string, [Names, StationHours[]]>();
  for (const station of stations) {
    const names = namesOf(station);
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? [names, []];
    groups.set(key, group);
    group[1].push(station);
  }
  return [...groups.values()].sort(([a], [b]) => {
    const at = a.findIndex((name, k) => name !== b[k]);
    if (at < 0 || a[at] === null) return at < 0 ? 0 : 1;
    return b[at] === null || a[at] < b[at] ? -1 : 1;
  });
}
