import { type Fault, showsAtOnce } from '../../schemas/fault.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';

/** How many times the least departure that matters a sensor is off; null where nobody tells by how much. */
export function severityOf({ variable }: Pick<Fault, 'variable'>, off: number | null): number | null {
  return off === null ? null : Math.abs(off) / VARIABLE_SPECIFICATIONS[variable].floor;
}

/** What is impossible, by itself or beside others, is worse than anything; what nobody tells of counts as what just matters. */
export function rankOf({ kind }: Pick<Fault, 'kind'>, severity: number | null): number {
  return showsAtOnce(kind) ? Number.MAX_VALUE : (severity ?? 1);
}
