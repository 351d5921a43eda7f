import type { Api } from '../api/api.ts';
import type { CalendarEntry } from './entries.ts';
import type { Occurrence } from './occurrences.ts';

/** What is asked for: a kind of entry for stations at some times. */
export interface PlannedEntries {
  readonly kind: CalendarEntry['kind'];
  readonly network: string;
  readonly stations: readonly string[];
  readonly times: readonly Occurrence[];
  readonly reason: string;
}

/** One request of a plan. */
interface Request {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What was entered, as it is taken back. */
interface Made {
  readonly path: string;
  readonly id: string;
  readonly from: string;
}

/** The requests of a plan: a window for each station and time, a silence for each time. */
export function requestsOf({ kind, network, stations, times, reason }: PlannedEntries): Request[] {
  if (kind === 'silence') {
    return times.map((time) => ({ path: '/api/v1/silences', body: { network, stations, ...time, reason } }));
  }
  return times.flatMap((time) =>
    stations.map((station) => ({
      path: '/api/v1/maintenance',
      body: { network, station, variables: 'all', ...time, reason },
    })),
  );
}

/** Enters plans, and remembers what of them was: what failed half way goes on with the rest, and all can be taken back. */
export class EntryRequests {
  readonly #api: Pick<Api, 'send'>;
  readonly #made = new Map<string, Made>();

  constructor(api: Pick<Api, 'send'>) {
    this.#api = api;
  }

  /** How many were entered. */
  get count(): number {
    return this.#made.size;
  }

  /** Enters what of a plan has not been entered yet. @throws what the first request throws that is refused */
  async enter(plan: PlannedEntries): Promise<void> {
    for (const { path, body } of requestsOf(plan)) {
      const key = JSON.stringify([path, body]);
      if (this.#made.has(key)) continue;
      const { id, from } = await this.#api.send<{ id: string; from: string }>('POST', path, body);
      this.#made.set(key, { path, id, from });
    }
  }

  /** Takes back all that was entered. */
  async undo(): Promise<void> {
    for (const [key, { path, id, from }] of this.#made) {
      const at = path.endsWith('maintenance') ? `?${new URLSearchParams({ at: from })}` : '';
      await this.#api.send('POST', `${path}/${id}/end${at}`);
      this.#made.delete(key);
    }
  }
}

/** Ends an entry: now where it has begun, else as if it had never been. @param now ms since the epoch */
export async function endEntry(api: Pick<Api, 'send'>, entry: CalendarEntry, now: number): Promise<void> {
  const at = entry.from > now ? `?${new URLSearchParams({ at: new Date(entry.from).toISOString() })}` : '';
  for (const id of entry.ids) {
    if (entry.kind === 'silence') await api.send('POST', `/api/v1/silences/${id}/end`);
    else await api.send('POST', `/api/v1/maintenance/${id}/end${at}`);
  }
}
