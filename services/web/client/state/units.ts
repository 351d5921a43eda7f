import { convert } from '../../../../ingest/validation/units.ts';
import type { DocumentedVariable } from '../../../../schemas/elements/element.ts';
import { isDocumented, VARIABLE_SPECIFICATIONS, type Variable } from '../../../../schemas/variables.ts';
import { preferences, type UnitSystem } from '../preferences/preferences.ts';

/** A unit that values are shown in. */
interface ShownUnit {
  /** As observations name it, see `ingest/validation/units.ts`. */
  readonly name: string;
  /** As people write it. */
  readonly text: string;
  /** Digits behind the point: as exact as instruments are. */
  readonly digits: number;
}

const CELSIUS: ShownUnit = { name: 'degC', text: '°C', digits: 1 };
const PERCENT: ShownUnit = { name: '%', text: '%', digits: 0 };
const HECTOPASCAL: ShownUnit = { name: 'hPa', text: 'hPa', digits: 1 };
const MILLIMETRE: ShownUnit = { name: 'mm', text: 'mm', digits: 1 };
const METRIC: Readonly<Record<DocumentedVariable, ShownUnit>> = {
  temp_out: CELSIUS,
  out_hum: PERCENT,
  wind_speed: { name: 'km/h', text: 'km/h', digits: 1 },
  bar: HECTOPASCAL,
  rain: MILLIMETRE,
};

const SYSTEMS: Readonly<Record<UnitSystem, Readonly<Record<DocumentedVariable, ShownUnit>>>> = {
  metric: METRIC,
  si: { ...METRIC, wind_speed: { name: 'm/s', text: 'm/s', digits: 1 } },
  knots: { ...METRIC, wind_speed: { name: 'kn', text: 'kn', digits: 1 } },
  imperial: {
    temp_out: { name: 'degF', text: '°F', digits: 1 },
    out_hum: PERCENT,
    wind_speed: { name: 'mph', text: 'mph', digits: 1 },
    bar: { name: 'inHg', text: 'inHg', digits: 2 },
    rain: { name: 'in', text: 'in', digits: 2 },
  },
};

/** The unit of a variable in the reader's system: of an element in the unit of one of the five as of that one. */
export function unitOf(variable: Variable): ShownUnit {
  const system = SYSTEMS[preferences().units];
  if (isDocumented(variable)) return system[variable];
  const { unit, behavesAs, decimals } = VARIABLE_SPECIFICATIONS[variable];
  const isAlike = unit === VARIABLE_SPECIFICATIONS[behavesAs].unit && unit !== '%';
  return isAlike ? system[behavesAs] : { name: unit, text: unit, digits: decimals };
}

/** A value of the service in the reader's unit. */
export function inUnit(variable: Variable, value: number): number {
  const { zero, factor } = scaleOf(variable);
  return (value - zero) / factor;
}

/** A value in the reader's unit in that of the service. */
export function fromUnit(variable: Variable, shown: number): number {
  const { zero, factor } = scaleOf(variable);
  return zero + shown * factor;
}

/** A difference of two values of the service in the reader's unit. */
export function differenceInUnit(variable: Variable, difference: number): number {
  return difference / scaleOf(variable).factor;
}

/** A difference in the reader's unit in that of the service. */
export function differenceFromUnit(variable: Variable, shown: number): number {
  return shown * scaleOf(variable).factor;
}

/** Far from zero, so that the rounding of a conversion does not count. */
const FAR = 1e6;

/** Every conversion is a straight line: what 0 of the unit is in that of the service, and what one is more. */
function scaleOf(variable: Variable): { readonly zero: number; readonly factor: number } {
  const { name } = unitOf(variable);
  const zero = convert(variable, name, 0);
  return { zero, factor: (convert(variable, name, FAR) - zero) / FAR };
}
