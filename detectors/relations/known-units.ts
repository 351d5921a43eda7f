import { byVariable, VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';

/** A unit that a station may report in place of the documented one: documented value = (value - zero) * size. */
export interface KnownUnit {
  readonly unit: string;
  readonly size: number;
  readonly zero: number;
}

/** The units of each variable but those in which it is the same number. */
export const KNOWN_UNITS: Readonly<Record<Variable, readonly KnownUnit[]>> = byVariable((variable) =>
  VARIABLE_SPECIFICATIONS[variable].units
    .filter(({ factor, zero }) => factor !== 1 || zero !== 0)
    .map(({ unit, factor, zero }) => ({ unit, size: factor, zero })),
);

/** A value as it would be in the documented unit of its variable. */
export function documented({ size, zero }: KnownUnit, value: number): number {
  return (value - zero) * size;
}
