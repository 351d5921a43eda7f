import type { AuditAction, AuditResult } from '../../schemas/audit.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import type { AuditRecord } from '../../schemas/http/answers/audit-answer.ts';
import { pathCode } from '../../schemas/path-reason.ts';
import { type AuditFile, linesOf, listAudit } from '../audit/audit-files.ts';
import { readLine } from '../audit/audit-line.ts';
import { Cursor } from '../stores/cursor.ts';
import type { Page } from '../stores/time-series-store.ts';

const DAY_MS = 86_400_000;

/** Which records are asked for, newest first. */
interface AuditQuery {
  /** ms since the epoch, both included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Subject, username or client. */
  readonly actor?: string | undefined;
  readonly action?: AuditAction | undefined;
  readonly result?: AuditResult | undefined;
  /** One, or some; all, and what is of none, where it is not given. */
  readonly network?: string | readonly string[] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reads the records that are in a data folder. */
export interface AuditTrail {
  /** @throws HalcyonError `invalid_parameter` for a cursor of another list, `store_unreadable` */
  page(query: AuditQuery): Promise<Page<AuditRecord>>;
}

/** Day of its file, time, chain and number of the last record of the page before. */
const CURSOR = new Cursor('audit', ['string', 'string', 'string', 'number']);

type Place = readonly [day: string, time: string, chain: string, number: number];
interface Placed {
  readonly record: AuditRecord;
  readonly place: Place;
}

/** The records of a folder. Of each day no more is held than a page has. */
export function auditTrail(folder: string): AuditTrail {
  return {
    async page({ limit, cursor, ...asked }) {
      const after = CURSOR.read(cursor);
      const { files } = (await listAudit(folder)) ?? { files: [] };
      const days = [...new Set(files.map(({ day }) => day))].filter((day) => mayHold(day, asked, after)).reverse();
      const found: Placed[] = [];
      for (const day of days) {
        const ofDay = files.filter((file) => file.day === day);
        found.push(...(await newestOf(folder, ofDay, asked, after, limit + 1)));
        if (found.length > limit) break;
      }
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const next = found.length > limit && last !== undefined ? CURSOR.write([...last.place]) : null;
      return { items: page.map(({ record }) => record), next };
    },
  };
}

type Asked = Omit<AuditQuery, 'limit' | 'cursor'>;

/** A clock that was put back puts records of a day into the file of a later one. */
function mayHold(day: string, { from }: Asked, after: Place | null): boolean {
  if (from !== undefined && Date.parse(day) + DAY_MS <= from) return false;
  return after === null || day <= after[0];
}

/** The newest records of one day's files. @param most so many at most */
async function newestOf(
  folder: string,
  files: readonly AuditFile[],
  asked: Asked,
  after: Place | null,
  most: number,
): Promise<Placed[]> {
  let found: Placed[] = [];
  const shorten = () => {
    found = found.sort((a, b) => newerFirst(a.place, b.place)).slice(0, most);
  };
  for (const { name, day } of files) {
    try {
      for await (const { text } of linesOf(folder, name)) {
        // What cannot be read is for `halcyon audit verify` to tell.
        const line = readLine(text)?.record;
        if (line === undefined || !isAsked(line, asked)) continue;
        // What a chain names of others is for who verifies them.
        const { named: _, ...record } = line;
        const place: Place = [day, record.time, record.chain, record.number];
        if (after !== null && newerFirst(place, after) <= 0) continue;
        found.push({ record, place });
        if (found.length > 2 * most) shorten();
      }
    } catch (error) {
      // It was removed by age meanwhile.
      if (error instanceof HalcyonError && pathCode(error.cause) === 'ENOENT') continue;
      throw error;
    }
  }
  shorten();
  return found;
}

function isAsked(record: AuditRecord, { from, to, actor, action, result, network }: Asked): boolean {
  const time = Date.parse(record.time);
  const { id, username, client } = record.who;
  return (
    (from === undefined || time >= from) &&
    (to === undefined || time <= to) &&
    (actor === undefined || [id, username, client].includes(actor)) &&
    (action === undefined || record.action === action) &&
    (result === undefined || record.result === result) &&
    (network === undefined || (record.network !== null && [network].flat().includes(record.network)))
  );
}

function newerFirst(a: Place, b: Place): number {
  for (const at of [0, 1, 2, 3] as const) {
    if (a[at] !== b[at]) return a[at] > b[at] ? -1 : 1;
  }
  return 0;
}
