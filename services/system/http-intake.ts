import type { Intake } from '../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../ingest/raw-item.ts';
import { HalcyonError } from '../../schemas/errors.ts';

/** Items a request carries: well below what the push interface takes. */
const AT_ONCE = 2000;

/** An item's result as the push interface answers it. */
type Answered =
  | { status: 'accepted'; network: string; station_id: string; timestamp: string }
  | Extract<ItemResult, { status: 'dead_letter' }>;

function resultOf(answered: Answered): ItemResult {
  if (answered.status === 'dead_letter') return answered;
  const { network, station_id: station, timestamp } = answered;
  return { status: 'accepted', network, station, time: Date.parse(timestamp) };
}

/** The intake of a running system, reached over its push interface. */
export class HttpIntake implements Intake {
  readonly #url: string;

  /** @param url of the running system's services */
  constructor(url: string) {
    this.#url = url;
  }

  /** @throws HalcyonError `store_unavailable` where the system does not answer or refuses the request as a whole */
  async submit(network: string, _source: string, items: readonly RawItem[]): Promise<readonly ItemResult[]> {
    const address = `${this.#url}/api/v1/observations?network=${encodeURIComponent(network)}`;
    const results: ItemResult[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const body = items
        .slice(from, from + AT_ONCE)
        .map(lineOf)
        .join('\n');
      const answer = (await post(address, 'application/x-ndjson', body)) as { items: Answered[] };
      results.push(...answer.items.map(resultOf));
    }
    return results;
  }

  /** Registers stations, all or none. */
  async registerStations(registrations: readonly unknown[]): Promise<void> {
    await post(`${this.#url}/api/v1/stations`, 'application/json', JSON.stringify(registrations));
  }
}

/** An item as a line of NDJSON; one that could not be read goes as its bytes, which the other side cannot read either. */
function lineOf(item: RawItem): string {
  if (item.fields !== null) return JSON.stringify(item.fields);
  return Buffer.from(item.body)
    .toString('utf8')
    .replaceAll(/[\r\n]+/g, ' ');
}

async function post(address: string, contentType: string, body: string): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(address, { method: 'POST', headers: { 'content-type': contentType }, body });
  } catch (cause) {
    throw new HalcyonError('store_unavailable', `the running system at ${new URL(address).origin} does not answer`, {
      cause,
    });
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const { detail } = answer as { detail?: unknown };
  const said = Array.isArray(detail) ? detail.map((problem) => (problem as { msg: string }).msg).join('; ') : detail;
  const code = response.status === 422 ? 'invalid_parameter' : 'store_unavailable';
  throw new HalcyonError(code, `the running system refused it (${response.status}): ${String(said)}`);
}
