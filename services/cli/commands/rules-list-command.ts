import { z } from 'zod';
import { HalcyonError } from '../../../schemas/errors.ts';
import { EVERY_STATION, type ExpertRule, isActive, RULE_KINDS } from '../../../schemas/expert-rule.ts';
import { printable } from '../../../schemas/printable.ts';
import { moment } from '../../../schemas/reports/moment.ts';
import { isoOf } from '../../../schemas/time.ts';
import { VARIABLES } from '../../../schemas/variables.ts';
import { ruleAnswer } from '../../experts/expert-answers.ts';
import { storedRules } from '../../experts/stored-rules.ts';
import { answerColumns } from '../../http/formats/answer-columns.ts';
import { given } from '../../http/query-fields.ts';
import type { CommandIo } from '../frame/command-frame.ts';
import { assertNetworkName } from '../frame/network-option.ts';
import { type FormatOptions, formatOf } from '../frame/output-format.ts';
import { withStore } from '../frame/with-store.ts';
import { printRecords } from '../terminal/print-records.ts';
import { type Column, tableLines } from '../terminal/table-lines.ts';

export interface RulesListOptions extends FormatOptions {
  readonly network?: string;
  readonly station?: string;
  readonly kind?: string;
  /** What was ended, or is over, too. */
  readonly all: boolean;
}

const COLUMNS: readonly Column[] = [
  { title: 'ID', leaves: 3 },
  { title: 'Kind' },
  { title: 'Network', leaves: 2 },
  { title: 'Station' },
  { title: 'Says', shrinks: 2 },
  { title: 'From' },
  { title: 'To' },
  { title: 'By', leaves: 1 },
  { title: 'Why', shrinks: 1 },
];

/** What rules of every kind have in common, and what each says in words. */
const ruleRowShape = z.object({
  id: z.string(),
  kind: z.enum(RULE_KINDS),
  network: z.string(),
  station_id: z.string().nullable(),
  variables: z.array(z.enum(VARIABLES)),
  says: z.string(),
  from: moment,
  to: moment.nullable(),
  by: z.string(),
  at: moment,
  reason: z.string(),
  ended_by: z.string().nullable(),
  ended_at: moment.nullable(),
});
type RuleRow = z.output<typeof ruleRowShape>;

/** `halcyon rules list`: what people have entered of stations and anomalies, newest first. */
export async function rulesListCommand(options: RulesListOptions, io: CommandIo): Promise<number> {
  const { network, station, kind, all } = options;
  const format = formatOf(options);
  assertNetworkName(network);
  if (kind !== undefined && !RULE_KINDS.some((name) => name === kind)) {
    throw new HalcyonError('invalid_parameter', `--kind is '${kind}', should be one of ${RULE_KINDS.join(', ')}`);
  }
  const now = io.now();
  return withStore(io, async (store) => {
    const asked = given({ network, station, kind: RULE_KINDS.find((name) => name === kind) });
    const rules = (await storedRules(store).rules(asked)).filter((rule) => all || isInForce(rule, now));
    const document = { rules: rules.map((rule) => ruleAnswer(rule, now)) };
    const columns = answerColumns<RuleRow>(ruleRowShape);
    const lines = (width: number) => (rules.length === 0 ? ['no rules'] : tableLines(COLUMNS, rules.map(row), width));
    await printRecords(format, { document, rows: rules.map(ruleRow), columns, lines }, io);
    return 0;
  });
}

/** What is said of an anomaly or a fault speaks of the past for as long as nobody takes it back. */
function isInForce(rule: ExpertRule, now: number): boolean {
  return rule.kind === 'override' || rule.kind === 'fault' ? rule.ended === null : isActive(rule, now);
}

function ruleRow(rule: ExpertRule): RuleRow {
  const { id, kind, network, station, variables, from, to, by, at, reason, endedBy, ended } = rule;
  return {
    id,
    kind,
    network,
    station_id: station === EVERY_STATION ? null : station,
    variables: [...variables],
    says: saysOf(rule),
    from: isoOf(from),
    to: to === null ? null : isoOf(to),
    by,
    at: isoOf(at),
    reason,
    ended_by: endedBy,
    ended_at: ended === null ? null : isoOf(ended),
  };
}

function row(rule: ExpertRule): readonly string[] {
  const { id, kind, network, station, from, to, by, reason } = rule;
  const until = kind === 'override' ? '' : to === null ? 'open' : isoOf(to);
  return [
    id,
    kind,
    printable(network),
    station === EVERY_STATION ? 'all' : printable(station),
    saysOf(rule),
    isoOf(from),
    until,
    printable(by),
    printable(reason),
  ];
}

function saysOf({ kind, variables, classification, threshold, floor, limits }: ExpertRule): string {
  const of = variables.length === VARIABLES.length ? 'all' : variables.join(',');
  if (kind === 'override' || kind === 'fault') return `${of} is ${classification}`;
  if (limits !== null) {
    const { failLow, failHigh, suspectLow, suspectHigh } = limits;
    return `${of} fail ${failLow}..${failHigh} suspect ${suspectLow}..${suspectHigh}`;
  }
  if (kind !== 'threshold') return of;
  const set = [threshold === null ? '' : `beyond ${threshold}`, floor === null ? '' : `smallest deviation ${floor}`];
  return `${of} ${set.filter(Boolean).join(', ')}`;
}
