import type { Values } from '../schemas/observation.ts';

/** The values of a report that says nothing. */
export const NO_VALUES: Values = { temp_out: null, out_hum: null, wind_speed: null, bar: null, rain: null };
