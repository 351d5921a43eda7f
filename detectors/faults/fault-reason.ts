import type { Fault } from '../../schemas/fault.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';

const MINUTE_MS = 60_000;

/** What a duty officer would say of a fault, in one sentence without a full stop. */
export function faultReason(it: Omit<Fault, 'id' | 'state' | 'certainty' | 'reason' | 'version' | 'judged'>): string {
  const { unit } = VARIABLE_SPECIFICATIONS[it.variable];
  const until = it.end === null ? '' : ` until ${isoOf(it.end)}`;
  const lasted = it.end === null ? '' : ` (${duration(it.end - it.start)}, ${it.values} values)`;
  const when = it.end === it.start ? `at ${isoOf(it.start)}` : `since ${isoOf(it.start)}${until}${lasted}`;
  if (it.kind === 'stuck') return `does not change ${when}`;
  if (it.kind === 'impossible') return `reads what cannot be ${when}`;
  if (it.offset === null) return `departs from its own past ${when}; no neighbour tells whether it still does`;
  const neighbours = it.neighbors.length === 1 ? 'its only neighbour' : `its ${it.neighbors.length} neighbours`;
  if (it.kind === 'noise') return `reads now above and now below ${neighbours} ${when}`;
  const side = it.offset < 0 ? 'below' : 'above';
  return `reads ${Math.abs(it.offset).toFixed(1)} ${unit} ${side} ${neighbours} ${when}`;
}

function duration(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
