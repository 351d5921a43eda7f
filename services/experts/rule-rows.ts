import type { ExpertRule, OverrideClass, RuleKind } from '../../schemas/expert-rule.ts';
import type { Fault } from '../../schemas/fault.ts';
import type { VariableLimits } from '../../schemas/limits.ts';
import type { Variable } from '../../schemas/variables.ts';
import type { Row } from '../stores/catalogue.ts';

/** Columns of a rule in the catalogue, in the order of `ruleCells`. */
export const RULE_COLUMNS = [
  'id',
  'kind',
  'subject',
  'network',
  'station',
  'variables',
  'anomaly',
  'fault',
  'classification',
  'method',
  'threshold',
  'floor',
  'fail_low',
  'fail_high',
  'suspect_low',
  'suspect_high',
  'begins',
  'ends',
  'first_slot',
  'last_slot',
  'reason',
  'entered_by',
  'entered',
  'ended_by',
  'ended',
] as const;

/** Of what there may be one rule of a kind at a time; windows may lie over each other. */
export function subjectOf({ kind, id, network, station, variables, anomaly, fault }: ExpertRule): string {
  if (kind === 'override' || kind === 'fault') return anomaly ?? fault?.id ?? id;
  return kind === 'threshold' || kind === 'limits' ? JSON.stringify([network, station, variables[0]]) : id;
}

/** The cells of a rule. */
export function ruleCells(it: ExpertRule): unknown[] {
  return [
    it.id,
    it.kind,
    subjectOf(it),
    it.network,
    it.station,
    it.variables.join(),
    it.anomaly,
    it.fault === null ? null : JSON.stringify(it.fault),
    it.classification,
    it.method,
    it.threshold,
    it.floor,
    it.limits?.failLow ?? null,
    it.limits?.failHigh ?? null,
    it.limits?.suspectLow ?? null,
    it.limits?.suspectHigh ?? null,
    new Date(it.from),
    dateOf(it.to),
    it.firstSlot,
    it.lastSlot,
    it.reason,
    it.by,
    new Date(it.at),
    it.endedBy,
    dateOf(it.ended),
  ];
}

/** The rule of a row. */
export function ruleOf(row: Row): ExpertRule {
  const text = (name: string) => (row[name] === null ? null : String(row[name]));
  const number = (name: string) => (row[name] === null ? null : Number(row[name]));
  const time = (name: string) => (row[name] === null ? null : (row[name] as Date).getTime());
  return {
    id: String(row['id']),
    kind: String(row['kind']) as RuleKind,
    network: String(row['network']),
    station: String(row['station']),
    variables: String(row['variables']).split(',') as Variable[],
    anomaly: text('anomaly'),
    fault: row['fault'] === null ? null : (JSON.parse(String(row['fault'])) as Fault),
    classification: text('classification') as OverrideClass | null,
    method: text('method'),
    threshold: number('threshold'),
    floor: number('floor'),
    limits: limitsOf(row),
    from: (row['begins'] as Date).getTime(),
    to: time('ends'),
    firstSlot: Number(row['first_slot']),
    lastSlot: number('last_slot'),
    reason: String(row['reason']),
    by: String(row['entered_by']),
    at: (row['entered'] as Date).getTime(),
    endedBy: text('ended_by'),
    ended: time('ended'),
  };
}

function limitsOf(row: Row): VariableLimits | null {
  if (row['kind'] !== 'limits') return null;
  return {
    failLow: Number(row['fail_low']),
    failHigh: Number(row['fail_high']),
    suspectLow: Number(row['suspect_low']),
    suspectHigh: Number(row['suspect_high']),
  };
}

function dateOf(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
