import { VARIABLE_SPECIFICATIONS, VARIABLES } from '../../schemas/variables.ts';

/** The smallest departure that is judged, in typical steps (one sigma) of a station, where the documented one is smaller. */
export const FLOOR_IN_SPREADS = 4;
/** The smallest departures that are judged where there is no history, in the order of VARIABLES. */
export const DOCUMENTED_FLOORS: readonly number[] = VARIABLES.map((name) => VARIABLE_SPECIFICATIONS[name].floor);
/** The typical step (one sigma) where there is no history: the floor would follow from it. */
export const DOCUMENTED_SPREADS: readonly number[] = DOCUMENTED_FLOORS.map((floor) => floor / FLOOR_IN_SPREADS);

/** Factor of the documented floor of a variable (index into VARIABLES) at a station: 1 where its values are of ten minutes. */
export type FloorShare = (station: number, variable: number) => number;
