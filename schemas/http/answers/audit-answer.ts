import { z } from 'zod';
import { AUDIT_ACTION_NAMES, AUDIT_RESULTS } from '../../audit.ts';
import { moment } from '../../reports/moment.ts';

/** A SHA-256 as the audit log writes it. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** A record of the audit log: who did what, from where, with what result. */
export const auditRecordShape = z
  .object({
    time: moment.describe('When it was recorded.'),
    since: moment.nullable().describe('When the first was of several that are counted together; else null.'),
    count: z.int().min(1).describe('How often, where repetitions are counted together; else 1.'),
    who: z.object({
      id: z.string().nullable().describe('Subject of the token; `os:` and a number for an account of the machine.'),
      username: z.string().nullable(),
      client: z.string().nullable().describe('Client that the token was issued to.'),
    }),
    role: z.string().nullable().describe('The role that allowed it.'),
    from: z
      .string()
      .nullable()
      .describe('Network address; `local` for commands on the machine; null for many together.'),
    action: z.enum(AUDIT_ACTION_NAMES),
    about: z.object({ kind: z.string(), id: z.string() }).nullable().describe('What it was done to.'),
    network: z.string().nullable(),
    result: z.enum(AUDIT_RESULTS),
    reason: z.string().nullable().describe('Code of why it was not done.'),
    detail: z.string().nullable(),
    request_id: z.string().nullable(),
    chain: z.string().describe('The run of a process that wrote it.'),
    number: z.int().min(1).describe('Its place in that.'),
    prev: digest.describe('Hash of the record before it.'),
    hash: digest.describe('SHA-256 of this one, which `prev` is a part of.'),
  })
  .meta({
    id: 'AuditRecord',
    examples: [
      {
        time: '2026-11-25T08:00:00.000Z',
        since: null,
        count: 1,
        who: { id: '9c1d6a52-4f0e-4b7a-8f5e-0d1c2b3a4e5f', username: 'ada', client: 'halcyon-web' },
        role: 'curator',
        from: '192.0.2.7',
        action: 'silence.add',
        about: { kind: 'silence', id: '4a3c2f0e-1d5b-4c8a-9e7f-2b6d8c0a1e3f' },
        network: 'north',
        result: 'done',
        reason: null,
        detail: null,
        request_id: 'b0c7e9d2-6d2a-4f0c-9a53-1f5f0e1c7a44',
        chain: '20261125T075900Z-4711-a3f9',
        number: 17,
        prev: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
        hash: 'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9',
      },
    ],
  });
export type AuditRecord = z.output<typeof auditRecordShape>;
