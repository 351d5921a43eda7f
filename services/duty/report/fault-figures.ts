import { middle } from '../../../detectors/relations/usual-relation.ts';
import type { Fault, FaultKind } from '../../../schemas/fault.ts';
import type { Overlay } from '../../experts/overlay.ts';
import type { Period } from './period.ts';

const MINUTE_MS = 60_000;

/** The faults of a period that opened in it or before, without those that people call none. */
export interface KindFigures {
  readonly kind: FaultKind;
  readonly opened: number;
  readonly closed: number;
  /** Open when the period ended. */
  readonly open: number;
}

/** How many faults there were, and how long they took. Times in minutes, the middle one; null where there is none. */
export interface FaultFigures extends Omit<KindFigures, 'kind'> {
  readonly kinds: readonly KindFigures[];
  /** From the first wrong report to the one by which it was known, of those that opened. */
  readonly notice: number | null;
  /** From then to the last wrong report, of those that closed and were known while they lasted. */
  readonly repair: number | null;
  /** Those that closed before they were known. */
  readonly passing: number;
  /** Those that opened and that people call weather or no fault. */
  readonly overruled: number;
  /** These, of all that opened; null where none did. */
  readonly overruledShare: number | null;
}

/** Whether a fault began in a period, whether it ended in it, and whether it was open at its end. */
function partIn({ from, to }: Period, { start, end }: Fault): Record<'opened' | 'closed' | 'open', boolean> {
  return {
    opened: start >= from && start <= to,
    closed: end !== null && end >= from && end <= to,
    open: start <= to && (end === null || end > to),
  };
}

/**
 * Figures of the faults of a period.
 *
 * @param faults with a part in it, those that people call none among them
 */
export function faultFigures(faults: readonly Fault[], overlay: Overlay, period: Period): FaultFigures {
  const real = faults.filter((fault) => !overlay.explains(fault));
  const opened = real.filter((fault) => partIn(period, fault).opened);
  const closed = real.filter((fault) => partIn(period, fault).closed);
  const overruled = faults.filter((fault) => overlay.explains(fault) && partIn(period, fault).opened).length;
  const lasted = closed.flatMap(({ known, end }) => (end !== null && end > known ? [(end - known) / MINUTE_MS] : []));
  const kinds = [...new Set(real.map(({ kind }) => kind))].sort().map((kind): KindFigures => {
    const own = real.filter((fault) => fault.kind === kind);
    return { kind, ...countedIn(own, period) };
  });
  const all = opened.length + overruled;
  return {
    ...countedIn(real, period),
    kinds,
    notice: middleOf(opened.map(({ start, known }) => Math.max(0, known - start) / MINUTE_MS)),
    repair: middleOf(lasted),
    passing: closed.length - lasted.length,
    overruled,
    overruledShare: all === 0 ? null : overruled / all,
  };
}

/** How many of some faults opened and closed in a period, and were open at its end. */
export function countedIn(faults: readonly Fault[], period: Period): Omit<KindFigures, 'kind'> {
  const parts = faults.map((fault) => partIn(period, fault));
  const count = (name: keyof (typeof parts)[number]) => parts.filter((part) => part[name]).length;
  return { opened: count('opened'), closed: count('closed'), open: count('open') };
}

function middleOf(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : middle(numbers);
}
