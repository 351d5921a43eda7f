import type { JudgementStep } from '../../schemas/judgement-trace.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS } from '../../schemas/variables.ts';
import { reportedAnomaly } from '../answers/reported-anomaly.ts';
import { reportedFault } from '../answers/reported-fault.ts';
import type { Explained } from './explain.ts';

/** An explanation as JSON: anomaly, faults and flags as in a report, the steps with their numbers in the order of the judgement. */
export function explainedDocument({ explanation: it, flags, marks }: Explained): object {
  const { report, variable, judgement, verdict } = it;
  return {
    network: it.network,
    station_id: it.station,
    station_name: it.stationName,
    variable,
    units: VARIABLE_SPECIFICATIONS[variable].unit,
    timestamp: isoOf(report.time),
    value: report.values[variable],
    original: report.original[variable] ?? null,
    source: report.source,
    received: isoOf(report.received),
    temporal_method: it.configuration.temporalMethod,
    spatial_method: it.configuration.spatialMethod,
    judged_from: isoOf(it.start),
    judged_to: isoOf(it.end),
    steps: [...it.temporal, ...it.spatial].map(stepOf),
    judgement: { flag: judgement.flag, reason: judgement.reason, score: judgement.score },
    settled: it.isSettled,
    anomaly: verdict === null ? null : reportedAnomaly(verdict, marks),
    faults: it.faults.map(reportedFault),
    flag_of_fault: it.underFault?.flag ?? null,
    flags,
  };
}

/** A step with names as the interface has them. What is inside of `evidence` keeps the names of the verdict's evidence. */
function stepOf(step: JudgementStep): object {
  const named = step.step === 'look' ? { ...step, known: isoOf(step.known) } : step;
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [snakeCase(name), value as unknown]));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
