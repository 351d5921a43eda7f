import { z } from 'zod';
import { printable } from '../../../../schemas/printable.ts';
import { auditFolder } from '../../../audit/audit-files.ts';
import { type AuditFinding, type AuditVerdict, verifyAudit } from '../../../audit-trail/verify-audit.ts';
import { answerColumns } from '../../../http/formats/answer-columns.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { type FormatOptions, formatOf } from '../../frame/output-format.ts';
import { printRecords } from '../../terminal/print-records.ts';
import { dataOf } from './data-option.ts';

export interface AuditVerifyOptions extends FormatOptions {
  readonly data?: string;
}

const findingShape = z.object({ wrong: z.boolean(), file: z.string(), line: z.int().nullable(), what: z.string() });

/**
 * `halcyon audit verify`: whether the records of an audit log are those that were written, and all of them.
 *
 * @returns 1 where something does not fit, 0 otherwise
 */
export async function auditVerifyCommand(options: AuditVerifyOptions, io: CommandIo): Promise<number> {
  const format = formatOf(options);
  const folder = auditFolder(await dataOf(options.data, io));
  const verdict = await verifyAudit(folder);
  const document = { folder, ...verdict };
  const columns = answerColumns<AuditFinding>(findingShape);
  const lines = () => linesOf(verdict).map(printable);
  await printRecords(format, { document, rows: verdict.findings, columns, lines }, io);
  return verdict.whole ? 0 : 1;
}

function linesOf({ whole, findings, records, chains, files, since }: AuditVerdict): string[] {
  const found = findings.map(({ wrong, file, line, what }) => {
    const place = line === null ? file : `${file}, line ${line}`;
    return `${wrong ? 'wrong' : 'note'}: ${place}: ${what}`;
  });
  const from = since === null ? '' : `, since ${since}`;
  const counts = `chains: ${chains}, files: ${files}, records that fit: ${records}${from}`;
  return [...found, `${whole ? 'whole' : 'not whole'}; ${counts}`];
}
