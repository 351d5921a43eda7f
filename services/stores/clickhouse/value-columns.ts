import { VARIABLES } from '../../../schemas/variables.ts';

/** The values of an observation as SQL, in the order of VARIABLES: NaN where there is none. */
export const VALUES = VARIABLES.map((name) => `ifNull(${name}, nan)`);

/** The same as columns that are read. */
export const VALUE_COLUMNS = VALUES.map((sql) => ({ sql, type: 'Float64' as const }));
