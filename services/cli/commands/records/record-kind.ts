import type { z } from 'zod';
import type { RuleRegister } from '../../../experts/rule-register.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { LARGEST_PAGE } from '../../../http/query-fields.ts';
import type { Page } from '../../../stores/roles/page.ts';
import type { TimeSeriesStore } from '../../../stores/time-series-store.ts';
import type { ShownColumn } from '../../terminal/record-lines.ts';
import { askEndpoint, type GivenQuery, readQuery } from './ask-endpoint.ts';

/** What records are read from. */
export interface RecordParts {
  readonly store: TimeSeriesStore;
  /** What people have ruled. */
  readonly experts: Pick<RuleRegister, 'rules'>;
}

/** How many records come next, and after which. */
interface Place {
  readonly limit: number;
  readonly cursor: string | null;
}

/** Records that commands list and show. */
export interface RecordKind<Row extends object = object> {
  /** What one is called, and what several are, as in the answers of HTTP. */
  readonly one: string;
  readonly many: string;
  /** What a record of the list is, and one that is shown alone. */
  readonly shape: z.ZodObject;
  readonly wholeShape: z.ZodObject;
  /** True where they are found by judging: what is not judged yet has none. */
  readonly found: boolean;
  /** The table of the list. */
  readonly table: readonly ShownColumn[];
  /** Cells that the table alone has, by their columns: each is of several fields of a record. */
  cells?(row: Row): Readonly<Record<string, string>>;
  /** A sentence of a record that stands below its row. */
  below?(row: Row): string;
  /** Refuses a query before anything is opened. @throws HalcyonError `invalid_parameter` */
  readonly check: (query: GivenQuery) => void;
  readonly page: (query: GivenQuery, place: Place, parts: RecordParts, signal: AbortSignal) => Promise<Page<Row>>;
  /** One of them. @throws HalcyonError `not_found`, `unknown_network`, `unknown_station` */
  readonly show: (id: string, query: GivenQuery, parts: RecordParts, signal: AbortSignal) => Promise<object>;
}

/** How records are listed that an endpoint lists: by the same filters, in the same order. */
export function listedBy<Row extends object>(
  endpoint: Endpoint<RecordParts>,
  many: string,
): Pick<RecordKind<Row>, 'check' | 'page'> {
  return {
    check: (query) => void readQuery(endpoint, query),
    async page(query, { limit, cursor }, parts, signal) {
      const place = { limit: String(Math.min(limit, LARGEST_PAGE)), ...(cursor !== null && { cursor }) };
      const body = await askEndpoint(endpoint, { query: { ...query, ...place, format: 'json' } }, parts, signal);
      // What the endpoint's own schema says of its answer, which the contract of all endpoints holds it to.
      const answer = body as Readonly<Record<string, Row[]>> & { readonly next_cursor: string | null };
      return { items: answer[many] ?? [], next: answer.next_cursor };
    },
  };
}

/** How one record is shown that an endpoint shows by its id. */
export function shownBy(endpoint: Endpoint<RecordParts>): Pick<RecordKind, 'show'> {
  return {
    show: async (id, query, parts, signal) =>
      (await askEndpoint(endpoint, { path: { id }, query }, parts, signal)) as object,
  };
}
