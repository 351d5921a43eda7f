import { createHash, randomUUID } from 'node:crypto';
import { isoOf } from '../../../schemas/time.ts';
import { datasetRequest } from '../../services/datasets/request-graphs.ts';

/** Network of all that is pushed. */
const NETWORK = 'trial';
/** How far the observations reach back when the first are pushed [ms]. */
const HISTORY_MS = 3 * 3_600_000;
const SLOT_MS = 600_000;

/** What an answer has acknowledged, and when that came [ms since the epoch]. */
interface Acknowledged {
  readonly what: string;
  readonly at: number;
}

/** Clients that write everything a system takes, side by side, and remember what was acknowledged and when. */
export class WrittenByClients {
  readonly #stations: number;
  readonly #began = Date.now() - HISTORY_MS;
  readonly observations: Acknowledged[] = [];
  readonly patterns: Acknowledged[] = [];
  readonly datasets: Acknowledged[] = [];
  readonly windows: Acknowledged[] = [];
  #stopped = false;
  #working: Promise<unknown> = Promise.resolve();

  constructor(stations: number) {
    this.#stations = stations;
  }

  /** Registers the stations and begins. */
  async start(url: string): Promise<void> {
    const body = Array.from({ length: this.#stations }, (_, index) => ({
      station_id: `s${index}`,
      latitude: 50 + (index % 30) * 0.02,
      longitude: 4 + Math.floor(index / 30) * 0.02,
    }));
    const answer = await send(url, 'POST', `/api/v1/stations?network=${NETWORK}`, body);
    if (answer?.ok !== true) throw new Error('the stations were not registered');
    this.#working = Promise.all([this.#push(url), this.#write(url), this.#writeDatasets(url)]);
  }

  /** Ends when the requests under way have. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#working;
  }

  /** Slot after slot of all stations, one request a slot; a value that jumps now and then. */
  async #push(url: string): Promise<void> {
    for (let slot = 0; !this.#stopped; slot++) {
      const time = isoOf(this.#began + (slot % 17) * SLOT_MS + Math.floor(slot / 17) * 1000);
      const body = Array.from({ length: this.#stations }, (_, index) => ({
        station_id: `s${index}`,
        time,
        temp_out: 15 + (index % 7) / 10 + (slot % 17 === 12 && index === 3 ? 12 : 0),
        bar: 1013 + slot / 1000,
      }));
      const answer = await send(url, 'POST', `/api/v1/observations?network=${NETWORK}`, body);
      if (answer?.ok !== true) continue;
      for (const { station_id } of body) this.observations.push(acknowledged(`${station_id} ${time}`));
    }
  }

  async #write(url: string): Promise<void> {
    for (let turn = 0; !this.#stopped; turn++) {
      const id = randomUUID();
      const nodes = [{ id, labels: ['Analytical_Pattern'], properties: { turn } }];
      if ((await send(url, 'POST', '/api/v1/aps/', { nodes, edges: [] }))?.ok) this.patterns.push(acknowledged(id));
      const window = await send(url, 'POST', '/api/v1/maintenance', {
        network: NETWORK,
        station: `s${turn % this.#stations}`,
        variables: 'all',
        from: isoOf(Date.now() + 86_400_000),
        to: null,
        reason: `turn ${turn}`,
      });
      const entered = window?.ok === true ? (JSON.parse(window.text) as { id: string }).id : null;
      if (entered !== null) this.windows.push(acknowledged(entered));
    }
  }

  /** Uploaded, registered, and every second one loaded, so that files move while they are copied. */
  async #writeDatasets(url: string): Promise<void> {
    for (let turn = 0; !this.#stopped; turn++) {
      const id = randomUUID();
      const form = new FormData();
      form.set('dataset_id', id);
      form.set('file', new Blob([contentOf(id)]), 'a.csv');
      form.set('file_name', 'a.csv');
      const init = { method: 'POST', body: form };
      const uploaded = await fetch(`${url}/dmm/api/v1/data-workflow`, init).catch(() => null);
      if (uploaded?.ok !== true) continue;
      const registered = await send(url, 'POST', '/dmm/api/v1/dataset/register', datasetRequest('register', { id }));
      if (registered?.ok !== true) continue;
      this.datasets.push(acknowledged(id));
      if (turn % 2 === 0) await send(url, 'PUT', '/dmm/api/v1/dataset/load', datasetRequest('load', { id }));
    }
  }

  /**
   * What a restored system lacks of what was acknowledged before a moment.
   *
   * @returns a line for each thing, and how many were looked for
   */
  async missing(url: string, before: number): Promise<{ readonly looked: number; readonly missing: string[] }> {
    const ids = (list: readonly Acknowledged[]) => list.filter(({ at }) => at < before).map(({ what }) => what);
    const [observations, patterns, datasets] = [this.observations, this.patterns, this.datasets].map(ids);
    const windows = ids(this.windows);
    const missing: string[] = [];
    const stored = new Set(await pages(url, `/api/v1/observations?network=${NETWORK}&flags=false`, 'observations'));
    for (const one of observations) if (!stored.has(one)) missing.push(`observation ${one}`);
    const entered = new Set(await pages(url, `/api/v1/maintenance?network=${NETWORK}`, 'maintenance'));
    for (const id of windows) if (!entered.has(id)) missing.push(`maintenance ${id}`);
    for (const id of patterns) {
      if ((await send(url, 'GET', `/api/v1/aps/${id}`))?.ok !== true) missing.push(`pattern ${id}`);
    }
    for (const id of datasets) {
      const file = await send(url, 'GET', `/dmm/api/v1/dataset/${id}/file/a.csv`);
      if (file?.ok !== true || file.text !== contentOf(id)) missing.push(`dataset ${id}`);
    }
    return { looked: observations.length + windows.length + patterns.length + datasets.length, missing };
  }

  /** Pushes a value that stands out at a station of a restored system, and waits until that is found. */
  async judgingGoesOn(url: string, waitMs = 120_000): Promise<boolean> {
    const newest = this.#began + 17 * SLOT_MS;
    const push = async (time: number, jump: number): Promise<void> => {
      const body = Array.from({ length: this.#stations }, (_, index) => ({
        station_id: `s${index}`,
        time: isoOf(time),
        temp_out: 15 + (index % 7) / 10 + (index === 5 ? jump : 0),
      }));
      await send(url, 'POST', `/api/v1/observations?network=${NETWORK}`, body);
    };
    await push(newest, 0);
    await push(newest + SLOT_MS, 14);
    for (const until = Date.now() + waitMs; Date.now() < until; ) {
      const path = `/api/v1/anomalies?network=${NETWORK}&station=s5&from=${isoOf(newest)}&limit=10`;
      const answer = await send(url, 'GET', path);
      const found = answer?.ok === true ? (JSON.parse(answer.text) as { anomalies: unknown[] }).anomalies : [];
      if (found.length > 0) return true;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return false;
  }
}

function acknowledged(what: string): Acknowledged {
  return { what, at: Date.now() };
}

/** Some kilobytes that only this dataset has. */
function contentOf(id: string): string {
  const line = createHash('sha256').update(id).digest('hex');
  return `a\n${`${line}\n`.repeat(50)}`;
}

/** The answer; null where the system went away. */
async function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly ok: boolean; readonly text: string } | null> {
  try {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { headers, body: JSON.stringify(body) }),
    });
    return { ok: response.ok, text: await response.text() };
  } catch {
    return null;
  }
}

/** Everything of a list: ids, or station and time. */
async function pages(url: string, path: string, name: string): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await send(url, 'GET', `${path}&limit=1000${page}`);
    if (answer?.ok !== true) throw new Error(`${path}: ${answer?.text}`);
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    for (const one of body[name] as { id?: string; station_id?: string; timestamp?: string }[]) {
      found.push(one.id ?? `${one.station_id} ${one.timestamp}`);
    }
    cursor = (body['next_cursor'] ?? null) as string | null;
  }
  return found;
}
