import type { IncomingMessage } from 'node:http';
import type { Answer } from '../endpoint.ts';
import { FORMATS } from '../format.ts';
import type { ListTable } from './list-table.ts';
import { TABLE_WRITERS, type TableFormat, tableHeaders } from './table-writers.ts';

/** A page of a list in a format, held as a whole: it has an ETag and a length. */
export async function pageAnswer(format: TableFormat, table: ListTable, incoming: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = [];
  for await (const piece of TABLE_WRITERS[format](table)) pieces.push(Buffer.from(piece));
  const headers = { ...tableHeaders(format, table), ...nextLink(incoming, table.next) };
  return { status: 200, body: Buffer.concat(pieces), type: FORMATS[format].mediaType, headers };
}

/** Where the next page is (RFC 8288), as a reference relative to the request: this one with another cursor. */
export function nextLink({ url = '' }: Pick<IncomingMessage, 'url'>, next: string | null): Record<string, string> {
  if (next === null) return {};
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  query.set('cursor', next);
  return { Link: `<?${query}>; rel="next"` };
}
