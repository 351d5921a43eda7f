import { showsAtOnce } from '../../../schemas/fault.ts';
import { SHORTEST_END_MS } from '../alert-engine.ts';
import type { Occasion } from '../occasion.ts';
import type { FaultOfAlert } from '../records/alert-records.ts';
import type { RuleDefinition } from '../rules/alert-rule.ts';

const MINUTE_MS = 60_000;

/** An occasion as it was known at a moment [ms since the epoch] at which an alert of it may open or end. */
export interface Step {
  readonly at: number;
  readonly occasion: Occasion;
}

/**
 * The moments at which an alert of a fault or an episode may open and end, by the times of its reports.
 *
 * @param occasion as it is known by now
 * @param settlesAfterMs how long after its observation a verdict is settled [ms]
 */
export function stepsOf(
  occasion: Occasion,
  { minDurationMinutes }: Pick<RuleDefinition, 'minDurationMinutes'>,
  settlesAfterMs: number,
): Step[] {
  const least = (minDurationMinutes ?? 0) * MINUTE_MS;
  const { fault } = occasion;
  return fault === null
    ? stepsOfEpisode(occasion, least, settlesAfterMs)
    : stepsOfFault({ ...occasion, fault }, least, settlesAfterMs);
}

function stepsOfFault(
  occasion: Occasion & { readonly fault: FaultOfAlert },
  least: number,
  settlesAfterMs: number,
): Step[] {
  const { first, fault } = occasion;
  const { kind, known, recovered } = fault.said;
  const firmAt = Date.parse(known) + (showsAtOnce(kind) ? 0 : settlesAfterMs);
  const opens = least > 0 ? Math.max(Date.parse(known), first + least) : firmAt;
  const rightAt = recovered === null ? Number.POSITIVE_INFINITY : Date.parse(recovered);
  const whole = { ...occasion, firm: opens >= firmAt, judged: opens };
  if (rightAt <= opens) return [{ at: opens, occasion: whole }];
  const lasting = {
    ...whole,
    last: Math.min(occasion.last, opens),
    over: null,
    fault: { ...fault, said: { ...fault.said, end: null, recovered: null } },
  };
  return [{ at: opens, occasion: lasting }, ...(recovered === null ? [] : [{ at: rightAt, occasion: whole }])];
}

function stepsOfEpisode(occasion: Occasion, least: number, settlesAfterMs: number): Step[] {
  const { first, last, anomalies, over } = occasion;
  const reached = anomalies.find(({ time }) => time - first >= least);
  if (reached === undefined) return [];
  const opens = reached.time + settlesAfterMs;
  const begun = anomalies.filter(({ time }) => time <= reached.time);
  const opening = { ...occasion, last: reached.time, anomalies: begun, judged: opens, over: null };
  const ends = last + settlesAfterMs + SHORTEST_END_MS;
  return [{ at: opens, occasion: opening }, ...(over === null ? [] : [{ at: ends, occasion }])];
}
