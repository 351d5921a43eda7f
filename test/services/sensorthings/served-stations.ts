import { rmSync } from 'node:fs';
import { z } from 'zod';
import { openTimeSeries } from '../../../services/stores/opening/open-time-series.ts';
import { type Received, RunningApplication } from '../api/running-application.ts';
import { NOON, someStation } from '../api/some-records.ts';
import { folderWithTimeSeries } from '../stores/made-folders.ts';
import { CALM, fault, faultValue, faultVersion, judgement, MINUTE, observation } from '../stores/records.ts';

/** A page of entities, by OGC 18-088. */
export const COLLECTION = z.object({
  '@iot.count': z.int().optional(),
  '@iot.nextLink': z.string().optional(),
  value: z.array(z.record(z.string(), z.unknown())),
});

/** Reports of each station. */
export const REPORTS = 150;
/** Time of the newest of them, ms since the epoch. */
export const NEWEST = NOON + (REPORTS - 1) * 10 * MINUTE;

/** Three stations with a day of reports in a store of their own, served; one of them never measures rain. */
export class ServedStations {
  readonly running = new RunningApplication();
  /** How often rows were searched for. */
  questions = 0;
  #folder = '';
  #close = async (): Promise<void> => undefined;

  async start(): Promise<void> {
    this.#folder = await folderWithTimeSeries();
    const store = await openTimeSeries({ dataFolder: this.#folder, role: 'system' });
    this.#close = () => store.close();
    const stations = [
      someStation({ id: 'a' }),
      someStation({ id: 'b 1', name: "O'Brien", longitude: 5, elevation: null, pressureLevel: 'sea_level' }),
      someStation({
        id: 'c',
        network: 'south',
        name: 'Gamma',
        latitude: -33,
        rainInterval: null,
        manufacturer: null,
        model: null,
        retired: true,
      }),
    ];
    await store.insertStations(stations);
    const times = Array.from({ length: REPORTS }, (_, index) => NOON + index * 10 * MINUTE);
    const reports = stations.flatMap(({ network, id }) =>
      times.map((time, index) => {
        const values = { ...CALM, temp_out: 10 + index / 10, rain: id === 'c' ? null : 0 };
        return observation(network, id, time, { values });
      }),
    );
    await store.insertObservations(reports);
    await store.insertJudgements(times.map((time) => judgement('north', 'a', time, time)));
    const wrong = NEWEST - 10 * MINUTE;
    await store.insertFaults([
      faultVersion(fault('north', 'f1', { station: 'a', start: wrong, end: wrong }), [faultValue(wrong)]),
    ]);
    const { parts } = this.running;
    parts.stations = stations;
    const { search } = store;
    const asked = <T>(answer: T): T => {
      this.questions++;
      return answer;
    };
    parts.search = {
      find: (relation, query) => asked(search.find(relation, query)),
      findOfEach: (groups, query) => asked(search.findOfEach(groups, query)),
      count: (relation, where) => asked(search.count(relation, where)),
    };
    await this.running.start();
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.#close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Asks for a path below the root of the service. */
  get(path: string, options: Readonly<Record<string, string>> = {}): Promise<Received> {
    return this.running.request(`/sensorthings/v1.1${path}?${new URLSearchParams(options)}`);
  }

  /** Every entity of a collection, page by page. */
  async every(path: string, options: Readonly<Record<string, string>>): Promise<Record<string, unknown>[]> {
    const entities: Record<string, unknown>[] = [];
    let answer = await this.get(path, options);
    for (;;) {
      const { value, '@iot.nextLink': next } = answer.as(COLLECTION);
      entities.push(...value);
      if (next === undefined) return entities;
      answer = await this.follow(next);
    }
  }

  /** Asks for a whole address that the service has answered. */
  follow(link: string): Promise<Received> {
    return this.running.request(link.slice(this.running.listening.url.length));
  }
}
