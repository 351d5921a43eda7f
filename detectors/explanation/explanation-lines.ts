import { isFaultOfDays } from '../../schemas/fault.ts';
import { FLAG, type Flag } from '../../schemas/judgement.ts';
import type { JudgementStep, VerificationStep } from '../../schemas/judgement-trace.ts';
import { isoOf } from '../../schemas/time.ts';
import { VARIABLE_SPECIFICATIONS, type Variable } from '../../schemas/variables.ts';
import { temporalMethod } from '../methods/registry.ts';
import { thresholdOf } from '../methods/threshold.ts';
import { spatialMethod } from '../spatial/registry.ts';
import type { Explanation } from './explanation.ts';
import {
  CLASS_WORDS,
  FLAG_WORDS,
  glossOf,
  NOT_ASKED_WORDS,
  NOT_FLAT_WORDS,
  NOT_JUDGED_WORDS,
  ruleWords,
  termWords,
} from './step-words.ts';

/** Values of the history that a line shows: the newest. */
const SHOWN_HISTORY = 6;

/** A number as people read it: at most three decimals, with its sign where that tells more. */
const short = (x: number) => String(Math.round(x * 1000) / 1000 + 0);
const signed = (x: number) => (x > 0 ? `+${short(x)}` : short(x));

/**
 * An explanation in sentences for people, a line each, in the order of the judgement; the last one is the verdict.
 *
 * @param flag the QARTOD flag that the value has in the end
 */
export function explanationLines(it: Explanation, flag: Flag): readonly string[] {
  return [
    ...headLines(it),
    '',
    'Its own past:',
    ...it.temporal.flatMap((step) => stepLines(step, it)).map(indented),
    ...(it.spatial.length === 0 ? [] : ['', 'The candidate, rule by rule:']),
    ...it.spatial.flatMap((step) => stepLines(step, it)).map(indented),
    '',
    ...faultLines(it),
    verdictLine(it, flag),
  ];
}

function headLines(it: Explanation): string[] {
  const { report, variable, configuration: by } = it;
  const value = report.values[variable];
  const original = report.original[variable];
  const sent = original === undefined ? '' : `; sent as ${original.value} ${original.unit}${original.kind ?? ''}`;
  const method = temporalMethod(by.temporalMethod).specification;
  const checks = by.checks.length === 0 ? 'no checks' : `checks ${by.checks.join(', ')}`;
  const verified = by.spatialVerify
    ? `verified by ${by.spatialMethod} within ${by.neighborRadiusKm} km`
    : 'not verified against neighbours';
  return [
    `${it.station} (${it.stationName}), network ${it.network}: ${variable} at ${isoOf(report.time)}`,
    `On arrival: ${value === null ? 'no value' : amount(variable, value)}${sent}; from ${report.source}, received ${isoOf(report.received)}.`,
    `Judged by ${by.temporalMethod} over ${by.windowHours} h, which flags beyond ${short(thresholdOf(method, by.threshold))}; ${checks}; ${verified}.`,
  ];
}

