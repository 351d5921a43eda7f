import { AUDIT_ACTION_NAMES, AUDIT_RESULTS } from '../../../../schemas/audit.ts';
import { HalcyonError } from '../../../../schemas/errors.ts';
import type { AuditRecord } from '../../../../schemas/http/answers/audit-answer.ts';
import { printable } from '../../../../schemas/printable.ts';
import { auditFolder } from '../../../audit/audit-files.ts';
import { auditTrail } from '../../../audit-trail/read-audit.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { widthOf } from '../../terminal/paint.ts';
import { writeRaw } from '../../terminal/raw-text.ts';
import { type Column, tableLines } from '../../terminal/table-lines.ts';
import { dataOf } from './data-option.ts';

/** More lines than anybody reads. */
const MOST = 10_000;

export interface AuditListOptions {
  readonly data?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly result?: string;
  readonly limit: string;
  readonly json: boolean;
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
  const limit = Number(options.limit);
  if (!/^\d+$/.test(options.limit) || limit < 1 || limit > MOST) {
    const msg = `--limit is '${options.limit}', should be a whole number from 1 to ${MOST}`;
    throw new HalcyonError('invalid_parameter', msg);
  }
  const trail = auditTrail(auditFolder(await dataOf(data, io)));
  const { items, next } = await trail.page({ actor, action, result, limit });
  if (options.json) {
    await writeRaw(io.stdout, `${JSON.stringify({ records: items, next_cursor: next }, null, 2)}\n`, io.signal);
    return 0;
  }
  const lines = items.length === 0 ? ['no records'] : tableLines(COLUMNS, items.map(row), widthOf(io.stdout));
  for (const line of lines) io.stdout.write(`${line}\n`);
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
