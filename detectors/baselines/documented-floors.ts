import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';

/** A departure of so many usual steps is the least worth noticing where the documented floor is lower. */
export const FLOOR_IN_SPREADS = 4;
/** What holds where there is no history, in the order of VARIABLES. */
export const DOCUMENTED_FLOORS: readonly number[] = VARIABLES.map((name) => VARIABLE_SPECIFICATIONS[name].floor);
/** The usual step where there is no history: what the floor would follow from. */
export const DOCUMENTED_SPREADS: readonly number[] = DOCUMENTED_FLOORS.map((floor) => floor / FLOOR_IN_SPREADS);

/** What the documented floor of a variable (index into VARIABLES) is taken by at a station: 1 where its unit is that of the floor. */
export type FloorShare = (station: number, variable: number) => number;
