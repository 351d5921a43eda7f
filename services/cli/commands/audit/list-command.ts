import { AUDIT_ACTION_NAMES, AUDIT_RESULTS } from '../../../../schemas/audit.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import { type AuditRecord, auditRecordShape } from '../../../../schemas/http/answers/audit-answer.ts';
import { printable } from '../../../../schemas/printable.ts';
import { auditFolder } from '../../../audit/audit-files.ts';
import { auditTrail } from '../../../audit-trail/read-audit.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { limitOf } from '../../frame/limit-option.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { type Column, tableLines } from '../../terminal/table-lines.ts';
import { dataOf } from './data-option.ts';

/** More lines than anybody reads. */
const MOST = 10_000;

export interface AuditListOptions extends FormatOptions {
  readonly data?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly result?: string;
  readonly limit: string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Time' },
  { title: 'Who', shrinks: 2 },
  { title: 'From', leaves: 2 },
  { title: 'Action' },
  { title: 'About', shrinks: 1 },
  { title: 'Network', leaves: 3 },
  { title: 'Result' },
  { title: 'Times', leaves: 1 },
];

/** `halcyon audit list`: the newest records of an audit log. */
export async function auditListCommand(options: AuditListOptions, io: CommandIo): Promise<number> {
  const { data, actor } = options;
  const action = wordOf('--action', options.action, AUDIT_ACTION_NAMES);
  const result = wordOf('--result', options.result, AUDIT_RESULTS);
  const format = formatOf(options);
  const limit = limitOf(options.limit, MOST);
  const trail = auditTrail(auditFolder(await dataOf(data, io)));
  const { items, next } = await trail.page({ actor, action, result, limit });
  const document = { records: items, next_cursor: next };
  const columns = answerColumns<AuditRecord>(auditRecordShape);
  const lines = (width: number) => (items.length === 0 ? ['no records'] : tableLines(COLUMNS, items.map(row), width));
  await printRecords(format, { document, rows: items, columns, lines }, io);
  return 0;
}

function wordOf<T extends string>(option: string, given: string | undefined, words: readonly T[]): T | undefined {
  if (given === undefined) return undefined;
  const word = words.find((one) => one === given);
  if (word !== undefined) return word;
  throw new HalcyonError('invalid_parameter', `${option} is '${given}', should be one of ${words.join(', ')}`);
}

function row({ time, who, from, action, about, network, result, reason, count }: AuditRecord): readonly string[] {
  const name = who.username ?? who.id ?? '-';
  return [
    time,
    printable(who.client === null ? name : `${name} (${who.client})`),
    printable(from ?? '-'),
    action,
    printable(about === null ? '-' : `${about.kind} ${about.id}`),
    printable(network ?? '-'),
    printable(reason === null ? result : `${result}: ${reason}`),
    String(count),
  ];
}
