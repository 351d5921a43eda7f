import { printable } from '../../../../schemas/printable.ts';
import { auditFolder } from '../../../audit/audit-files.ts';
import { type AuditVerdict, verifyAudit } from '../../../audit-trail/verify-audit.ts';
import type { CommandIo } from '../../frame/command-frame.ts';
import { dataOf } from './data-option.ts';

export interface AuditVerifyOptions {
  readonly data?: string;
  readonly json: boolean;
}

/**
 * `halcyon audit verify`: whether the records of an audit log are those that were written, and all of them.
 *
 * @returns 1 where something does not fit, 0 otherwise
 */
export async function auditVerifyCommand({ data, json }: AuditVerifyOptions, io: CommandIo): Promise<number> {
  const folder = auditFolder(await dataOf(data, io));
  const verdict = await verifyAudit(folder);
  if (json) io.stdout.write(`${JSON.stringify({ folder, ...verdict }, null, 2)}\n`);
  else for (const line of linesOf(verdict)) io.stdout.write(`${printable(line)}\n`);
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
