import { setTimeout as sleep } from 'node:timers/promises';

const STATIONS = 60;
const EVERY_MS = 500;
const NETWORK = 'watched';

/** Stations that report several times a second to a process with the part feed. */
export class WatchedStations {
  /** Stations, from the first on, that read what no sensor can [count]. */
  wrong = 0;
  /** False: nobody sends anything. */
  sends = true;
  readonly #url: string;
  readonly #ending = new AbortController();
  #sending: Promise<void> = Promise.resolve();
  readonly #underWay = new Set<Promise<void>>();

  /** @param url of the process */
  constructor(url: string) {
    this.#url = url;
  }

  async start(): Promise<void> {
    const stations = Array.from({ length: STATIONS }, (_, k) => ({
      network: NETWORK,
      station_id: `s${k}`,
      latitude: 50 + k / 100,
      longitude: 4,
    }));
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(stations);
    const response = await fetch(`${this.#url}/api/v1/stations`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`stations were refused: ${await response.text()}`);
    this.#sending = this.#send();
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#sending;
    await Promise.all(this.#underWay);
  }

  /** Pushes what is given, as it is. */
  async push(items: readonly object[]): Promise<void> {
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = items.map((item) => JSON.stringify(item)).join('\n');
    const signal = AbortSignal.timeout(60_000);
    await fetch(`${this.#url}/api/v1/observations?network=${NETWORK}`, { method: 'POST', headers, body, signal });
  }

  /** One report of each station. @param time of all of them, ms since the epoch */
  async report(time: number): Promise<void> {
    await this.push(
      Array.from({ length: STATIONS }, (_, k) => ({
        station_id: `s${k}`,
        time: new Date(time).toISOString(),
        temp_out: k < this.wrong ? 99 : 15,
        out_hum: 60,
        bar: 1013,
      })),
    );
  }

  /** One push does not wait for the one before; what cannot be pushed is left. */
  async #send(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      if (this.sends) {
        const report = this.report(Date.now()).catch(() => undefined);
        this.#underWay.add(report);
        void report.finally(() => this.#underWay.delete(report));
      }
      await sleep(EVERY_MS);
    }
  }
}
