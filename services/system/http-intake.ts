import type { Intake } from '../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../ingest/raw-item.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { askLocally, type LocalRequest } from '../local/services-socket.ts';

/** Items a request carries: well below what the push interface takes. */
const AT_ONCE = 2000;

/** An item's result as the push interface answers it. */
type Answered =
  | { status: 'accepted'; network: string; station_id: string; timestamp: string; rain_interval?: number }
  | Extract<ItemResult, { status: 'dead_letter' }>;

function resultOf(answered: Answered): ItemResult {
  if (answered.status === 'dead_letter') return answered;
  const { network, station_id: station, timestamp, rain_interval: rainInterval } = answered;
  const accepted = { status: 'accepted', network, station, time: Date.parse(timestamp) } as const;
  return rainInterval === undefined ? accepted : { ...accepted, rainInterval };
}

/** The intake of a running system, reached over its push interface on the socket for commands. */
export class HttpIntake implements Intake {
  readonly #socket: string;

  /** @param socket Unix socket of the running system's services */
  constructor(socket: string) {
    this.#socket = socket;
  }

  /** @throws HalcyonError `store_unavailable` where the system does not answer or refuses the request as a whole */
  async submit(network: string, _source: string, items: readonly RawItem[]): Promise<readonly ItemResult[]> {
    const path = `/api/v1/observations?network=${encodeURIComponent(network)}`;
    const results = new Map<RawItem, ItemResult>();
    for (const { contentType, body, of } of pushesOf(items)) {
      const answer = (await this.#post(path, contentType, body)) as { items: Answered[] };
      for (const [at, answered] of answer.items.entries()) results.set(of[at], resultOf(answered));
    }
    return items.map((item) => results.get(item)).filter((result) => result !== undefined);
  }

  /** Registers stations, all or none. */
  async registerStations(registrations: readonly unknown[]): Promise<void> {
    await this.#post('/api/v1/stations', 'application/json', JSON.stringify(registrations));
  }

  async #post(path: string, contentType: string, body: LocalRequest['body']): Promise<unknown> {
    const answer = await askLocally(this.#socket, { method: 'POST', path, contentType, body });
    const read = jsonOf(answer.body);
    if (answer.status < 300) return read;
    const { detail } = read as { detail?: unknown };
    const said = Array.isArray(detail) ? detail.map((problem) => (problem as { msg: string }).msg).join('; ') : detail;
    const code = answer.status === 422 ? 'invalid_parameter' : 'store_unavailable';
    throw new HalcyonError(code, `the running system refused it (${answer.status}): ${String(said)}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A request of the push interface, and the items that its answer is of, in order. */
interface Push {
  readonly contentType: string;
  readonly body: string | Uint8Array;
  readonly of: readonly RawItem[];
}

/**
 * The requests that bring items: JSON lines, and rows of CSV that could not be read, as they came, with their header line and
 * mapping, so that the other side refuses them for the same reason and keeps what a replay needs.
 */
function* pushesOf(items: readonly RawItem[]): Generator<Push, void> {
  const lines: RawItem[] = [];
  const rows = new Map<string, RawItem[]>();
  for (const item of items) {
    if (item.fields !== null || !item.mediaType.startsWith('text/csv')) lines.push(item);
    else if (!isOneLine(item)) yield rowsPush([item]);
    else {
      const alike = rows.get(formOf(item));
      if (alike === undefined) rows.set(formOf(item), [item]);
      else alike.push(item);
    }
  }
  for (const of of piecesOf(lines)) {
    yield { contentType: 'application/x-ndjson', body: of.map(lineOf).join('\n'), of };
  }
  for (const alike of rows.values()) for (const of of piecesOf(alike)) yield rowsPush(of);
}

function* piecesOf(items: readonly RawItem[]): Generator<readonly RawItem[], void> {
  for (let from = 0; from < items.length; from += AT_ONCE) yield items.slice(from, from + AT_ONCE);
}

/** True for a row that takes nothing of the rows behind it, as a quotation mark that is not closed does. */
function isOneLine({ body }: RawItem): boolean {
  return !Buffer.from(body).includes('"');
}

/** Rows of one form have one header line and one mapping. */
function formOf({ mediaType, context }: RawItem): string {
  return `${mediaType}\n${context}`;
}

function rowsPush(of: readonly RawItem[]): Push {
  const [{ mediaType, context }] = of;
  const body = Buffer.concat([
    Buffer.from(context),
    ...of.flatMap((row) => [Buffer.from('\n'), Buffer.from(row.body)]),
  ]);
  return { contentType: mediaType, body, of };
}

/** An item as a line of NDJSON; one that could not be read goes as its bytes, which the other side cannot read either. */
function lineOf(item: RawItem): string {
  if (item.fields !== null) return JSON.stringify(item.fields);
  return Buffer.from(item.body)
    .toString('utf8')
    .replaceAll(/[\r\n]+/g, ' ');
}
