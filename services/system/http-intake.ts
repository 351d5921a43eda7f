import type { Intake } from '../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../ingest/raw-item.ts';
import { HalcyonError } from '../../schemas/errors.ts';
import { askLocally } from '../local/services-socket.ts';

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
    const results: ItemResult[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const body = items
        .slice(from, from + AT_ONCE)
        .map(lineOf)
        .join('\n');
      const answer = (await this.#post(path, 'application/x-ndjson', body)) as { items: Answered[] };
      results.push(...answer.items.map(resultOf));
    }
    return results;
  }

  /** Registers stations, all or none. */
  async registerStations(registrations: readonly unknown[]): Promise<void> {
    await this.#post('/api/v1/stations', 'application/json', JSON.stringify(registrations));
  }

  async #post(path: string, contentType: string, body: string): Promise<unknown> {
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

/** An item as a line of NDJSON; one that could not be read goes as its bytes, which the other side cannot read either. */
function lineOf(item: RawItem): string {
  if (item.fields !== null) return JSON.stringify(item.fields);
  return Buffer.from(item.body)
    .toString('utf8')
    .replaceAll(/[\r\n]+/g, ' ');
}
