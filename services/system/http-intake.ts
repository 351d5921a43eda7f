import type { Intake } from '../../ingest/intake.ts';
import type { ItemResult, RawItem } from '../../ingest/raw-item.ts';
import { HalcyonError } from '../../schemas/errors.ts';

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
    const body = items.map(lineOf).join('\n');
    const answer = await post(address, 'application/x-ndjson', body);
    return (answer as { items: ItemResult[] }).items;
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
