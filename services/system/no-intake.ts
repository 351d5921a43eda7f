import type { RegisteringIntake } from '../../ingest/intake.ts';
import { HalcyonError } from '../../schemas/errors.ts';

/** The intake of a process that takes nothing in: none of its endpoints leads here. */
export const NO_INTAKE: RegisteringIntake = {
  homes: { networks: () => refuse(), networksWith: () => refuse() },
  submit: async () => refuse(),
  registerStations: async () => refuse(),
};

function refuse(): never {
  throw new HalcyonError('not_found', 'this process takes no observations in; ask one that has the part feed');
}