function stepLines(step: JudgementStep, it: Explanation): readonly string[] {
  const { variable } = it;
  switch (step.step) {
    case 'limits': {
      const { failLow, failHigh, suspectLow, suspectHigh } = step.limits;
      const { unit } = VARIABLE_SPECIFICATIONS[variable];
      const says = { pass: 'within', suspect: 'beyond what the climate brings', fail: 'beyond what can be' }[
        step.outcome
      ];
      const spans = `fails beyond ${failLow} to ${failHigh} ${unit}, is suspect beyond ${suspectLow} to ${suspectHigh} ${unit}`;
      return [`gross_range: ${step.isAsked ? `${says}; a value ${spans}.` : NOT_ASKED_WORDS.off}`];
    }
    case 'window': {
      const known = step.history.filter((value) => value !== null);
      const latest = step.history.slice(-SHOWN_HISTORY).map((value) => (value === null ? '-' : short(value)));
      const learnt =
        step.baseline === null
          ? 'by what is documented and its last reports, as it has no baseline yet'
          : `by the baseline ${step.baseline} of ${step.days} days`;
      const by = step.isSet ? 'as people have set it' : learnt;
      return [
        `history: ${known.length} values in ${step.history.length} slots of ${step.cadenceMinutes} min; the newest ${latest.join(', ')} ${VARIABLE_SPECIFICATIONS[variable].unit}.`,
        `smallest deviation that is flagged: ${amount(variable, step.floor)}, ${by}; typical step ${amount(variable, step.spread)}.`,
      ];
    }
    case 'expectation': {
      if (step.expected === null || step.scale === null || step.score === null) {
        return [`${step.by}: ${step.reason === '' ? 'passes, without a score' : NOT_JUDGED_WORDS[step.reason]}.`];
      }
      const departs = signed(step.value - step.expected);
      const back = step.score > step.threshold ? ', as it is back at the value before' : '';
      const outcome = step.isFlagged ? 'candidate' : `no candidate${back}`;
      return [
        `${step.by}: expects ${amount(variable, step.expected)}; the value departs by ${departs}, ${short(step.score)} scales of ${short(step.scale)}; flags beyond ${short(step.threshold)}: ${outcome}.`,
      ];
    }
    case 'not_asked':
      return [`${step.by}: ${NOT_ASKED_WORDS[step.why]}.`];
    case 'run': {
      const run =
        step.slots === 0 ? 'the value changes, or is constant by nature' : `unchanged for ${step.slots * 10} min`;
      const why = step.why === '' ? '' : `, as ${NOT_FLAT_WORDS[step.why]}`;
      const outcome = step.isFlagged ? 'candidate' : `no candidate${why}`;
      return [`flat_line: ${run}; a run of ${step.needed * 10} min counts: ${outcome}.`];
    }
    case 'consistency':
      return [`consistency: ${step.reason === '' ? 'agrees with the other values of the report' : step.reason}.`];
    case 'judged': {
      const why = step.reason === '' ? '' : `, ${NOT_JUDGED_WORDS[step.reason]}`;
      return [
        `by its own past: QARTOD ${step.flag} (${FLAG_WORDS[step.flag]})${why}; ${step.candidate === null ? 'no candidate' : `candidate of ${step.candidate}`}.`,
      ];
    }
    case 'look':
      return [`looked at by what was known at ${isoOf(step.known)}.`];
    case 'rule':
      return [`${step.rule}: ${ruleWords(step, (x) => amount(variable, x))}.`];
    case 'verification':
      return verificationLines(step, it);
    case 'fault':
      return [];
  }
}

/** Terms that are shown one by one: those that add most. */
const SHOWN_TERMS = 12;

function verificationLines(step: VerificationStep, { variable }: Explanation): string[] {
  const { evidence, neighbours } = step;
  const rows = new Map(listOf(evidence['neighbours']).map((row) => [row['id'], row]));
  const adds = recordOf(evidence['adds']);
  const terms = recordOf(evidence['terms']);
  const inOrder = Object.entries(adds)
    .flatMap(([name, add]) => (typeof add === 'number' && add !== 0 ? [[name, add] as const] : []))
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a));
  const usual = recordOf(evidence['usual']);
  return [
    `${step.method} compares ${neighbours.length} of ${step.within} neighbours within the radius, nearest first:`,
    ...neighbours.map(({ id, km, reads, before }) => {
      const shows = Object.entries(rows.get(id) ?? {}).filter(
        ([name, value]) => name !== 'id' && name !== 'km' && value !== null,
      );
      const words = shows.map(([name, value]) => `${termWords(name)} ${shown(value)}`);
      return `  ${id} ${km.toFixed(1)} km: reads ${read(variable, reads)}, before ${read(variable, before)}${words.length === 0 ? '' : `; ${words.join(', ')}`}`;
    }),
    ...(typeof usual['departure'] === 'number'
      ? [
          `usual against its neighbours: it departs by ${signed(usual['departure'])}, usually by ${shown(usual['spread'])} (one sigma, ${shown(usual['neighbours'])} neighbours).`,
        ]
      : []),
    ...(inOrder.length === 0
      ? []
      : [
          `evidence, in log-odds of a failure of the device:`,
          ...inOrder
            .slice(0, SHOWN_TERMS)
            .map(
              ([name, add]) =>
                `  ${signed(add)} ${name}${name in terms ? ` ${shown(terms[name])}` : ''}${glossOf(name)}`,
            ),
          ...othersLine(inOrder.slice(SHOWN_TERMS)),
          `  ${signed(Number(evidence['logOdds']))} in all; ${limitsOf(step.method)}.`,
        ]),
    ...(evidence['range'] === undefined
      ? []
      : [
          `the neighbours moved by ${shown(evidence['range'])} meanwhile; a stuck value needs ${shown(evidence['limit'])}.`,
        ]),
    `${step.method}: ${CLASS_WORDS[step.classification]}: ${step.reason}.`,
  ];
}

