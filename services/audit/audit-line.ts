import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type AuditRecord, auditRecordShape } from '../../schemas/http/answers/audit-answer.ts';

/** `prev` of the first record of a chain. */
export const NO_HASH = '0'.repeat(64);

const named = z.object({
  chain: z.string(),
  number: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A record that another one names. */
export type NamedRecord = z.output<typeof named>;

const lineShape = auditRecordShape.extend({ named: z.array(named).optional() });

/** A record as it stands in a file; `named` has the last records of other chains, or of what was removed. */
export type AuditLine = AuditRecord & { readonly named?: readonly NamedRecord[] | undefined };

/** The end of a line, which its hash is not taken of. */
const HASH = /,"hash":"([0-9a-f]{64})"\}$/;

/**
 * A record as a line of a file, without its line break. The hash is the SHA-256 of the line without its last field: of what
 * is before `,"hash":`, and a `}`.
 */
export function lineOf(record: Omit<AuditLine, 'hash'>): { readonly line: string; readonly hash: string } {
  const text = JSON.stringify(record);
  const hash = createHash('sha256').update(text).digest('hex');
  return { line: `${text.slice(0, -1)},"hash":"${hash}"}`, hash };
}

/** A line that was read: null where it is no record; `fits` is false where its hash is that of another. */
export function readLine(line: string): { readonly record: AuditLine; readonly fits: boolean } | null {
  const end = HASH.exec(line);
  if (end === null) return null;
  try {
    const record = lineShape.safeParse(JSON.parse(line));
    if (!record.success) return null;
    const sealed = createHash('sha256')
      .update(`${line.slice(0, end.index)}}`)
      .digest('hex');
    return { record: record.data, fits: sealed === end[1] };
  } catch {
    return null;
  }
}