/** What the terms add that are not shown one by one. */
function othersLine(others: readonly (readonly [name: string, add: number])[]): string[] {
  const sum = others.reduce((total, [, add]) => total + add, 0);
  return others.length === 0 ? [] : [`  ${signed(Number(sum.toFixed(3)))} ${others.length} other terms together`];
}

/** Where the classes begin, as the method documents it. */
function limitsOf(method: string): string {
  if (method !== 'pearson' && method !== 'distance') return '';
  const { parameters } = spatialMethod(method).specification;
  const limit = (name: string) => parameters.find((parameter) => parameter.name === name)?.default ?? 0;
  return `a failure is above ${limit('failure_above')}, weather below ${limit('weather_below')}, by more at once, and where there are one or two neighbours`;
}

function faultLines({ faults, underFault }: Explanation): string[] {
  if (faults.length === 0) return ['No fault of the sensor holds the report.'];
  return faults.map(({ id, kind, start, end, certainty, state, reason }) => {
    const ends = end === null ? 'goes on' : `to ${isoOf(end)}`;
    const says = underFault?.faultId === id ? `; it says QARTOD ${underFault.flag} of this value` : '';
    return `Fault over it: ${kind}, ${certainty}, ${state}, from ${isoOf(start)}, ${ends}: ${reason}${says}.`;
  });
}

function verdictLine({ verdict, judgement, isSettled, faults, underFault }: Explanation, flag: Flag): string {
  const end = `QARTOD ${flag} (${FLAG_WORDS[flag]})`;
  const under = underFault === null ? '' : ', under a fault';
  if (verdict !== null) {
    return `Verdict: ${CLASS_WORDS[verdict.classification]}, ${verdict.state}${under}, ${end}: ${verdict.reason}.`;
  }
  if (judgement.reason !== '' && judgement.flag !== FLAG.fail) {
    return `Verdict: not judged${under}, ${end}: ${NOT_JUDGED_WORDS[judgement.reason]}.`;
  }
  const state = isSettled ? 'settled' : 'provisional';
  const fault = faults.find(({ id }) => id === underFault?.faultId);
  if (fault === undefined) return `Verdict: no anomaly, ${state}, ${end}.`;
  // The fault is known by now, however soon after the value the judgement ended: while it may change, so may the flag.
  const isOpen = isFaultOfDays(fault.kind) && fault.state === 'provisional';
  return `Verdict: no anomaly by itself, ${isOpen ? 'provisional' : state}, under a fault, ${end}: ${fault.reason}.`;
}

function indented(line: string): string {
  return `  ${line}`;
}

function amount(variable: Variable, value: number): string {
  return `${short(value)} ${VARIABLE_SPECIFICATIONS[variable].unit}`;
}

function read(variable: Variable, value: number | null): string {
  return value === null ? 'nothing' : amount(variable, value);
}

function shown(value: unknown): string {
  if (typeof value === 'number') return short(value);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : 'unknown';
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}
